import { randomUUID } from 'node:crypto'
import type { Job } from '@shared/changes'
import { CairnError } from '@shared/errors'
import { type CairnEvent, createStamper } from '@shared/events'
import type { Settings } from '@shared/settings'
import { lookInto } from '@engine/ingest/documents/look-into'
import type { Library } from '@engine/ingest/library'
import type { JobWork } from '@engine/ingest/jobs/library-jobs'
import { searchPassages } from '@engine/pipeline/aside/search-passages'
import { streamOf } from '@engine/pipeline/event-stream'
import type { SessionRecords } from '@engine/pipeline/records/session-records'
import { resolveFilter } from '@engine/ingest/documents/resolve-filter'
import { passagePlaces } from '@engine/ingest/documents/passage-text'
import { version } from '@engine/platform/paths'
import { askedMove, askForMove, takeBackMove } from '@engine/platform/place/store-place'
import type { Engine, IngestRequest } from '@engine/ports/engine-interface'
import { partsForBundle } from '@engine/research/export/parts-for-bundle'
import { findWords } from '@engine/retrieval/words-in-documents/find-words'
import type { Sessions } from '@engine/session/sessions'
import type { EngineBase } from './engine-base'
import { sensitiveLibrary } from './research/task-rooms'
import type { EngineParts } from './start-background'

/** The engine as the API calls it, over its parts. */
export function engineActs(base: EngineBase, parts: EngineParts, close: () => Promise<void>): Engine {
  const { models, library, graph, answering } = parts
  const { terms } = parts.storage
  const { chat, turns, sessions, records, feed } = answering
  const closing = base.closing.signal
  const store = storeActs(base.options.folder, parts)
  base.diagnostics.reportOn({
    info: () => store.info(),
    check: () => store.check(),
    now: Date.now,
    settings: () => models.settings.get(),
    models: () => models.inference.desk.state(),
    attempts: () => models.inference.gate.attempts(),
  })
  return {
    ask: (input, signal) => chat.ask(input, signal),
    startTurn: (input) => chat.start(input),
    followTurn: (turnId, afterSeq, signal) => turns.follow(turnId, afterSeq, signal),
    stopTurn: (turnId) => turns.stop(turnId),
    goOnTurn: (turnId) => Promise.resolve(turns.goOn(turnId)),
    ...asideActs(base, parts),
    ...ingestActs(parts, closing, foldersAsSet(models.settings)),
    ...documentActs(library.library, foldersAsSet(models.settings), base.rest),
    addPage: (request, signal) => library.pages.add(request, signal),
    refreshPage: (id, allow, signal) => library.pages.refresh(id, allow, signal),
    ...sessionActs(sessions, records, parts),
    getSettings: () => models.settings.get(),
    changeSettings: (patch) => models.settings.change(patch),
    listTerms: () => terms.list(),
    setTerms: (rows) => terms.set(rows),
    lookUpTerms: (text) => terms.lookup(text),
    models: models.inference.desk,
    network: models.network,
    encryption: parts.storage.store.vault,
    graph: graph.graph.graph,
    folders: library.folders.desk,
    tools: answering.tools.desk,
    research: parts.research,
    notes: parts.notes,
    backups: parts.backups,
    evaluation: parts.evaluation,
    diagnostics: base.diagnostics,
    doorsChanged: () => base.changes.publish({ type: 'doors' }),
    watch: (signal) => feed.subscribe(signal ? AbortSignal.any([signal, closing]) : closing),
    ...store,
    close,
  }
}

/** What is asked beside the chats. */
function asideActs(
  { rest, log }: EngineBase,
  { answering: { aside, rooms, forPrograms }, vectors, library }: EngineParts,
) {
  const readPlaces = passagePlaces(library.reader, log)
  return {
    askAside: (input, signal) => {
      rest.asked()
      return aside.ask(input, signal)
    },
    searchPassages: (input, signal) => {
      rest.asked()
      return searchPassages(input, forPrograms, signal)
    },
    findWords: (search, signal) => {
      rest.asked()
      const { resolveFilter } = rooms
      return findWords(search, { index: vectors.spaces.current().index, resolveFilter, readPlaces }, signal)
    },
    async embedTexts(texts, signal) {
      const { embedder } = vectors.spaces.current()
      const made = await embedder.embedPassages(texts, signal)
      return { model: embedder.id, dimensions: embedder.dimensions, vectors: made.map((vector) => [...vector]) }
    },
  } satisfies Partial<Engine>
}

