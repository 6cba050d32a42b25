import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Change, Job } from '@shared/changes'
import { CairnError } from '@shared/errors'
import { type CairnEvent, createStamper } from '@shared/events'
import type { SessionContext } from '@shared/session/session-context'
import { openGraph } from '@engine/graph/runtime/open-graph'
import { forkHost, hostFile } from '@engine/inference/supervision/fork-host'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import type { HostProcess } from '@engine/ports/models/host-process'
import { createTokenMeasure, estimatedTokens } from '@engine/inference/built-in/measured-tokens'
import { modelsFolderOf, openInference } from '@engine/inference/open-inference'
import { documentActs, sessionActs } from '@engine/wiring/engine-acts'
import { documentsChange } from '@engine/ingest/documents/documents-change'
import { Library } from '@engine/ingest/library'
import { libraryFacts } from '@engine/ingest/documents/library-facts'
import type { JobWork } from '@engine/ingest/jobs/library-jobs'
import { createParsePool } from '@engine/ingest/parsing/parse-pool'
import { passagePlaces, passageText } from '@engine/ingest/documents/passage-text'
import { ReEmbedding } from '@engine/ingest/vectors/re-embed'
import { ChosenEmbedder } from '@engine/ingest/vectors/chosen-embedder'
import { createDocumentReader } from '@engine/ingest/documents/read-document'
import { resolveFilter } from '@engine/ingest/documents/resolve-filter'
import { VectorSpaces } from '@engine/ingest/vectors/vector-spaces'
import { Chat } from '@engine/pipeline/chat'
import { streamOf } from '@engine/pipeline/event-stream'
import { loadShortAnswerer } from '@engine/answer/short-answer/load-short-answerer'
import { createIntentClassifier } from '@engine/pipeline/intent/classify'
import { loadLabelled } from '@engine/pipeline/intent/labelled'
import { SessionRecords } from '@engine/pipeline/records/session-records'
import type { IntentParse, PipelineRooms, Rewrite } from '@engine/pipeline/turn'
import { createTurnCache } from '@engine/pipeline/turn-cache'
import { TermBook } from '@engine/retrieval/terms/term-book'
import { ChangeFeed } from '@engine/platform/change-feed'
import { extended } from '@engine/platform/extended'
import { orClose } from '@engine/platform/or-close'
import { SettingsStore } from '@engine/platform/settings-file'
import { version } from '@engine/platform/version'
import type { Engine } from '@engine/ports/engine-interface'
import { defaultChain } from '@engine/retrieval/post-processors/default-chain'
import { type SensitivityOf, sensitiveNames, withWhatTheyRestOn } from '@engine/session/context/current-sensitivity'
import { sensitivityOfTags } from '@engine/session/context/evidence'
import { SessionQueue } from '@engine/session/session-queue'
import { Sessions } from '@engine/session/sessions'
import { TurnRegistry } from '@engine/session/turn-registry'
import { openStore } from '@engine/storage/opening/open-store'
import { lockModels } from '@engine/storage/opening/lock-models'
import { createScratchSessions } from '@engine/storage/sessions/scratch-sessions'
import { createStagedFiles } from '@engine/storage/files/staged-import-files'
import { warmUp } from '@engine/wiring/warm-up'

export interface EngineOptions {
  /** The store folder, absolute; made when missing. */
  readonly folder: string
  /** Where Cairn's own resources lie, absolute. */
  readonly resources: string
  readonly log?: (line: string) => void
  /** Milliseconds to wait after each token, for tests and demonstrations; 0 by default. */
  readonly tokenPaceMs?: number | undefined
  /** Starts the process that runs models; a child of Node's by default. */
  readonly forkHost?:
    ((entry: string, role: 'language' | 'vectors', log: (line: string) => void) => HostProcess) | undefined
}

