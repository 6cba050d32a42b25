import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import type { EntityCard } from '@shared/graph'
import styles from './corrections.module.css'

interface CorrectionFormProps {
  readonly title: string
  readonly text?: string
  /** What the button does, in a word or two. */
  readonly submitText: string
  readonly ready: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A question about an entity: Enter does it, Escape leaves everything as it is. */
export function CorrectionForm({ title, text, submitText, ready, onSubmit, children }: CorrectionFormProps) {
  const { t } = useTranslation('app')
  return (
    <Dialog open onClose={closeCorrection} title={title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!ready) return
          closeCorrection()
          onSubmit()
        }}
      >
        {text !== undefined && <p className={styles.text}>{text}</p>}
        {children}
        <div className={styles.buttons}>
          <Button onClick={closeCorrection}>{t('cancel')}</Button>
          <Button type="submit" look="primary" disabled={!ready}>
            {submitText}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Something about an entity that is being put right. */
export interface Correction {
  readonly kind: 'rename' | 'retype' | 'merge' | 'split'
  readonly card: EntityCard
}

export const useCorrection = create<{ readonly open: Correction | null }>(() => ({ open: null }))

export function openCorrection(correction: Correction): void {
  useCorrection.setState({ open: correction })
}

export function closeCorrection(): void {
  useCorrection.setState({ open: null })
}
