import type { ChainContext } from './chain'
import type { Passage } from './passage'

/** UTF-16 units that a list or table may be longer than its window; one that is longer yet is left as it was cut. */
const mostMore = 900
/** A heading is no longer than this. */
const longestHeading = 80
/** A passage keeps at least this share of itself. */
const leastKept = 0.5

const item = /^\s*(?:[-*+•◦▪–]\s|\d{1,3}[.)、]\s*\S|[（(]?[a-z一二三四五六七八九十\d]{1,3}[)）]\s*\S)/iu
const row = /^\s*\||\S\s*\|\s*\S|^[^:：;；]{1,40}[:：] [^;；]+[;；] [^:：;；]{1,40}[:：] /u
const rule = /^[\s|:-]+$/u
const heading = /^\s*#{1,6}\s/u
/** A sentence, or the beginning of a list below it. */
const isSaid = /[.!?。！？…;；:：,，、]["'”’」』）)\]*_]*$/u

/** A passage that goes on to the end of the list or table it ends in, and does not end on a heading; see the limits above. */
export async function endedWell(passage: Passage, { readText }: Pick<ChainContext, 'readText'>): Promise<Passage> {
  const { start, end, text } = passage
  const behind = await readText(passage, end, end + mostMore)
  if (behind === null || behind === '') return passage
  const more = restOfList(text, behind)
  if (more !== '') return { ...passage, end: end + more.length, text: text + more }
  const kept = withoutLastHeading(text, behind)
  return kept.length === text.length ? passage : { ...passage, end: start + kept.length, text: kept }
}

/** What `behind` continues of the list or table that `text` ends in; empty where it ends well, or is too long. */
export function restOfList(text: string, behind: string): string {
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  const kind = row.test(last) ? row : item.test(last) ? item : null
  // Without a line's end between them the window ends inside the last item, which belongs to it.
  if (!kind) return ''
  let taken = 0
  let read = 0
  for (const line of behind.split(/(?<=\n)/u)) {
    read += line.length
    const isInside = read === line.length && !text.endsWith('\n') && !line.startsWith('\n')
    const isContinued = isInside || kind.test(line) || (kind === row && rule.test(line)) || /^\s{2,}\S/u.test(line)
    if (line.trim() === '') continue
    if (!isContinued) return behind.slice(0, taken)
    taken = read - (line.length - line.trimEnd().length)
  }
  return behind.length < mostMore ? behind.slice(0, taken) : ''
}

/** A text without headings, or a table's header, that stand last and have nothing below them. */
export function withoutLastHeading(text: string, behind: string): string {
  const lines = text.trimEnd().split('\n')
  // What goes on in the same line is no heading.
  if (!/^\s*\n/u.test(behind) && !text.endsWith('\n')) return text
  let kept = lines.length
  while (kept > 1 && isHeadingAt(lines, kept - 1)) kept -= 1
  const shorter = lines.slice(0, kept).join('\n').trimEnd()
  return kept < lines.length && shorter.length >= leastKept * text.length ? shorter : text
}

function isHeadingAt(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (line.trim() === '' || heading.test(line)) return true
  const isAlone = (lines[at - 1] ?? '').trim() === ''
  if (row.test(line) || rule.test(line)) return isAlone || rule.test(line)
  return isAlone && line.trim().length <= longestHeading && !isSaid.test(line.trim()) && !item.test(line)
}
