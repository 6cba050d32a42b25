import { placeAt } from '@shared/session/evidence-place'
import { placeToSay } from '@shared/session/page-unit'
import type { Source } from '@shells/answers/cited-sources'
import { fileNotice } from '@shared/folders/file-notice'
import type { Client } from '../command'
import { fitColumns } from './align-columns'
import { printable, printableLine } from './printable'
import type { Say } from '../words/terminal-words'

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

const noticeWords = { changed: 'fileChanged', gone: 'fileGone', away: 'fileAway' } as const

/** A line for each cited document whose file is not as it was read. */
export async function fileNotices(sources: readonly Source[], client: Client, say: Say): Promise<string[]> {
  const documents = new Map(
    sources.flatMap(({ item }) => (item.kind === 'tool' ? [] : [[item.document_id, item] as const])),
  )
  if (documents.size === 0) return []
  const folders = await client.folders.list()
  const lines: string[] = []
  for (const [id, { number, document_name }] of documents) {
    // One that was deleted meanwhile has nothing to say.
    const record = await client.documents.get({ id }).catch(() => undefined)
    const notice = record && fileNotice(record, folders)
    if (notice) lines.push(`! [${number}] ${printableLine(document_name)}: ${say(noticeWords[notice])}`)
  }
  return lines
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
