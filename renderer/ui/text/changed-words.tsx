import styles from './changed-words.module.css'
import type { Piece } from './word-changes'

interface ChangedWordsProps {
  readonly pieces: readonly Piece[]
  /** Only the text before, or only the one after; both in one without it. */
  readonly side?: 'before' | 'after'
}

/** Two texts in one, or one of them, with the words marked that the other lacks. */
export function ChangedWords({ pieces, side }: ChangedWordsProps) {
  const absent = side === 'before' ? 'added' : side === 'after' ? 'removed' : null
  return pieces
    .filter(({ kind }) => kind !== absent)
    .map(({ text, kind }, at) => {
      if (kind === 'same') return <span key={at}>{text}</span>
      const Part = kind === 'added' ? 'ins' : 'del'
      return (
        <Part key={at} className={styles[kind]}>
          {text}
        </Part>
      )
    })
}
