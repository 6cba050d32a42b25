import type { ReactNode } from 'react'
import { classes } from '../classes'
import { safeName } from '../text/safe-name'
import { FileName } from './file-name'
import styles from './source-head.module.css'

interface SourceHeadProps {
  /** As the answer cites it. */
  readonly number: number
  /** Of the document's file, or of the tool. */
  readonly name: string
  /** A tool's name is no file's: it loses its end where it is long, and its number has the colour of tools. */
  readonly ofTool?: boolean
  readonly nameClass?: string | undefined
  /** What stands behind the name. */
  readonly children?: ReactNode
}

/** The first line of a source's card: its number and its document or tool. */
export function SourceHead({ number, name, ofTool = false, nameClass, children }: SourceHeadProps) {
  return (
    <span className={styles.top}>
      <span className={classes(styles.number, ofTool && styles.ofTool)}>{number}</span>
      {ofTool ? (
        <ToolName name={name} className={classes(styles.name, nameClass)} />
      ) : (
        <FileName name={name} className={classes(styles.name, nameClass)} />
      )}
      {children}
    </span>
  )
}

/** The name of a tool that gave a result. */
export function ToolName({ name, className }: { readonly name: string; readonly className?: string | undefined }) {
  const safe = safeName(name)
  return (
    <bdi className={classes(styles.tool, className)} title={safe}>
      {safe}
    </bdi>
  )
}
