import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import styles from './dialog-form.module.css'
import { closeDialog } from './library-dialog'

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
