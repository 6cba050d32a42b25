import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classes } from '../classes'
import styles from './dialog.module.css'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** Leaves the title to screen readers and the padding to the content. */
  readonly bare?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A window over the window. Escape and a press beside it close it; focus stays inside and then returns. */
export function Dialog({ open, onClose, title, bare = false, className, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={classes(styles.popup, bare && styles.bare, className)}>
          <Base.Title className={bare ? 'unseen' : styles.title}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
