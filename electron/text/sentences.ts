/** A stretch of a text, 0-based half-open UTF-16 offsets. */
export interface Span {
  readonly start: number
  readonly end: number
}

const abbreviations = new Set(
  (
    'mr mrs ms dr prof sr jr st vs e.g i.e cf al inc ltd co corp dept approx ca jan feb mar apr jun jul aug sep ' +
    'sept oct nov dec u.s u.k ph.d'
  ).split(' '),
)
/** Abbreviations only before a number; alone they are words, or end a sentence. */
const beforeNumbers = new Set('fig figs no nos vol pp p eq sec ch art est'.split(' '))
const fullStops = /[.!?。！？；…｡؟۔।]/u
const wideStops = /[。！？；…｡]/u
const closers = /["'”’」』）)\]》】*_]/u

/**
 * Splits a text into sentences. Ends at `. ! ?` before white space, at `。！？；…` anywhere, and at line breaks that
 * end a paragraph, list item or table row; not inside decimals, abbreviations or initials, nor between a date and what happened
 * then. Spans are trimmed, in order,
 * and never overlap; together they hold every character that is not white space.
 */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const end = endOfSentence(text, start, at)
    if (end === undefined) continue
    pushTrimmed(spans, text, start, end)
    start = end
    at = end - 1
  }
  pushTrimmed(spans, text, start, text.length)
  return spans
}

function endOfSentence(text: string, start: number, at: number): number | undefined {
  const character = text.charAt(at)
  if (character === '\n') return endsLine(text, at) ? at + 1 : undefined
  if (!fullStops.test(character)) return undefined
  let end = at + 1
  while (end < text.length && (fullStops.test(text.charAt(end)) || closers.test(text.charAt(end)))) end += 1
  if (wideStops.test(character)) return end
  if (end < text.length && !/\s/u.test(text.charAt(end))) {
    // A Latin stop directly before a CJK character still ends the sentence.
    return character !== '.' && /\p{Script=Han}/u.test(text.charAt(end)) ? end : undefined
  }
  if (character === '.' && (goesOnInLowerCase(text, end) || (end === at + 1 && !isEnd(text, start, at))))
    return undefined
  return end
}

const longestLabel = 40
const dateWords = new Set(
  (
    'january february march april may june july august september october november december jan feb mar apr jun jul ' +
    'aug sep sept oct nov dec spring summer autumn winter early mid late to until and from'
  ).split(' '),
)

/** "1 September 2021." before a sentence says when that was: nothing but a date, with its year. */
function isDateLabel(text: string): boolean {
  if (text.length > longestLabel || !/\d{4}/u.test(text)) return false
  const words = text.toLowerCase().match(/[^\s,–-]+/gu) ?? []
  return words.every((word) => dateWords.has(word) || /^\d{1,2}(?:st|nd|rd|th)?$|^\d{4}$/u.test(word))
}

/** A small letter after the stop, in the same paragraph. */
function goesOnInLowerCase(text: string, from: number): boolean {
  return /^(?:[^\S\n]*\n)?[^\S\n]*\p{Ll}/u.test(text.slice(from, from + 40))
}

/** Whether a single full stop before white space ends a sentence: not after list numbers, initials, abbreviations. */
function isEnd(text: string, start: number, at: number): boolean {
  const before = text.slice(Math.max(start, at - 12), at)
  if (at - start <= 8 && /^\s*[#>*+\-•\s]*(\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})$/u.test(text.slice(start, at))) return false
  const next = /^\s*(\S)/u.exec(text.slice(at + 1, at + 40))?.[1] ?? ''
  if (/\p{Lu}/u.test(next) && isDateLabel(text.slice(start, at).trim())) return false
  const word = /[\p{L}.]+$/u.exec(before)?.[0] ?? ''
  if (beforeNumbers.has(word.toLowerCase())) return !/\d/u.test(next)
  return !(abbreviations.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word) || /^(\p{L}\.)+\p{L}$/u.test(word))
}

/** A single line break inside prose is only a wrap; an empty line, a marker or a short line ends the sentence. */
function endsLine(text: string, at: number): boolean {
  const rest = text.slice(at + 1, at + 80)
  if (/^[^\S\n]*(\n|$)/u.test(rest)) return true
  if (/^\s*([-*+•·>#|]|\d{1,3}[.)、]|\(\d{1,3}\)|[（(]?[一二三四五六七八九十]{1,3}[)）、.])/u.test(rest)) return true
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const line = text.slice(lineStart, at)
  return /^\s*([#|>]|```)/u.test(line) || line.trim().length < 40 || line.includes('|')
}

function pushTrimmed(spans: Span[], text: string, start: number, end: number): void {
  while (start < end && /\s/u.test(text.charAt(start))) start += 1
  while (end > start && /\s/u.test(text.charAt(end - 1))) end -= 1
  if (end > start) spans.push({ start, end })
}
