import { type DocumentRecord, isInCollection, type SearchFilter } from '@shared/documents'
import { isChangedWithin, isDatedWithin } from '@shared/dates/document-date'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'

/**
 * What the index is to be searched with; undefined where nothing is limited. Collections, tags and dates become lists of documents,
 * because index rows still name the collection that a document was indexed under. Naming a document names what came in its file.
 */
export function resolveFilter(
  filter: SearchFilter | undefined,
  records: readonly DocumentRecord[],
): ChunkFilter | undefined {
  const { collections, tags, documents, formats, dates, changed } = filter ?? {}
  const isLimited = [collections, tags, documents, dates, changed].some((limit) => limit !== undefined)
  const [inDocuments, tagged] = [withMembersOf(documents, records), setOf(tags)]
  const inside: string[] = []
  const outside: string[] = []
  for (const record of records) {
    const { id, collection, tags: own, trashed_at } = record
    const matches =
      trashed_at === null &&
      (!collections || collections.some((wanted) => isInCollection(collection, wanted))) &&
      (inDocuments?.has(id) ?? true) &&
      (!tagged || own.some((tag) => tagged.has(tag))) &&
      (!dates || dates.some((range) => isDatedWithin(record, range))) &&
      (!changed || changed.some((range) => isChangedWithin(record, range)))
    if (matches) inside.push(id)
    else outside.push(id)
  }
  const byFormat = formats === undefined ? {} : { formats: [...formats] }
  if (outside.length === 0 && (!isLimited || inside.length > 0)) return formats === undefined ? undefined : byFormat
  // The index reads the shorter list faster.
  if (inside.length <= outside.length) return { ...byFormat, documents: inside }
  return { ...byFormat, not_documents: outside }
}

/** These documents, those that came in their files, and so on. */
function withMembersOf(
  documents: readonly string[] | undefined,
  records: readonly DocumentRecord[],
): ReadonlySet<string> | undefined {
  if (!documents) return undefined
  const named = new Set(documents)
  // A member's record may stand before that of its file.
  for (let before = -1; before < named.size;) {
    before = named.size
    for (const { id, part_of } of records) if (part_of && named.has(part_of.document)) named.add(id)
  }
  return named
}

function setOf(values: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return values && new Set(values)
}
