import type { AnswerRef, EvidenceItem } from '@shared/events'
import { fitColumns } from './columns'
import { printable, printableLine } from './printable'
import type { Say } from './words'

/** The evidence an answer cites; all of it where it cites none (the nearest documents of shortcut C). */
export function citedSources(items: readonly EvidenceItem[], refs: readonly AnswerRef[]): EvidenceItem[] {
  const cited = new Set(refs.map((ref) => ref.number))
  const sources = items.filter((item) => cited.has(item.number))
  return sources.length > 0 ? sources : [...items]
}

/** `[1] name › heading path · p. 3 · chars 120–260`. */
export function sourceLine(item: EvidenceItem, say: Say): string {
  const place = [
    [item.document_name, ...item.heading_path].map(printableLine).join(' › '),
    ...(item.page === null ? [] : [say('page', { page: item.page })]),
    say('chars', { start: item.start, end: item.end }),
  ]
  return `[${item.number}] ${place.join(' · ')}`
}

/** One indented line of the passage. */
export function previewLine(item: EvidenceItem, columns: number): string {
  return fitColumns(`    ${printableLine(item.text)}`, columns)
}

/** The whole passage, indented. */
export function passageLines(item: EvidenceItem): string[] {
  return printable(item.text)
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
}
