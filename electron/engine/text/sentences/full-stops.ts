import lexicon from '@resources/lexicon/sentence-ends.json'

/** Before a name or an explanation: a sentence never ends in them. */
const neverLast = new Set(lexicon.neverLast)
/** They end a sentence only where another plainly begins. */
const mayBeLast = new Set(lexicon.mayBeLast)
/** Abbreviations only before a number; alone they are words, or end a sentence. */
const beforeNumbers = new Set(lexicon.beforeNumbers)
/** Kinds of things that are told apart by a letter, which is no initial then: "plan B. Peking …". */
const lettered = new Set(lexicon.lettered)
/** Words of closed classes that begin sentences and are hardly ever names. */
const openers = new Set(lexicon.openers)
const longestLabel = 40
const dateWords = new Set(lexicon.dateWords)

/**
 * Whether the full stop at `at` ends the sentence that began at `start`; `next` is behind its marks. Not after list
 * numbers, initials and abbreviations, nor between a date and what happened then.
 */
export function fullStopEnds(text: string, start: number, at: number, next: number): boolean {
  if (at - start <= 8 && /^\s*[#>*+\-•\s]*(\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})$/u.test(text.slice(start, at))) return false
  const rest = text.slice(next, next + 40)
  const first = /^\s*(\S)/u.exec(rest)?.[1] ?? ''
  if (/\p{Lu}/u.test(first) && isDateLabel(text.slice(Math.max(start, at - 2 * longestLabel), at).trim())) return false
  const before = text.slice(Math.max(start, at - 40), at)
  const word = /[\p{L}.]+$/u.exec(before.slice(-12))?.[0] ?? ''
  const small = word.toLowerCase()
  if (beforeNumbers.has(small)) return !/\d/u.test(first)
  if (neverLast.has(small)) return false
  if (/^\p{Lu}$/u.test(word)) return !isInitial(before, first) || beginsSentence(rest)
  return !(mayBeLast.has(small) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) || beginsSentence(rest)
}

/** Whether a capital at the end of a text may stand for a name: a name follows it, and no figure or kind of thing leads to it. */
function isInitial(before: string, first: string): boolean {
  if (first !== '' && !/[\p{Lu}(]/u.test(first)) return false
  const led = before.slice(0, -1)
  if (/[^\s\p{Ps}\p{Pi}"'.–—-]$|\d[^\S\n]?$/u.test(led)) return false
  const kind = /(\p{L}+)\s+$/u.exec(led)?.[1] ?? ''
  return !lettered.has(kind.toLowerCase())
}

/** A word that opens sentences, in use: "He was", not "K. He and X. Zhang" or "K. He, X. Zhang". */
function beginsSentence(rest: string): boolean {
  const opener = /^\s+["“‘(]?(\p{Lu}\p{Ll}*)(?=\s+(?!and\b|et\b|&)\S)/u.exec(rest)?.[1]
  return opener !== undefined && openers.has(opener.toLowerCase())
}

/** "1 September 2021." before a sentence says when that was: nothing but a date, with its year. */
function isDateLabel(text: string): boolean {
  if (text.length > longestLabel || !/\d{4}/u.test(text)) return false
  const words = text.toLowerCase().match(/[^\s,–-]+/gu) ?? []
  return words.every((word) => dateWords.has(word) || /^\d{1,2}(?:st|nd|rd|th)?$|^\d{4}$/u.test(word))
}
