import { foldHan } from '../text/han-fold'
import { wordSpans } from '../text/words'

/** A row: a plain Chinese word, then what documents say in its place, the most usual first. */
export type NearWordRow = readonly string[]

/** A plain word of a question, and what documents may say in its place. */
export interface NearWords {
  readonly surface: string
  readonly start: number
  readonly end: number
  readonly others: readonly string[]
}

const longestText = 1000

/** Finds the words of a text that the rows begin with: the longest, left to right, none that cuts a word of the dictionary. */
export function createNearWords(rows: readonly NearWordRow[]): (text: string) => NearWords[] {
  const known = new Map(rows.map(([word = '', ...others]) => [word, others]))
  const longest = Math.max(0, ...rows.map(([word = '']) => word.length))
  return (text) => {
    if (known.size === 0 || text.length > longestText || !/\p{Script=Han}/u.test(text)) return []
    const folded = foldHan(text)
    const spans = wordSpans(folded)
    const starts = new Set(spans.map(({ start }) => start))
    // To the dictionary 偷了 is one word.
    const ends = new Set(
      spans.flatMap(({ word, start }) => [
        start + word.length,
        ...(word.endsWith('了') ? [start + word.length - 1] : []),
      ]),
    )
    const found: NearWords[] = []
    for (let start = 0; start < folded.length; start += 1) {
      if (!starts.has(start)) continue
      for (let end = Math.min(folded.length, start + longest); end > start; end -= 1) {
        const others = ends.has(end) ? known.get(folded.slice(start, end)) : undefined
        if (!others) continue
        found.push({ surface: text.slice(start, end), start, end, others })
        start = end - 1
        break
      }
    }
    return found
  }
}