/** Work on documents whose caller follows it, until what can be searched has its vectors and is in the graph, too. */
function ingestActs(parts: EngineParts, closing: AbortSignal, complete: Complete) {
  const { library } = parts.library
  const { graph } = parts.graph
  const { late } = parts.vectors
  function follow(kind: Job['kind'], work: JobWork, outer: AbortSignal | undefined): AsyncGenerator<CairnEvent> {
    if (closing.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
    const stamp = createStamper('ingest', `j_${randomUUID()}`, Date.now)
    return streamOf(async (push, signal) => {
      await library.jobs.run(kind, work, { emit: (body) => push(stamp(body)), signal })
      const tellOf = (job: 'vectors' | 'mapping') => {
        let total = 0
        return (left: number) => {
          total = Math.max(total, left)
          push(stamp({ type: 'progress', job, done: total - left, total, unit: 'files', message: '' }))
        }
      }
      await late.made(tellOf('vectors'), signal)
      await graph.mapped(tellOf('mapping'), signal)
    }, outer)
  }
  return {
    ingest: (request, signal) => follow('ingest', library.adding(complete(request)), signal),
    retry: (ids, signal, password) => follow('retry', library.retrying(ids, password), signal),
    readScans: (signal) => follow('ocr', library.ocr?.reading() ?? (() => Promise.resolve()), signal),
    rebuild: (signal) => follow('rebuild', library.rebuilding(), signal),
    repair: (signal) => follow('rebuild', library.repairing(), signal),
  } satisfies Partial<Engine>
}

type Complete = (request: IngestRequest) => IngestRequest

/** What a request to add does not say of folders, the settings say. */
function foldersAsSet(settings: { get(): Settings }): Complete {
  return (request) => ({ ...request, folders: request.folders ?? settings.get().library.folders })
}

function documentActs(library: Library, complete: Complete, rest: EngineBase['rest']) {
  return {
    addDocuments: (request) => library.addDocuments(complete(request)),
    lookInto: (paths, signal) => lookInto(paths, signal),
    addText: (request) => library.addText(request),
    addSample: () => library.addSample(),
    addAgain: (ids, password) => library.addAgain(ids, password),
    stopJob: (jobId) => library.stopJob(jobId),
    receiveFile: (name, bytes, signal) => library.receiveFile(name, bytes, signal),
    listDocuments(filter) {
      rest.asked()
      return library.listDocuments(filter)
    },
    getDocument: (id) => library.getDocument(id),
    readDocument(id) {
      rest.asked()
      return library.readDocument(id)
    },
    fileToOpen: (id) => library.fileToOpen(id),
    originalOf: (id) => library.originalOf(id),
    updateDocuments: (change) => library.updateDocuments(change),
    deleteDocuments: (ids) => library.deleteDocuments(ids),
    trashDocuments: (ids) => library.trashDocuments(ids),
    restoreDocuments: (ids) => library.restoreDocuments(ids),
    listTrash: () => library.listTrash(),
    emptyTrash: (ids) => library.emptyTrash(ids),
  } satisfies Partial<Engine>
}

/** Acts on sessions, and on the record of their turns. */
function sessionActs(
  sessions: Sessions,
  records: SessionRecords,
  { research: runs, notes: notebooks, storage }: EngineParts,
) {
  const kept = { runs, notebooks }
  const sensitive = sensitiveLibrary(storage.store.catalogue)
  return {
    listSessions: () => sessions.list(),
    getSession: (id) => sessions.get(id),
    viewSession: (id, slice) => sessions.view(id, slice),
    searchSessions: (query, limit) => sessions.search(query, limit),
    renameSession: (id, title) => sessions.rename(id, title),
    pinSession: (id, pinned) => sessions.pin(id, pinned),
    moveSessions: (ids, folder) => sessions.move(ids, folder),
    deleteSession: (id) => sessions.delete(id),
    trashSession: (id) => sessions.trash(id),
    restoreSession: (id) => sessions.restore(id),
    turnContext: (id, turnId) => records.context(id, turnId),
    markEvidence: (id, evidenceId, sensitivity) => records.mark(id, evidenceId, sensitivity),
    exportSessions: (input, signal) => records.export(input, signal, partsForBundle(kept, input, sensitive)),
    previewExport: (input) => records.preview(input, partsForBundle(kept, input, sensitive)),
    importSessions: (path) => records.import(path),
    replay: (id, turnId, mode, signal) => records.replay(id, turnId, mode, signal),
    compareSettings: (ids, variants, signal) => records.compare(ids, variants, signal),
    attribute: (id, turnId, expected, signal) => records.attribute(id, turnId, expected, signal),
  } satisfies Partial<Engine>
}

function storeActs(folder: string, { storage: { store }, vectors, library }: EngineParts) {
  return {
    async info() {
      return {
        version,
        folder,
        embedder: vectors.spaces.current().embedder.id,
        documents: library.library.listDocuments({}).length,
        // What is in the trash is in the tables, too, but does not count.
        chunks: await store.index.countChunks(resolveFilter(undefined, store.catalogue.list())),
        sessions: (await store.sessions.list()).length,
        ...(store.shared && { library: store.shared.access() }),
      }
    },
    library: async () => (await store.shared?.standing()) ?? null,
    async keepLibraryKeys(keep) {
      if (!store.shared) throw new CairnError('INVALID_INPUT', 'The documents of this store are shared with nobody.')
      await store.shared.keepKeys(keep)
      return store.shared.standing()
    },
    check: () => store.check(),
    askedMove: async () => ({ asked: await askedMove(folder) }),
    async askForMove(to) {
      await (to === null ? takeBackMove(folder) : askForMove(folder, to))
      return { asked: await askedMove(folder) }
    },
  } satisfies Partial<Engine>
}
