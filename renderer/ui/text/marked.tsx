import { Fragment } from 'react'
import styles from './marked.module.css'

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

export interface MarkedPart {
  readonly text: string
  readonly match: boolean
}

/** Cuts a text where words of the query stand in it, whatever their case. The parts add up to the text. */
export function markMatches(text: string, query: string): MarkedPart[] {
  const words = [...new Set(query.trim().split(/\s+/u))].filter((word) => word !== '')
  if (words.length === 0) return text === '' ? [] : [{ text, match: false }]
  // The longest first, so that "note" does not cut "notebook" short.
  const pattern = words
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'))
    .join('|')
  return text
    .split(new RegExp(`(${pattern})`, 'giu'))
    .map((part, at) => ({ text: part, match: at % 2 === 1 }))
    .filter(({ text: part }) => part !== '')
}
