import type { ReactNode } from 'react'
import { classes } from '../classes'
import { FileName } from './file-name'
import styles from './source-head.module.css'

interface SourceHeadProps {
  /** As the answer cites it. */
  readonly number: number
  /** Of the document's file. */
  readonly name: string
  readonly nameClass?: string | undefined
  /** What stands behind the name. */
  readonly children?: ReactNode
}

/** The first line of a source's card: its number and its document. */
export function SourceHead({ number, name, nameClass, children }: SourceHeadProps) {
  return (
    <span className={styles.top}>
      <span className={styles.number}>{number}</span>
      <FileName name={name} className={classes(styles.name, nameClass)} />
      {children}
    </span>
  )
}
