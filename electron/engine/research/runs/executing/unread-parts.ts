import type { DocumentRecord, Gap, SearchFilter } from '@shared/documents'
import { type Note, note } from '@shared/note'
import type { ResearchRun } from '@shared/research/research-run'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'

/** Documents that are told by name; of more only how many. */
const mostTold = 12
const mostPages = 12

export interface UnreadRooms {
  readonly records: readonly DocumentRecord[]
  readonly resolveFilter: (filter: SearchFilter | undefined) => ChunkFilter | undefined
}

/** What of the documents in a run's scope, and of those it cites, could not be read or is still to be read. */
export function unreadParts({ plan, evidence }: ResearchRun, { records, resolveFilter }: UnreadRooms): Note[] {
  const scopes = (plan?.tasks ?? []).map(({ scope }) => scope ?? plan?.scope)
  const inScope = scopes.map((scope) => isIn(resolveFilter(scope)))
  const cited = new Set(evidence.map(({ document_id: id }) => id))
  const notes = records.flatMap((record) => {
    if (record.trashed_at !== null) return []
    if (cited.has(record.id)) return record.gaps.flatMap((gap) => noteOfGap(record.name, gap))
    if (record.live !== null || !inScope.some((contains) => contains(record))) return []
    return [note(record.status === 'failed' ? 'research_unreadable' : 'research_still_unread', { name: record.name })]
  })
  const left = notes.length - mostTold
  return left > 0 ? [...notes.slice(0, mostTold), note('research_more_unread', { count: left })] : notes
}

function isIn(filter: ChunkFilter | undefined): (record: DocumentRecord) => boolean {
  const inside = filter?.documents && new Set(filter.documents)
  const outside = new Set(filter?.not_documents)
  return ({ id }) => (inside?.has(id) ?? true) && !outside.has(id)
}

function noteOfGap(name: string, { kind, pages = [] }: Gap): Note[] {
  if (kind === 'truncated') return [note('research_end_unread', { name })]
  if (kind !== 'pages_without_text' && kind !== 'pages_waiting') return []
  const shown = pages.slice(0, mostPages).join(', ')
  return shown === ''
    ? []
    : [note('research_pages_unread', { name, pages: pages.length > mostPages ? `${shown}…` : shown })]
}
