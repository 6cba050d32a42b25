/** A stretch of a text, 0-based half-open UTF-16 offsets. */
export interface Span {
  readonly start: number
  readonly end: number
}

const abbreviations = new Set(
  'mr mrs ms dr prof sr jr st vs etc e.g i.e cf fig figs no nos vol pp p al inc ltd co corp dept est approx ca jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k a.m p.m ph.d'.split(
    ' ',
  ),
)
const fullStops = /[.!?。！？；…]/u
const wideStops = /[。！？；…]/u
const closers = /["'”’」』）)\]》】*_]/u

/**
 * Splits a text into sentences. Ends at `. ! ?` before white space, at `。！？；…` anywhere, and at line breaks that
 * end a paragraph, list item or table row; not inside decimals, abbreviations or initials. Spans are trimmed, in order,
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
  if (character === '.' && isAbbreviation(text.slice(Math.max(start, at - 12), at))) return undefined
  return end
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

function isAbbreviation(before: string): boolean {
  const word = /[\p{L}.]+$/u.exec(before)?.[0] ?? ''
  return abbreviations.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word) || /^(\p{L}\.)+\p{L}$/u.test(word)
}

function pushTrimmed(spans: Span[], text: string, start: number, end: number): void {
  while (start < end && /\s/u.test(text.charAt(start))) start += 1
  while (end > start && /\s/u.test(text.charAt(end - 1))) end -= 1
  if (end > start) spans.push({ start, end })
}
