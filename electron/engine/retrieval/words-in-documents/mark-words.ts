import { analyse } from '@engine/text/analyse'
import { foldHan } from '@engine/text/chinese/han-fold'
import type { Span } from '@engine/text/sentences/sentences'
import { foldWord, type SoughtWord } from './sought-words'

/** Where a sought word stands: 0-based half-open offsets, and which of the words it is. */
export interface WordMark extends Span {
  readonly word: number
}

/** A number with its groups and decimals, or letters with their figures; what joins the parts of a name is left out. */
const spacedWord = /\p{N}+(?:[.,’']\p{N}+)+|[\p{L}\p{N}\p{M}]+/gu

/** Makes a function that marks sought words in texts, in any form of the word. It remembers the words it has met. */
export function wordMarker(words: readonly SoughtWord[]): (text: string) => WordMark[] {
  const met = new Map<string, number>()
  const nameless = -1
  const wordOf = (written: string): number => {
    const known = met.get(written)
    if (known !== undefined) return known
    const terms = analyse(written)
    const folded = foldWord(written)
    const found = words.findIndex(
      ({ terms: wanted, begins }) =>
        terms.some((term) => wanted.has(term)) || (begins !== '' && folded.startsWith(begins)),
    )
    met.set(written, found)
    return found
  }
  return (text) => {
    const marks: WordMark[] = []
    for (const { 0: written, index } of text.matchAll(spacedWord)) {
      const word = wordOf(written)
      if (word !== nameless) marks.push({ start: index, end: index + written.length, word })
    }
    return [...marks, ...runMarks(text, words)].toSorted((a, b) => a.start - b.start || b.end - a.end)
  }
}

/** The marks as stretches that do not overlap; neighbours with at most a joiner between them are one. */
export function joinMarks(text: string, marks: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of marks) {
    const last = joined.at(-1)
    if (last && (start <= last.end || /^[-_.'’/+#@]$/u.test(text.slice(last.end, start)))) {
      last.end = Math.max(last.end, end)
    } else joined.push({ start, end })
  }
  return joined
}

function runMarks(text: string, words: readonly SoughtWord[]): WordMark[] {
  if (words.every(({ runs }) => runs.length === 0)) return []
  const folded = foldHan(text)
  const marks: WordMark[] = []
  for (const [word, { runs }] of words.entries()) {
    for (const run of runs) {
      for (let at = folded.indexOf(run); at >= 0; at = folded.indexOf(run, at + run.length)) {
        marks.push({ start: at, end: at + run.length, word })
      }
    }
  }
  return marks
}
