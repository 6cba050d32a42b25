import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import type { PipelineRooms } from '../turn'
import type { Limited } from '../wording/refusal-words'
import type { Reach } from './survey/survey-words'

/** How many documents a search with this filter goes through, and of how many it knows nothing. */
export function scopeOf(
  filter: ChunkFilter | undefined,
  { library }: Pick<PipelineRooms, 'library'>,
): Pick<Reach, 'searched' | 'failed' | 'waiting'> {
  const unread = library.unread().filter((document) => isWithin(document, filter))
  const failed = unread.filter((document) => document.failed).length
  const searched = library.documents().filter((document) => isWithin(document, filter)).length
  return { searched, failed, waiting: unread.length - failed }
}

/** How far a filter limits a search; undefined where it leaves out none. */
export function limitedBy(
  filter: ChunkFilter | undefined,
  { library }: Pick<PipelineRooms, 'library'>,
): Limited | undefined {
  if (!filter) return undefined
  const documents = library.documents()
  const searched = documents.filter((document) => isWithin(document, filter)).length
  return searched === documents.length ? undefined : { searched, of: documents.length }
}

/** Whether a filter lets a document through, as far as its id and its format say. */
export function isWithin(
  { id, format }: { readonly id: string; readonly format: string | null },
  filter: ChunkFilter | undefined,
): boolean {
  if (!filter) return true
  const { documents, not_documents: left, formats } = filter
  if (documents && !asSet(documents).has(id)) return false
  if (left && asSet(left).has(id)) return false
  return !formats || (format !== null && formats.includes(format))
}

/** A full trash is a long list, and it is asked about each document of the library. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function asSet(ids: readonly string[]): ReadonlySet<string> {
  const known = sets.get(ids) ?? new Set(ids)
  sets.set(ids, known)
  return known
}
