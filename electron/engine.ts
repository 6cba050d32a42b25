import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Change, Job } from '@shared/changes'
import { CairnError } from '@shared/errors'
import { type CairnEvent, createStamper } from '@shared/events'
import { estimatedTokens } from './inference/estimated-tokens'
import { createHashedNgramEmbedder } from './inference/hashed-ngrams'
import { documentsChange } from './ingest/documents-change'
import { isVisible, Library } from './ingest/library'
import type { JobWork } from './ingest/library-jobs'
import { createParsePool } from './ingest/parse-pool'
import { createDocumentReader } from './ingest/read-document'
import { resolveFilter } from './ingest/resolve-filter'
import { Chat } from './pipeline/chat'
import { streamOf } from './pipeline/event-stream'
import { loadShortAnswerer } from './answer/short/load'
import { createIntentClassifier } from './pipeline/intent/classify'
import { loadLabelled } from './pipeline/intent/labelled'
import { SessionRecords } from './pipeline/session-records'
import type { IntentParse, PipelineRooms, Rewrite } from './pipeline/turn'
import { createTurnCache } from './pipeline/turn-cache'
import { TermBook } from './retrieval/term-book'
import { ChangeFeed } from './platform/change-feed'
import { SettingsStore } from './platform/settings'
import { version } from './platform/version'
import type { Engine } from './ports/engine'
import { defaultChain } from './retrieval/post-processors/default-chain'
import { type SensitivityOf, sensitiveNames, withWhatTheyRestOn } from './session/current-sensitivity'
import { sensitivityOfTags } from './session/evidence'
import { toExportRequest } from './session/export-sessions'
import { SessionQueue } from './session/session-queue'
import { Sessions } from './session/sessions'
import { TurnRegistry } from './session/turn-registry'
import { openStore } from './storage/open'
import { createScratchSessions } from './storage/scratch-sessions'
import { createStagedFiles } from './storage/staged-files'

export interface EngineOptions {
  /** The store folder, absolute; made when missing. */
  readonly folder: string
  /** Where Cairn's own resources lie, absolute. */
  readonly resources: string
  readonly log?: (line: string) => void
  /** Milliseconds to wait after each token, for tests and demonstrations; 0 by default. */
  readonly tokenPaceMs?: number | undefined
}

const intentsWarmMs = 1000