/**
 * Opens a store and wires the rooms around it: the one place where they meet. Interrupted ingestion goes on in the
 * background. Throws CairnError STORE_LOCKED, STORE_UNUSABLE, STORE_TOO_NEW or PERMISSION_DENIED.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { folder, resources, log = () => undefined, tokenPaceMs = 0 } = options
  const builtIn = createHashedNgramEmbedder()
  const inference = await openInference({
    folder: modelsFolderOf(folder),
    manifest: process.env['CAIRN_MODELS_MANIFEST'] || join(dirname(resources), 'models', 'manifest.json'),
    builtIn,
    fork: (role) => options.forkHost?.(hostFile(), role, log) ?? forkHost(hostFile(), log),
    settings: { get: () => settings.get().models, change: (models) => settings.change({ models }) },
    embedding: {
      state: () => reEmbedding.state(),
      pause: (paused) => (paused ? reEmbedding.pause() : reEmbedding.resume()),
    },
    publish: (models) => {
      publish({ type: 'models', models })
      spaces.changed()
      void embedder.look()
    },
    lockModels,
    newId: randomUUID,
    log,
  })
  const { embedderOf } = inference
  const canEmbed = (id: string) => embedderOf(id) !== undefined
  const { dimensions, id: embedderId } = builtIn
  const store = await orClose(openStore(folder, { dimensions, embedderId, canEmbed, log }), inference)
  const ownTerms = { shipped: join(resources, 'terms'), own: join(folder, 'terms.json') }
  const write = (path: string, text: string) => store.files.write(path, text)
  const terms = await orClose(TermBook.open({ ...ownTerms, write }), store, inference)
  const { catalogue, objects, sessions } = store
  const spaces = new VectorSpaces({ tables: store.vectors, embedderOf })
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
      models: inference.desk.state(),
      graph: graph.graph.state(),
    }),
  })
  let followed: (change: Change) => void = () => undefined
  const publish = (change: Change) => {
    feed.publish(change)
    followed(change)
  }
  catalogue.onChange((change) => publish(documentsChange(change)))
  const settings = await SettingsStore.open({
    folder,
    write,
    changed: (changed) => {
      publish({ type: 'settings', settings: changed })
      inference.warm()
      void embedder.apply()
    },
    log,
  })
  const openedGraph = openGraph({
    ...{ store: folder, resources, catalogue, files: store.files, closing: closing.signal, now: Date.now, log },
    publish: (state) => publish({ type: 'graph', graph: state }),
    wait: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
    models: inference.language,
    nameOf: (id) => inference.language.nameOf(id),
    settings: () => settings.get(),
    chunksById: (ids) => spaces.current().index.chunksById(ids),
    chunksOf: (id) => spaces.current().index.chunksOf(id, 0, Number.MAX_SAFE_INTEGER),
    read: (task, signal) => parsePool.share(task, signal),
    maySweep: store.catalogueIsWhole,
  })
  const graph = await orClose(openedGraph, store, inference)
  followed = (change) => graph.follow(change)
  const library = new Library({
    graph: graph.reader,
    catalogue,
    objects,
    vectors: spaces,
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
    get index() {
      return spaces.current().index
    },
    get embedder() {
      return spaces.current().embedder
    },
    answerEmbedder: builtIn,
    reranker: () => inference.reranker(),
    models: inference.language,
    graph: graph.search,
    measureTokens: createTokenMeasure(inference.language, estimatedTokens),
    sessions,
    library: libraryFacts(catalogue),
    tokens: estimatedTokens,
    earlier: { recall: async (...asked) => withWhatTheyRestOn(await talks.recall(...asked), { load, sensitivityOf }) },
    version,
    terms: terms.table,
    chain: defaultChain,
    readText: passageText(reader, log),
    readPlaces: passagePlaces(reader, log),
    shortAnswers: await loadShortAnswerer(resources),
    intents: createIntentClassifier(builtIn, async () => (await loadLabelled(join(resources, 'intents'))).examples),
    caches: { rewrites: createTurnCache<Rewrite>(), intents: createTurnCache<IntentParse>() },
    pace: tokenPaceMs > 0 ? (signal) => setTimeout(tokenPaceMs, undefined, { signal }) : undefined,
    settings: () => settings.get().retrieval,
    resolveFilter: (filter) => resolveFilter(filter, catalogue.list()),
    now: Date.now,
    newId: randomUUID,
  }

  const reEmbedding = new ReEmbedding({
    tables: store.vectors,
    spaces,
    catalogue,
    embedderOf,
    publish: () => inference.changed(),
    closing: closing.signal,
    log,
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
    random: Math.random,
  })

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

  const embedder = new ChosenEmbedder({
    chosen: () => settings.get().models.embedder,
    ...{ builtIn: builtIn.id, canEmbed, reEmbedding, closing: closing.signal, log },
  })
  inference.start()
  void ready.then(() => graph.start()).catch((thrown: unknown) => log(`graph: ${String(thrown)}`))
  void ready.then(() => reEmbedding.recover()).then(() => embedder.apply())

  void warmUp(rooms.intents, closing.signal)

  const { now } = rooms
  const queue = new SessionQueue()
  const turns = new TurnRegistry({ publish, closing: closing.signal, now, log })
  const talks = new Sessions({ store: sessions, queue, turns, publish, closing: closing.signal, now, log })
  const announce = (id: string) => talks.announce(id)
  const records = new SessionRecords({
    rooms: extended(rooms, {
      scratch: (contexts: readonly SessionContext[]) => createScratchSessions(contexts, now),
      clock: () => performance.now(),
    }),
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
    ...documentActs(library),
    ...sessionActs(talks, records),
    getSettings: () => settings.get(),
    changeSettings: (patch) => settings.change(patch),
    listTerms: () => terms.list(),
    setTerms: (rows) => terms.set(rows),
    lookUpTerms: (text) => terms.lookup(text),
    models: inference.desk,
    graph: graph.graph,
    watch: (signal) => feed.subscribe(signal ? AbortSignal.any([signal, closing.signal]) : closing.signal),
    async info() {
      return {
        version,
        folder,
        embedder: spaces.current().embedder.id,
        documents: library.listDocuments({}).length,
        chunks: await store.index.countChunks(),
        sessions: (await sessions.list()).length,
      }
    },
    check: async () => {
      const { ok, problems, counts } = await store.check()
      return { ok, problems: [...problems], counts: { ...counts } }
    },
    async close() {
      closing.abort(new CairnError('CANCELLED', 'Cairn is closing.'))
      await Promise.all([
        library.close(),
        turns.idle(),
        records.idle(),
        talks.close(),
        chat.idle(),
        settings.close(),
        terms.close(),
      ])
      await Promise.all([reEmbedding.idle(), graph.close()])
      await Promise.all([parsePool.close(), inference.close()])
      await store.close()
    },
  }
}
