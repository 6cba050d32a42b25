import { isEnclosed } from './enclosed'

/** In UTF-16 units. */
const longestMember = 48
const longestList = 400
/** Not the one of a time of day. */
const colons = /[:：](?!\d)/gu
const memberEnd = /[；;]/u
const sentenceEnd = /[。！？!?\n]/u

/** Whether the `；` at `at` ends what began at `start`: not in brackets, nor between short members behind a colon. */
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
