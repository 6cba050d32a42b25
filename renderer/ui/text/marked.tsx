import { Fragment } from 'react'
import styles from './marked.module.css'
import { markMatches } from './mark-matches'

/** Text with the words of a query marked. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return markMatches(text, query).map(({ text: part, match }, at) =>
    match ? (
      <mark key={at} className={styles.mark}>
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}
