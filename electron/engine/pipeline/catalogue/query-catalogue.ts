import type { DocumentRecord } from '@shared/documents'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import { isWithin } from '../forms/library-scope'
import { rangeOf, type TimeRange } from './added-range'
import type { DocumentOrder, DocumentState, LibraryQuestion } from '@engine/question/library/library-reading'

/** Documents with the same text, the one to show first. */
export type CopyGroup<T = DocumentRecord> = readonly [T, ...T[]]

/** What tells a document's text from others. */
type OfText = Pick<DocumentRecord, 'id' | 'live' | 'content_hash'>

/** What the catalogue holds of what was asked. */
export interface CatalogueFound {
  /** How many documents there are within the filter. */
  readonly total: number
  readonly matching: readonly DocumentRecord[]
  /** The same, as they are shown. */
  readonly groups: readonly CopyGroup[]
  /** When they were added, where that was asked; null otherwise. */
  readonly range: TimeRange | null
  /** Whether they have exactly the name that is asked for, where one is. */
  readonly isExact: boolean
  /** Documents that the question calls by a name and whose members it wants; 0 where it wants none. */
  readonly hosts: number
}

interface Catalogue {
  /** Without the trash. */
  readonly records: readonly DocumentRecord[]
  readonly filter: ChunkFilter | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** So many of an order are shown where the question names no number. */
const usualMost = 5

/** Runs a question on the catalogue, without reading any text. Null where its date is none. */
export function queryCatalogue(asked: LibraryQuestion, { records, filter, now }: Catalogue): CatalogueFound | null {
  const range = asked.added && rangeOf(asked.added, now)
  if (asked.added && !range) return null
  const within = records.filter((record) => isWithin(record, filter))
  if (asked.inside) return membersAsked(asked.inside, within)
  const limited = within.filter((record) => isAsked(record, asked, range))
  const { records: named, isExact } = withName(limited, asked.named)
  const groups = groupsOf(ordered(named, asked.order))
  const chosen = asked.copies ? groups.filter(({ length }) => length > 1) : groups
  const shown = asked.order ? chosen.slice(0, asked.most ?? usualMost) : chosen
  return {
    total: within.length,
    matching: asked.copies ? chosen.flat() : named,
    groups: shown,
    range,
    isExact,
    hosts: 0,
  }
}

const mailFormats: ReadonlySet<string> = new Set(['eml', 'msg'])

/** What came in the documents of a name, however deep: attached to mail, or in archives, mailboxes and what else holds files. */
function membersAsked({ name, as }: NonNullable<LibraryQuestion['inside']>, within: readonly DocumentRecord[]) {
  const holders = within.filter(({ format, member_count: count }) =>
    as === 'attached' ? mailFormats.has(format ?? '') : count !== null && !mailFormats.has(format ?? ''),
  )
  const { records: hosts, isExact } = withName(
    holders,
    name === null ? null : { name, by: as === 'attached' ? 'file' : 'bare' },
  )
  const inside = new Set(hosts.map(({ id }) => id))
  // Outer files before what is in them.
  const members = within
    .toSorted((a, b) => depthOf(a) - depthOf(b))
    .filter(({ id, part_of: outer }) => outer !== null && inside.has(outer.document) && inside.add(id))
  const ordered = members.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const groups = ordered.map((member): CopyGroup => [member])
  return { total: within.length, matching: ordered, groups, range: null, isExact, hosts: hosts.length }
}

function depthOf({ name }: DocumentRecord): number {
  return name.split(' › ').length
}

/** The state of a document as people tell them apart. */
export function stateOf({ status }: Pick<DocumentRecord, 'status'>): DocumentState {
  return status === 'failed' || status === 'ready' || status === 'partial' ? status : 'waiting'
}

function isAsked(record: DocumentRecord, { state, sort }: LibraryQuestion, range: TimeRange | null): boolean {
  if (state === 'ready' ? record.live === null : state !== null && stateOf(record) !== state) return false
  if (sort && !sort.formats.includes(record.format ?? '') && !sort.extensions.includes(extensionOf(record.name))) {
    return false
  }
  const { from, to } = range ?? { from: null, to: null }
  return (from === null || record.created_at >= from) && (to === null || record.created_at < to)
}

function ordered(records: readonly DocumentRecord[], order: DocumentOrder | null): DocumentRecord[] {
  const bySize = order === 'largest' || order === 'smallest'
  const sign = order === 'oldest' || order === 'smallest' ? 1 : -1
  const keyOf = ({ byte_size: size, created_at: added }: DocumentRecord) => sign * (bySize ? size : added)
  return records.toSorted((a, b) => keyOf(a) - keyOf(b) || (a.name < b.name ? -1 : 1))
}

/** Documents with the same text together, in the order of their first. */
export function groupsOf<T extends OfText>(records: readonly T[]): CopyGroup<T>[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const record of records) {
    const key = textOf(record)
    const group = groups.get(key)
    if (group) group.push(record)
    else groups.set(key, [record])
  }
  return [...groups.values()]
}

/** Tells texts apart: by their address where there is one, else by the file's content. */
function textOf({ id, live, content_hash: content }: OfText): string {
  return live?.text_object || content || id
}

/** The documents of exactly that name or title; without any, and where a document is asked for, those whose names hold it. */
function withName(
  records: readonly DocumentRecord[],
  named: LibraryQuestion['named'],
): { readonly records: readonly DocumentRecord[]; readonly isExact: boolean } {
  if (!named) return { records, isExact: false }
  const wanted = plainName(named.name)
  const namesOf = (record: DocumentRecord) => {
    // As it is called by itself, without the file it came in.
    const own = record.part_of?.path.split('/').at(-1) ?? record.name
    return [record.name, own, stemOf(own), record.title].map(plainName)
  }
  const exact = records.filter((record) => namesOf(record).includes(wanted))
  if (exact.length > 0 || named.by === 'bare') return { records: exact, isExact: true }
  const words = wanted.split(' ')
  const holding = records.filter((record) => {
    const names = namesOf(record).join(' ')
    return words.every((word) => names.includes(word))
  })
  return { records: holding, isExact: false }
}

/** A name with what people leave out or write otherwise made equal. */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()
}

function stemOf(name: string): string {
  return name.replace(/\.[A-Za-z0-9]{1,5}$/u, '')
}

function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,5})$/u.exec(name)?.[1]?.toLowerCase() ?? ''
}
