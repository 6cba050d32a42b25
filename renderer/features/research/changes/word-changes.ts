import { diffWordsWithSpace } from 'diff'

interface Piece {
  readonly text: string
  readonly kind: 'same' | 'added' | 'removed'
}

/** Sentences that share less than this of their words are easier to read one after the other. */
const leastShared = 0.4

/** Words in any script: Chinese has no blanks between them. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** What became of a sentence, word by word; all of it removed and all added where little is left of it. */
export function wordChanges(before: string, after: string): Piece[] {
  const pieces = diffWordsWithSpace(before, after, { intlSegmenter: segmenter }).map(
    ({ value, added, removed }): Piece => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'same' }),
  )
  const shared = pieces.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.trim().length, 0)
  if (shared >= leastShared * Math.max(before.length, after.length)) return pieces
  return [
    { text: before, kind: 'removed' },
    { text: ' ', kind: 'same' },
    { text: after, kind: 'added' },
  ]
}
