import { linesOf } from '../structure/source-text'

/** Lines of quote or list marks alone. */
const markerFlood = /(?:[>*+-][^\S\n]?){60,}|\[{60,}/u
/** What the parser's time grows with the square of, between two empty lines; more than this no writer puts there. */
const most = { marks: 3000, lines: 1500, openings: 2000 }

/**
 * Whether a stretch of Markdown would cost the parser minutes and means nothing as such: it looks back over all marks of a
 * paragraph for each of them, and over all lines for each that might be underlined.
 */
export function isMarkFlood(source: string): boolean {
  if (markerFlood.test(source)) return true
  if ((source.match(/<[!?]|\[\^/gu)?.length ?? 0) > most.openings) return true
  let marks = 0
  let lines = 0
  let hasItem = false
  for (const { text } of linesOf(source)) {
    if (text.trim() === '') {
      marks = 0
      lines = 0
      hasItem = false
      continue
    }
    // Items are short paragraphs of their own, and so are rows, save where they go on with an item.
    const isItem = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s+\S/u.test(text)
    hasItem ||= isItem
    if (text.length < 1000 && (isItem || (!hasItem && /^\s{0,3}\|/u.test(text)))) continue
    lines += 1
    marks += text.match(/[[\]*_~`<]/gu)?.length ?? 0
    if (marks > most.marks || lines > most.lines) return true
  }
  return false
}
