import { diffWordsWithSpace } from 'diff'

export interface Piece {
  readonly text: string
  readonly kind: 'same' | 'added' | 'removed'
}

/** Sentences that share less than this of their words are easier to read one after the other. */
const leastShared = 0.4

/** Words in any script: Chinese has no blanks between them. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Texts that differ in more than so many places, or longer than so many ms to tell, are not told word by word. */
const mostEdits = 4000
const longestMs = 400

/** What became of a sentence, word by word; all of it removed and all added where little is left of it. */
export function wordChanges(before: string, after: string): Piece[] {
  return (
    sharedWords(before, after) ?? [
      { text: before, kind: 'removed' },
      { text: ' ', kind: 'same' },
      { text: after, kind: 'added' },
    ]
  )
}

/** The words that two texts share and those that only one has; null where they share too little for that to be read. */
export function sharedWords(before: string, after: string): Piece[] | null {
  const options = { intlSegmenter: segmenter, maxEditLength: mostEdits, timeout: longestMs }
  const pieces = diffWordsWithSpace(before, after, options)?.map(({ value, added, removed }): Piece => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
  if (!pieces) return null
  const shared = pieces.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.trim().length, 0)
  return shared >= leastShared * Math.max(before.length, after.length) ? pieces : null
}
