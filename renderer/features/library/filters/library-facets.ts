import type { DocumentRecord } from '@shared/documents'
import { groupOf, type StateGroup } from '@renderer/state/library/activity'
import type { LibraryFilter } from '@renderer/state/library/library-filter'
import { collectionTree, nodesOf } from '@renderer/state/library/listing/collection-tree'
import { isChangedWithin, yearsOf } from '@shared/dates/document-date'
import { passes, wordsOf } from '../list/list-documents'

export interface Counted<T extends string = string> {
  readonly name: T
  readonly count: number
}

/** The values that the filters offer. */
export interface LibraryFacets {
  /** Of the documents that pass every other filter. */
  readonly states: Readonly<Record<StateGroup, number>>
  readonly all: number
  /** Of the whole library, in the reader's order. */
  readonly collections: readonly Counted[]
  /** The collections, and those they lie in, with the documents of everything inside. */
  readonly folders: readonly Counted[]
  readonly tags: readonly Counted[]
  readonly formats: readonly Counted[]
  /** Ranges of days, the newest year first. */
  readonly years: readonly Counted[]
}

/** Counts in one pass over the documents. */
export function facetsOf(
  documents: Iterable<DocumentRecord>,
  filter: LibraryFilter,
  collator: Intl.Collator,
): LibraryFacets {
  const words = wordsOf(filter.text)
  const states: Record<StateGroup, number> = { reading: 0, ready: 0, partial: 0, failed: 0 }
  const collections = new Map<string, number>()
  const tags = new Map<string, number>()
  const formats = new Map<string, number>()
  const years = new Map<string, number>()
  let all = 0
  for (const record of documents) {
    count(collections, record.collection)
    for (const tag of record.tags) count(tags, tag)
    if (record.format !== null) count(formats, record.format)
    for (const year of yearsOf(record)) count(years, year)
    if (!passes(record, filter, words)) continue
    states[groupOf(record.status)] += 1
    all += 1
  }
  const inOrder = <T extends string>(counts: Map<T, number>): Counted<T>[] =>
    [...counts].map(([name, n]) => ({ name, count: n })).sort((a, b) => collator.compare(a.name, b.name))
  return {
    states,
    all,
    collections: inOrder(collections),
    folders: nodesOf(collectionTree(collections, collator)),
    tags: inOrder(tags),
    formats: inOrder(formats),
    years: inOrder(years).reverse(),
  }
}

/** For each range of days, the documents of the whole library whose files were changed in it. */
export function changedCounts(documents: Iterable<DocumentRecord>, ranges: readonly string[]): Counted[] {
  const counts = new Map(ranges.map((range) => [range, 0]))
  for (const record of documents) for (const range of ranges) if (isChangedWithin(record, range)) count(counts, range)
  return [...counts].map(([name, n]) => ({ name, count: n }))
}

function count<T>(counts: Map<T, number>, name: T): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
