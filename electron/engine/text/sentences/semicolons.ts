import { isEnclosed } from './enclosed'

/** In UTF-16 units. */
const longestMember = 48
const longestList = 400
/** Not the one of a time of day. */
const colons = /[:：](?!\d)/gu
const memberEnd = /[；;]/u
const sentenceEnd = /[。！？!?\n]/u

/**
 * Whether the `；` at `at` ends what began at `start`. Between clauses it does; inside brackets or a quotation, or between
 * the short members of a list that a colon announces ("历任主席为：甲；乙；丙。"), what stands alone behind it would say nothing.
 */
export function semicolonEnds(text: string, start: number, at: number): boolean {
  if (isEnclosed(text, start, at)) return false
  const sentence = text.slice(start, Math.max(at, start + longestList))
  const end = sentence.search(sentenceEnd)
  if (at - start > longestList || (end === -1 && sentence.length === longestList)) return true
  const before = sentence.slice(0, at - start)
  const colon = [...before.matchAll(colons)].find(({ index }) => !isEnclosed(text, start, start + index))
  if (!colon) return true
  const members = sentence.slice(colon.index + 1, end === -1 ? undefined : end).split(memberEnd)
  return members.some((member) => member.trim().length > longestMember)
}
