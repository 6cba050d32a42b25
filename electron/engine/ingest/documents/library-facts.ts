import type { DocumentRecord } from '@shared/documents'
import { nearGroups } from '@shared/near-duplicates'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { isVisible } from '../library'

/** What answers may say of the library, without the trash. Cached: of 5,000 documents the lists took 30 ms of each turn. */
export function libraryFacts(catalogue: Pick<DocumentCatalogue, 'list' | 'get' | 'onChange'>) {
  let lists: Lists | undefined
  let near: ReadonlyMap<string, NearPlace> | undefined
  catalogue.onChange(() => {
    lists = undefined
    near = undefined
  })
  const current = () => (lists ??= listsOf(catalogue.list()))
  return {
    /** What can be searched, newest first. */
    documents: () => current().documents,
    facts: (id: string) => {
      const record = catalogue.get(id)
      return record && { contentHash: record.content_hash, tags: record.tags }
    },
    /** Whatever its state. */
    records: () => current().visible,
    /** As `ChainContext.nearGroupOf` asks it. */
    nearGroupOf: (id: string) => (near ??= nearPlaces(current().visible)).get(id),
    /** What cannot be searched. */
    unread: () => current().unread,
    /** What is found by words alone, in part or whole, because a model is still to make vectors of it. */
    withoutVectors: () => current().withoutVectors,
  }
}

type Lists = ReturnType<typeof listsOf>

function listsOf(records: readonly DocumentRecord[]) {
  const visible = records.filter(isVisible)
  return {
    visible,
    documents: visible
      .filter(({ live }) => live !== null)
      .toSorted((a, b) => b.updated_at - a.updated_at)
      .map(({ id, name, title, chunk_count: chunks, format, gaps }) => {
        return { id, name, title: title || name, chunks, format, gaps }
      }),
    withoutVectors: visible.flatMap(({ id, format, live }) => (live?.vectors === undefined ? [] : [{ id, format }])),
    unread: visible
      .filter(({ live }) => live === null)
      .map(({ id, format, status }) => ({ id, format, failed: status === 'failed' })),
  }
}

interface NearPlace {
  readonly group: string
  readonly at: number
}

function nearPlaces(records: readonly DocumentRecord[]): ReadonlyMap<string, NearPlace> {
  // Answers tell short texts that are the very same by their passages, as always; only lists hold those together.
  const groups = nearGroups(records.filter(({ live }) => live?.near_group !== undefined))
  return new Map(groups.flatMap((group) => group.map(({ id }, at) => [id, { group: group[0]?.id ?? id, at }] as const)))
}
