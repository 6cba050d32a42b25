import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '@renderer/ui/controls/button'
import styles from './evaluation.module.css'

interface PlainTitleProps {
  readonly title: string
  readonly backLabel: string
  readonly onBack: () => void
  /** The way back is always there, not only where the list has no room. */
  readonly backShown?: boolean
  /** What stands behind the title. */
  readonly children?: ReactNode
}

/** The first line of a page whose title cannot be changed. */
export function PlainTitle({ title, backLabel, onBack, backShown = false, children }: PlainTitleProps) {
  return (
    <div className={styles.titleLine}>
      <IconButton
        className={backShown ? undefined : styles.back}
        size="medium"
        icon={ArrowLeft}
        label={backLabel}
        onClick={onBack}
      />
      <h2 className={styles.title}>
        <bdi>{title}</bdi>
      </h2>
      {children}
    </div>
  )
}
