import { useMemo } from 'react'
import { passageExcerpt } from './passage-excerpt'
import styles from './passage-preview.module.css'
import { safeName } from './safe-name'

interface PassagePreviewProps {
  readonly text: string
  /** The cited parts of `text`, in order. */
  readonly cited: readonly { readonly start: number; readonly end: number }[]
  readonly lines?: 3 | 4
}

/** A few lines of a passage with its cited part marked. */
export function PassagePreview({ text, cited, lines = 3 }: PassagePreviewProps) {
  const parts = useMemo(() => passageExcerpt(text, cited), [text, cited])
  return (
    <p className={lines === 4 ? styles.four : styles.three} dir="auto">
      {parts.map((part, at) =>
        part.cited ? (
          <mark key={at} className={styles.cited}>
            {safeName(part.text)}
          </mark>
        ) : (
          <span key={at}>{safeName(part.text)}</span>
        ),
      )}
    </p>
  )
}
