import type { ReactNode } from 'react'
import { classes } from '../classes'
import styles from './badge.module.css'

export type Meaning = 'plain' | 'kb' | 'tool' | 'graph' | 'running' | 'done' | 'shortcut' | 'failed'

/** A word with a meaning; the colour only repeats what the word says. */
export function Badge({ meaning = 'plain', children }: { readonly meaning?: Meaning; readonly children: ReactNode }) {
  return <span className={classes(styles.badge, meaning !== 'plain' && styles[meaning])}>{children}</span>
}