/**
 * Opens a store and wires the rooms around it: the one place where they meet. Interrupted ingestion goes on in the
 * background. Throws CairnError STORE_LOCKED, STORE_UNUSABLE, STORE_TOO_NEW or PERMISSION_DENIED.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { folder, resources, log = () => undefined, tokenPaceMs = 0 } = options
  const embedder = createHashedNgramEmbedder()
  const store = await openStore(folder, { dimensions: embedder.dimensions, embedderId: embedder.id, log })
  const terms = await TermBook.open({
    shipped: join(resources, 'terms'),
    own: join(folder, 'terms.json'),
    write: (path, text) => store.files.write(path, text),
  }).catch(async (thrown: unknown) => {
    await store.close()
    throw thrown
  })
  const { catalogue, objects, sessions, index } = store
  const parsePool = createParsePool()
  const reader = createDocumentReader(catalogue, objects)
  const closing = new AbortController()
  const feed = new ChangeFeed({
    sessions: () => talks.list(),
    present: () => ({
      documents: library.listDocuments({}),
      jobs: library.jobs.list(),
      running: turns.running(),
      settings: settings.get(),
    }),
  })
  const publish = (change: Change) => feed.publish(change)
  catalogue.onChange((change) => publish(documentsChange(change)))
  const settings = await SettingsStore.open({
    folder,
    write: (path, text) => store.files.write(path, text),
    changed: (changed) => publish({ type: 'settings', settings: changed }),
    log,
  })
  const library = new Library({
    catalogue,
    objects,
    writer: index,
    embedder,
    parsePool,
    reader,
    files: store.files,
    folder,
    sampleFolder: join(resources, 'sample'),
    now: Date.now,
    newId: randomUUID,
    maySweep: store.catalogueIsWhole,
    publish: (job) => publish({ type: 'job', job }),
    closing: closing.signal,
    log,
    resetTables: () => store.resetTables(),
  })
  const load = (id: string) => sessions.load(id)
  const sensitivityOf: SensitivityOf = (id) => sensitivityOfTags(catalogue.get(id)?.tags ?? [])
  const rooms: PipelineRooms = {
    index,
    embedder,
    sessions,
    library: {
      documents: () =>
        catalogue
          .list()
          .filter((record) => record.live !== null && isVisible(record))
          .toSorted((a, b) => b.updated_at - a.updated_at)
          .map(({ id, name, title, chunk_count: chunks, format, gaps }) => {
            return { id, name, title: title || name, chunks, format, gaps }
          }),
      facts: (id) => {
        const record = catalogue.get(id)
        return record && { contentHash: record.content_hash, tags: record.tags }
      },
      unread: () =>
        catalogue
          .list()
          .filter((record) => record.live === null && isVisible(record))
          .map(({ id, format, status }) => ({ id, format, failed: status === 'failed' })),
    },
    tokens: estimatedTokens,
    earlier: { recall: async (...asked) => withWhatTheyRestOn(await talks.recall(...asked), { load, sensitivityOf }) },
    version,
    terms: terms.table,
    chain: defaultChain,
    readText: async ({ chunk }, start, end) => {
      try {
        return await reader.textOf(chunk.doc_id, chunk.revision, start, end)
      } catch (thrown) {
        // One text that has rotted must not silence the other documents; the chunk's own text is still exact.
        if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
        log(`${chunk.doc_name}: ${thrown.message} ${thrown.action}`)
        return null
      }
    },
    shortAnswers: await loadShortAnswerer(resources),
    intents: createIntentClassifier(embedder, async () => (await loadLabelled(join(resources, 'intents'))).examples),
    caches: {
      rewrites: createTurnCache<Rewrite>(),
      intents: createTurnCache<IntentParse>(),
    },
    pace: tokenPaceMs > 0 ? (signal) => setTimeout(tokenPaceMs, undefined, { signal }) : undefined,
    settings: () => settings.get().retrieval,
    resolveFilter: (filter) => resolveFilter(filter, catalogue.list()),
    now: Date.now,
    newId: randomUUID,
  }

  function ingesting(kind: Job['kind'], work: JobWork, outer: AbortSignal | undefined): AsyncGenerator<CairnEvent> {
    if (closing.signal.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
    const stamp = createStamper('ingest', `j_${randomUUID()}`, Date.now)
    return streamOf(
      (push, signal) => library.jobs.run(kind, work, { emit: (body) => push(stamp(body)), signal }),
      outer,
    )
  }

  /** The index is whole again; questions wait for that, because until then they would be refused wrongly. */
  const ready = library.recover(
    store.needsRebuild ? catalogue.list().flatMap(({ id, live }) => (live ? [id] : [])) : store.missing(),
  )

  // So that the first question of a window does not wait for the labelled examples; a failure shows when it asks.
  void setTimeout(intentsWarmMs, undefined, { signal: closing.signal, ref: false })
    .then(() => rooms.intents.rank(''))
    .catch(() => undefined)

  const { now } = rooms
  const queue = new SessionQueue()
  const turns = new TurnRegistry({ publish, closing: closing.signal, now, log })
  const talks = new Sessions({ store: sessions, queue, turns, publish, closing: closing.signal, now, log })
  const announce = (id: string) => talks.announce(id)
  const records = new SessionRecords({
    rooms: { ...rooms, scratch: (contexts) => createScratchSessions(contexts, now), clock: () => performance.now() },
    store: sessions,
    queue,
    running: (id) => new Set(turns.runningIn(id).map(({ asked }) => asked.turn_id)),
    read: (id) => reader.currentText(id),
    library: { sensitivityOf, sensitiveNames: () => sensitiveNames(catalogue.list()) },
    imports: {
      store: sessions,
      queue,
      staged: createStagedFiles(join(folder, 'imports'), store.files),
      announce,
      restore: (id) => talks.restore(id),
      closing: closing.signal,
      log,
    },
    ready,
    closing: closing.signal,
  })
  const chat = new Chat({ rooms, turns, queue, ready, closing: closing.signal, announce, log })

  return {
    ask: (input, signal) => chat.ask(input, signal),
    startTurn: (input) => chat.start(input),
    followTurn: (turnId, afterSeq, signal) => turns.follow(turnId, afterSeq, signal),
    stopTurn: (turnId) => turns.stop(turnId),
    ingest: (request, signal) => ingesting('ingest', library.adding(request), signal),
    retry: (ids, signal) => ingesting('retry', library.retrying(ids), signal),
    rebuild: (signal) => ingesting('rebuild', library.rebuilding(), signal),
    addDocuments: (request) => library.addDocuments(request),
    addText: (request) => library.addText(request),
    addSample: () => library.addSample(),
    addAgain: (ids) => library.addAgain(ids),
    stopJob: (jobId) => library.stopJob(jobId),
    receiveFile: (name, bytes, signal) => library.receiveFile(name, bytes, signal),
    listDocuments: (filter) => library.listDocuments(filter),
    getDocument: (id) => library.getDocument(id),
    readDocument: (id) => library.readDocument(id),
    originalOf: (id) => library.originalOf(id),
    updateDocuments: (change) => library.updateDocuments(change),
    deleteDocuments: (ids) => library.deleteDocuments(ids),
    trashDocuments: (ids) => library.trashDocuments(ids),
    restoreDocuments: (ids) => library.restoreDocuments(ids),
    listSessions: () => talks.list(),
    getSession: (id) => talks.get(id),
    viewSession: (id, slice) => talks.view(id, slice),
    searchSessions: (query, limit) => talks.search(query, limit),
    renameSession: (id, title) => talks.rename(id, title),
    pinSession: (id, pinned) => talks.pin(id, pinned),
    deleteSession: (id) => talks.delete(id),
    trashSession: (id) => talks.trash(id),
    restoreSession: (id) => talks.restore(id),
    turnContext: (id, turnId) => records.context(id, turnId),
    markEvidence: (id, evidenceId, sensitivity) => records.mark(id, evidenceId, sensitivity),
    exportSessions: (input, signal) => records.export(toExportRequest(input), signal),
    previewExport: (input) => records.preview(toExportRequest(input)),
    importSessions: (path) => records.import(path),
    replay: (id, turnId, mode, signal) => records.replay(id, turnId, mode, signal),
    compareSettings: (ids, variants, signal) => records.compare(ids, variants, signal),
    attribute: (id, turnId, expected, signal) => records.attribute(id, turnId, expected, signal),
    getSettings: () => settings.get(),
    changeSettings: (patch) => settings.change(patch),
    listTerms: () => terms.list(),
    setTerms: (rows) => terms.set(rows),
    lookUpTerms: (text) => terms.lookup(text),
    watch: (signal) => feed.subscribe(signal ? AbortSignal.any([signal, closing.signal]) : closing.signal),
    async info() {
      return {
        version,
        folder,
        embedder: embedder.id,
        documents: library.listDocuments({}).length,
        chunks: await index.countChunks(),
        sessions: (await sessions.list()).length,
      }
    },
    check: async () => {
      const { ok, problems, counts } = await store.check()
      return { ok, problems: [...problems], counts: { ...counts } }
    },
    async close() {
      closing.abort(new CairnError('CANCELLED', 'Cairn is closing.'))
      await Promise.all([library.close(), turns.idle(), records.idle(), talks.close(), settings.close(), terms.close()])
      await parsePool.close()
      await store.close()
    },
  }
}
