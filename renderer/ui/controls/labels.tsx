import type { ReactNode } from 'react'
import { classes } from '../classes'
import styles from './labels.module.css'

/** Keys as they are printed on the keyboard. */
export function KeyCombo({ keys, onDark = false }: { readonly keys: readonly string[]; readonly onDark?: boolean }) {
  return (
    <span className={styles.combo}>
      {keys.map((key) => (
        <kbd key={key} className={classes(styles.key, onDark && styles.onDark)}>
          {key}
        </kbd>
      ))}
    </span>
  )
}

export type Meaning = 'plain' | 'kb' | 'tool' | 'graph' | 'running' | 'done' | 'shortcut' | 'failed'

/** A word with a meaning; the colour only repeats what the word says. */
export function Badge({ meaning = 'plain', children }: { readonly meaning?: Meaning; readonly children: ReactNode }) {
  return <span className={classes(styles.badge, meaning !== 'plain' && styles[meaning])}>{children}</span>
}

/** Three stones on each other. */
export function CairnMark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden focusable="false">
      <ellipse cx="12" cy="18.6" rx="9.4" ry="3.4" />
      <ellipse cx="11.2" cy="11.7" rx="6.4" ry="2.9" transform="rotate(-4 11.2 11.7)" />
      <ellipse cx="12.8" cy="5.6" rx="3.7" ry="2.5" transform="rotate(5 12.8 5.6)" />
    </svg>
  )
}
