import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorReport } from '@shared/errors'
import { classes } from '../classes'
import { ErrorNote } from '../feedback/error-note'
import styles from './dialog.module.css'
import { Button } from './button'

interface DialogProps {
  readonly onClose: () => void
  readonly title: string
  /** Leaves the title to screen readers and the padding to the content. */
  readonly bare?: boolean
  readonly className?: string | undefined
  /** What has the focus at first; the first control where it is absent. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
  readonly children: ReactNode
}

/** A window over the window, for as long as it is rendered. Escape and a press beside it close it; focus stays inside and then returns. */
export function Dialog({ onClose, title, bare = false, className, initialFocus, children }: DialogProps) {
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup
          className={classes(styles.popup, bare && styles.bare, className)}
          {...(initialFocus && { initialFocus })}
        >
          <Base.Title className={bare ? 'unseen' : styles.title}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface FormDialogProps {
  readonly title: string
  /** What the button does, in a word or two. */
  readonly submitText: string
  /** Whether the form can be submitted as it is filled in. */
  readonly ready: boolean
  /** Of what is tried the dialog says why it failed, with what was filled in to be corrected; it closes once it has not. */
  readonly onSubmit: (() => void) | { readonly tried: () => Promise<ErrorReport | null> }
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a form: Enter submits and closes it, Escape closes it and changes nothing. */
export function FormDialog({ title, submitText, ready, onSubmit, onClose, children }: FormDialogProps) {
  const { t } = useTranslation('app')
  const [trying, setTrying] = useState(false)
  const [error, setError] = useState<ErrorReport | null>(null)
  const submit = async () => {
    if (typeof onSubmit === 'function') {
      onClose()
      onSubmit()
      return
    }
    setTrying(true)
    const failed = await onSubmit.tried()
    setTrying(false)
    setError(failed)
    if (!failed) onClose()
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (ready && !trying) void submit()
        }}
      >
        {children}
        {error && <ErrorNote error={error} />}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" disabled={!ready || trying}>
            {submitText}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
