import type { Chunk, SearchFilter } from '@shared/documents'
import { sayMore } from '@shared/session/evidence-place'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { LibraryDocument, LibrarySources, PlacedChunk } from '@engine/research/runs/executors/library-sources'
import { passageId } from '@engine/research/runs/executors/library-sources'
import type { TaskTools } from '@engine/research/runs/executors/tool-tasks'
import type { SensitiveLibrary } from '@engine/research/export/redaction/sensitive-evidence'
import { sensitiveNames } from '@engine/session/context/current-sensitivity'
import { sensitivityOfTags } from '@shared/sensitivity/sensitive-documents'
import { leastConfidence } from '@engine/tools/tool-channel'
import { tracedRun } from '@engine/tools/traced-channel'
import { resolveFilter } from '@engine/ingest/documents/resolve-filter'
import type { DocumentReader } from '@engine/ingest/documents/read-document'
import type { PipelineRooms } from '@engine/pipeline/turn'
import type { ToolsPart } from '../wire-tools'

interface SourceParts {
  readonly catalogue: DocumentCatalogue
  readonly reader: DocumentReader
  readonly rooms: Pick<PipelineRooms, 'index'>
}

/** The library as tasks of research read it. */
export function librarySources({ catalogue, reader, rooms }: SourceParts): LibrarySources {
  return {
    documents: (scope) => documentsIn(scope, catalogue),
    async chunks(id, from, to) {
      const chunks = to > from ? await rooms.index.chunksOf(id, from, to - 1) : []
      return Promise.all(chunks.map((chunk) => placedChunk(chunk, reader)))
    },
    text: (id) => reader.currentText(id),
    async passage(id, start, end) {
      const record = catalogue.get(id)
      const text = (await reader.currentText(id))?.slice(start, end)
      if (!record?.live || text === undefined || text.trim() === '') return null
      const places = await reader.placesOf(id, record.live.revision, start, end)
      const { heading_path = [], page = null } = places[0] ?? {}
      return {
        evidence_id: passageId(record.name, id, { start, end: start + text.length, text }),
        kind: 'kb',
        document_id: id,
        document_name: record.name,
        document_title: record.title || record.name,
        format: record.format ?? 'text',
        heading_path,
        page,
        ...(sayMore(places, { heading_path, page }) ? { places } : {}),
        start,
        end: start + text.length,
        text,
        score: 1,
      }
    },
  }
}

async function placedChunk(chunk: Chunk, reader: DocumentReader): Promise<PlacedChunk> {
  const places = await reader.placesOf(chunk.doc_id, chunk.revision, chunk.start, chunk.end)
  return sayMore(places, chunk) ? { ...chunk, places } : chunk
}

/** What the library knows of documents that must not leave this machine. */
export function sensitiveLibrary(catalogue: DocumentCatalogue): SensitiveLibrary {
  return {
    sensitivityOf: (id) => sensitivityOfTags(catalogue.get(id)?.tags ?? []),
    sensitiveNames: () => sensitiveNames(catalogue.list()),
    isKnown: (id) => catalogue.get(id) !== undefined,
  }
}

/** Searchable documents of a scope; named ones in the order named. */
function documentsIn(scope: SearchFilter | undefined, catalogue: DocumentCatalogue): LibraryDocument[] {
  const records = catalogue.list()
  const filter = resolveFilter(scope, records)
  const inside = filter?.documents && new Set(filter.documents)
  const outside = new Set(filter?.not_documents)
  const formats = filter?.formats && new Set(filter.formats)
  const found = records.filter(
    ({ id, live, trashed_at, format }) =>
      live !== null &&
      trashed_at === null &&
      (inside?.has(id) ?? true) &&
      !outside.has(id) &&
      (formats?.has(format ?? 'text') ?? true),
  )
  const named = new Map((scope?.documents ?? []).map((id, at) => [id, at]))
  return found
    .toSorted((a, b) => (named.get(a.id) ?? Infinity) - (named.get(b.id) ?? Infinity) || 0)
    .map(({ id, name, title, format }) => ({ id, name, title: title || name, format: format ?? 'text' }))
}

/** Tools that answer questions about documents and figures; others tell of the weather or of this machine. */
const answering = new Set(['calculator', 'datetime', 'currency', 'table_query', 'record_lookup'])

/** Tools as tasks of research call them: Cairn's own by rules, those of other programs where a plan names them and the user allowed it. */
export function taskTools(
  { channel, desk, timeZone, planned }: ToolsPart,
  library: Pick<LibrarySources, 'documents'>,
): TaskTools {
  const readMs = 2000
  const inScope = (scope: SearchFilter | undefined) => {
    const asked = scope && new Set(library.documents(scope).map(({ id }) => id))
    return asked && { isAsked: (id: string) => asked.has(id) }
  }
  const own: TaskTools['run'] = (call, signal) => tracedRun(call, signal, (inner) => desk.own.run(call, inner))
  return {
    async askSure(text, { language, scope }, signal) {
      const read = { text, language, now: Date.now(), timeZone, ...inScope(scope) }
      await channel.prepare(read, signal)
      const choice = await channel.read(read, readMs, signal)
      if (!choice || choice.server !== undefined || choice.reading.is !== 'arguments') return null
      if (!answering.has(choice.tool) || choice.reading.confidence < leastConfidence) return null
      const run = await own({ name: choice.tool, args: choice.reading.args, language }, signal)
      return run.state === 'done' ? run : null
    },
    async askTables(question, { language, scope }, signal) {
      for (const tool of ['table_query', 'record_lookup']) {
        const read = { text: `@${tool} ${question}`, language, now: Date.now(), timeZone, ...inScope(scope) }
        await channel.prepare(read, signal)
        const choice = await channel.read(read, readMs, signal)
        if (choice?.tool !== tool || choice.reading.is !== 'arguments') continue
        const run = await own({ name: tool, args: choice.reading.args, language }, signal)
        if (run.state === 'done') return run
      }
      return null
    },
    run: own,
    runOther: (runId, call, asked) =>
      tracedRun({ name: call.tool, server: call.server, args: call.args }, asked.signal, (signal) =>
        planned.run(runId, call, { ...asked, signal }),
      ),
  }
}
