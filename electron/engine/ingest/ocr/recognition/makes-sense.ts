import { cutChinese } from '@engine/text/chinese/chinese-words'
import { englishDictionary } from '@engine/text/english/english-dictionary'

/**
 * Pages in English or Chinese are read with more confidence than this; or most of their letters stand in words of a dictionary, also
 * where a bad scan leaves little confidence (.74 and .78 of them at .71 and .78). Of pages in other scripts, and of those too faint to
 * be read, no more than .26 do. Measured on 52 pages (docs/quality.md).
 */
const sure = 0.85
const fewestKnown = 0.45
/** Fewer letters show nothing. */
const fewestLetters = 12

/**
 * Whether what was read off a page is likely to stand on it, rather than letters of another script taken for these. Words with
 * spaces between them; `confidence` of the page from 0 to 1. What is read surely counts, in whatever language it is.
 */
export function makesSense(words: readonly string[], confidence: number): boolean {
  if (confidence >= sure) return true
  const text = words.join(' ').replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
  const letters = countOf(text, /\p{L}/gu)
  // A table of figures has words of its own.
  if (letters < fewestLetters || countOf(text, /\p{N}/gu) >= letters) return true
  return (knownLatin(text) + knownHan(text)) / letters >= fewestKnown
}

/** How many letters stand in English words. */
function knownLatin(text: string): number {
  const dictionary = englishDictionary()
  const words = text.match(/\p{Script=Latin}{3,}/gu) ?? []
  return words.filter((word) => dictionary.has(word)).reduce((sum, word) => sum + word.length, 0)
}

/** How many characters stand in Chinese words of several. */
function knownHan(text: string): number {
  const words = (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) => cutChinese(run))
  return words.reduce((sum, { length }) => sum + (length > 1 ? length : 0), 0)
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
