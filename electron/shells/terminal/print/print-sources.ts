import type { AnswerRef, EvidenceItem } from '@shared/events'
import { placeAt } from '@shared/session/evidence-place'
import { placeToSay } from '@shared/session/page-unit'
import { fitColumns } from './align-columns'
import { printable, printableLine } from './printable'
import type { Say } from '../words/terminal-words'

/** A numbered source with the first stretch of it that the answer quotes, as offsets into the document's text. */
export interface Source {
  readonly item: EvidenceItem
  readonly start: number
  readonly end: number
}

/** The evidence an answer cites; all of it, whole, where it cites none. */
export function citedSources(items: readonly EvidenceItem[], refs: readonly AnswerRef[]): Source[] {
  const sources = items.flatMap((item) => {
    const range = /^chars:(\d+)-(\d+)$/u.exec(refs.find((ref) => ref.number === item.number)?.selector ?? '')
    return range ? [{ item, start: item.start + Number(range[1]), end: item.start + Number(range[2]) }] : []
  })
  return sources.length > 0 ? sources : items.map((item) => ({ item, start: item.start, end: item.end }))
}

/** `[1] name › heading path · p. 3 · chars 120–260`; what a tool gave stands in no document. */
export function sourceLine({ item, start, end }: Source, say: Say): string {
  if (item.kind === 'tool') return `[${item.number}] ${printableLine(item.document_name)} · ${say('toolResult')}`
  const { heading_path: path, page, unit } = placeToSay(placeAt(item, start), item.format)
  const place = [
    [item.document_name, ...path].map(printableLine).join(' › '),
    ...(page === null ? [] : [say(unit, { page })]),
    say('chars', { start, end }),
  ]
  return `[${item.number}] ${place.join(' · ')}`
}

/** One indented line: the passage from where it is quoted. */
export function previewLine({ item, start }: Source, columns: number): string {
  return fitColumns(`    ${printableLine(item.text.slice(start - item.start))}`, columns)
}

/** The whole passage, indented. */
export function passageLines({ item }: Source): string[] {
  return printable(item.text)
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
}
