import { foldHan } from '@engine/text/chinese/han-fold'
import { wordSpans } from '@engine/text/words'
import { areAdjacent, wordsOf } from './term-words'

/** A row: a plain word, then what documents say in its place, the most usual first; all of one language. */
export type NearWordRow = readonly string[]

/** A plain word of a question, and what documents may say in its place. */
export interface NearWords {
  readonly surface: string
  readonly start: number
  readonly end: number
  readonly others: readonly string[]
}

const longestText = 1000

const han = /\p{Script=Han}/u

/** Finds the words of a text that the rows begin with: the longest, left to right. */
export function createNearWords(rows: readonly NearWordRow[]): (text: string) => NearWords[] {
  const chinese = inChinese(rows.filter(([word = '']) => han.test(word)))
  const english = inEnglish(rows.filter(([word = '']) => !han.test(word)))
  return (text) => {
    if (text.length > longestText) return []
    return [...chinese(text), ...english(text)].toSorted((a, b) => a.start - b.start)
  }
}

/** None that cuts a word of the dictionary. */
function inChinese(rows: readonly NearWordRow[]): (text: string) => NearWords[] {
  const known = new Map(rows.map(([word = '', ...others]) => [word, others]))
  const longest = Math.max(0, ...rows.map(([word = '']) => word.length))
  return (text) => {
    if (known.size === 0 || !han.test(text)) return []
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

/** By stems, so that "threw away" is "throw away". */
function inEnglish(rows: readonly NearWordRow[]): (text: string) => NearWords[] {
  const stemsOf = (text: string) => wordsOf(text).map(({ stem }) => stem)
  let known: ReadonlyMap<string, readonly string[]> | undefined
  let most = 0
  const read = () => {
    const byStems = rows.map(([word = '', ...others]) => [stemsOf(word), others] as const)
    most = Math.max(0, ...byStems.map(([stems]) => stems.length))
    return new Map(byStems.map(([stems, others]) => [stems.join(' '), others]))
  }
  return (text) => {
    known ??= read()
    const words = wordsOf(text)
    const found: NearWords[] = []
    for (let at = 0; at < words.length; at += 1) {
      for (let count = Math.min(most, words.length - at); count > 0; count -= 1) {
        const phrase = words.slice(at, at + count)
        const [first, last] = [phrase[0], phrase.at(-1)]
        if (!first || !last || !areAdjacent(text, phrase)) continue
        const others = known.get(phrase.map(({ stem }) => stem).join(' '))
        if (!others) continue
        found.push({ surface: text.slice(first.start, last.end), start: first.start, end: last.end, others })
        at += count - 1
        break
      }
    }
    return found
  }
}
