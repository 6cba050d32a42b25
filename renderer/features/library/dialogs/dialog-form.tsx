import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import styles from './dialog-form.module.css'

/** The question the library is asking; one at a time. */
export type LibraryDialog =
  | { readonly kind: 'move'; readonly ids: readonly string[] }
  | { readonly kind: 'tags'; readonly ids: readonly string[] }
  | { readonly kind: 'rename'; readonly collection: string }
  | { readonly kind: 'path' }
  | { readonly kind: 'text'; readonly text: string }

export const useLibraryDialog = create<{ readonly dialog: LibraryDialog | null }>(() => ({ dialog: null }))

export function openDialog(dialog: LibraryDialog): void {
  useLibraryDialog.setState({ dialog })
}

export function closeDialog(): void {
  useLibraryDialog.setState({ dialog: null })
}

interface DialogFormProps {
  readonly title: string
  /** What the button does, in a word or two. */
  readonly submitText: string
  readonly ready: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A question of the library: Enter does it, Escape leaves everything as it is. */
export function DialogForm({ title, submitText, ready, onSubmit, children }: DialogFormProps) {
  const { t } = useTranslation('app')
  return (
    <Dialog open onClose={closeDialog} title={title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!ready) return
          closeDialog()
          onSubmit()
        }}
      >
        {children}
        <div className={styles.buttons}>
          <Button onClick={closeDialog}>{t('cancel')}</Button>
          <Button type="submit" look="primary" disabled={!ready}>
            {submitText}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
