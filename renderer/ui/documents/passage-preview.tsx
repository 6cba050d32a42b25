import { isMarkdown } from '@shared/documents'
import { useMemo } from 'react'
import { passageExcerpt } from '@shared/excerpts/passage-excerpt'
import styles from './passage-preview.module.css'
import { plainMarkdown } from '../text/markdown/plain-markdown'
import { textLanguage } from '../text/text-language'
import { safeName } from '../text/safe-name'

interface PassagePreviewProps {
  readonly text: string
  /** The cited parts of `text`, in order. */
  readonly cited: readonly { readonly start: number; readonly end: number }[]
  /** Of the document; Markdown is shown without its marks. */
  readonly format?: string
  readonly lines?: 3 | 4
}

/** A few lines of a passage with its cited part marked. */
export function PassagePreview({ text, cited, format, lines = 3 }: PassagePreviewProps) {
  const parts = useMemo(() => {
    if (format === undefined || !isMarkdown(format)) return passageExcerpt(text, cited)
    const plain = plainMarkdown(text)
    const spans = cited.map(({ start, end }) => ({ start: plain.at(start), end: plain.at(end) }))
    return passageExcerpt(plain.text, spans)
  }, [text, cited, format])
  return (
    <p className={lines === 4 ? styles.four : styles.three} dir="auto" lang={textLanguage(text)}>
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
