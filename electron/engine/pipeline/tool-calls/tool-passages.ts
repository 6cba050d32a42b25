import type { Chunk } from '@shared/documents'
import { sayMore } from '@shared/session/evidence-place'
import type { ToolRun } from '@shared/tools/tool-run'
import type { Passage } from '@engine/retrieval/passage'
import type { ResultTable, ToolResult, ToolSource } from '@engine/tools/tool'
import { resultContent } from '@engine/tools/tool-result'
import type { PipelineRooms } from '../turn'

/** The format of a passage that is what a tool gave. */
export const toolFormat = 'tool'

/** Sources read for a result that has no table. */
const maxSources = 5
/** UTF-16 units of one source. */
const longestSource = 1500

const unranked = { vector: new Float32Array(), search: '', placements: [], fused: 0, features: null, score: 1 }

/** What a tool gave as a passage, so that it is cited, recorded and put into a prompt like any other. */
export function resultPassage(run: ToolRun, result: ToolResult): Passage {
  const text = resultContent(result)
  const chunk: Chunk = {
    id: run.call_id,
    doc_id: run.tool,
    doc_name: run.title,
    title: run.title,
    revision: run.version ?? '',
    collection: '',
    format: toolFormat,
    index: 0,
    text,
    start: 0,
    end: text.length,
    page: null,
    heading_path: [],
    context: run.called_at,
    token_count: 0,
    window_start: 0,
    window_end: text.length,
  }
  const documents = documentsBehind(result)
  const restsOn = documents.length > 0 ? { restsOn: { documents } } : {}
  return { ...unranked, chunk, start: 0, end: text.length, text, ...restsOn }
}

/** A result is as sensitive as any document behind it. */
function documentsBehind({ sources, table }: ToolResult): string[] {
  const places = [...sources, ...(table?.rows ?? []).flatMap(({ source }) => source ?? [])]
  return [...new Set(places.map(({ documentId }) => documentId))]
}

type SourceRooms = Pick<PipelineRooms, 'library' | 'readText' | 'readPlaces'>

/** The passage each row stands in, row by row; null for a row that stands in none, or whose document has changed. */
export function rowPassages(rows: ResultTable['rows'], rooms: SourceRooms): Promise<(Passage | null)[]> {
  return Promise.all(rows.map(async ({ source }) => (source ? sourcePassage(source, rooms) : null)))
}

/** The passages that a result without a table rests on. */
export async function sourcePassages(sources: readonly ToolSource[], rooms: SourceRooms): Promise<Passage[]> {
  const found = await Promise.all(sources.slice(0, maxSources).map((source) => sourcePassage(source, rooms)))
  return found.flatMap((passage) => passage ?? [])
}

async function sourcePassage({ documentId, start, end }: ToolSource, rooms: SourceRooms): Promise<Passage | null> {
  const record = rooms.library.records().find(({ id }) => id === documentId)
  if (!record?.live || end <= start) return null
  const last = Math.min(end, start + longestSource)
  const chunk: Chunk = {
    id: `${documentId}:${start}-${last}`,
    doc_id: documentId,
    doc_name: record.name,
    title: record.title,
    revision: record.live.revision,
    collection: record.collection,
    format: record.format ?? 'text',
    index: 0,
    text: '',
    start,
    end: last,
    page: null,
    heading_path: [],
    context: '',
    token_count: 0,
    window_start: start,
    window_end: last,
  }
  const passage = { ...unranked, chunk, start, end: last, text: '' }
  const text = await rooms.readText(passage, start, last)
  if (text === null || text.trim() === '') return null
  const places = (await rooms.readPlaces?.(passage, start, last)) ?? []
  const { heading_path = [], page = null } = places[0] ?? {}
  return {
    ...passage,
    chunk: { ...chunk, text, heading_path, page },
    text,
    ...(sayMore(places, { heading_path, page }) ? { places } : {}),
  }
}
