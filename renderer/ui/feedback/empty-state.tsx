import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  /** One sentence. */
  readonly text?: string | undefined
  /** The one thing to do here. */
  readonly action?: ReactNode
  /** Something failed, rather than nothing being there. */
  readonly failed?: boolean
}

/** A placeholder where there is nothing to show yet, or where something could not be shown. */
export function EmptyState({ icon: Icon, title, text, action, failed = false }: EmptyStateProps) {
  return (
    <div className={classes(styles.state, failed && styles.failed)} role={failed ? 'alert' : undefined}>
      <Icon size={28} strokeWidth={1.5} className={styles.icon} aria-hidden />
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {action}
    </div>
  )
}
