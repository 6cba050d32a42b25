import { type KeyObject, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Change } from '@shared/changes'
import type { GraphState } from '@shared/graph'
import { keptDocuments } from '@shared/sensitivity/sensitive-documents'
import { builtFile } from '@engine/platform/paths'
import { tooLate, unlessAborted, withDeadline } from '@engine/platform/deadline'
import type { RecentLooks } from '@engine/platform/order/recent-looks'
import type { FoundChunk } from '@engine/ports/storage/chunk-index'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { GraphSearch } from '@engine/ports/graph/graph-search'
import type { KnowledgeGraph } from '@engine/ports/graph/knowledge-graph'
import type { ModelName } from '@engine/ports/models/language-model'
import { CommunityDescriptions } from '../community-writing/community-descriptions'
import { CommunityWriter } from '../community-writing/community-writer'
import { chosenModel, openExtraction, type OpenExtractionParts } from './open-extraction'
import { GraphDecisions } from './graph-decisions'
import { graphFileNames, GraphFiles, type GraphFilesParts } from '../share/graph-files'
import { GraphShares, type GraphSharesParts } from '../share/graph-shares'
import { GraphThread } from './graph-thread-client'
import { LayoutPositions } from './layout-positions'
import type { LibraryEntitiesCalls } from './library-entities'
import { LibraryGraph } from './library-graph'
import type { PassageLinksCalls } from './passage-links'
import { QuietTimes } from './quiet-times'
import type { ShareTask } from '../share/read-share'
import type { ShareFile, ShareHolder } from '../share/share-holder'

export interface OpenGraphParts extends Pick<
  OpenExtractionParts,
  'models' | 'nameOf' | 'settings' | 'chunksOf' | 'wait' | 'closing' | 'log'
> {
  /** The store folder, absolute. */
  readonly store: string
  /** Where Cairn's own resources lie, absolute. */
  readonly resources: string
  readonly catalogue: DocumentCatalogue
  readonly files: GraphFilesParts['files']
  /** What the graph's files go through on their way to the disk and back. */
  readonly seals?: GraphFilesParts['seals']
  readonly chunksById: (ids: readonly string[]) => Promise<readonly FoundChunk[]>
  /** `readShare` in another thread. */
  readonly read: (task: ShareTask, signal: AbortSignal) => Promise<Uint8Array>
  readonly maySweep: boolean
  readonly tracer?: GraphSharesParts['tracer']
  /** Milliseconds for which nobody looks at the graph, after which what people look at it with ends until somebody does. */
  readonly restAfterMs: number
  readonly publish: (state: GraphState) => void
  /** Told which documents wait to be in the graph, and which wait no longer. */
  readonly reading: GraphSharesParts['reading']
  readonly looks: RecentLooks
  readonly now: () => number
}

/** A search goes without documents that have not been taken in by then. */
const searchWaitsMs = 500
/** What people look at the graph with is loaded so long after a start, unless it is wanted before: first questions come first. */
const entitiesAfterMs = 3000
/** A search that has waited this long waits for many documents to be taken in; further searches fail instead of waiting. */
const busyMs = 300

/** The knowledge graph of a library, as the rest of Cairn uses it. */
export interface OpenGraph {
  readonly graph: KnowledgeGraph
  readonly search: GraphSearch
  /**
   * Resolves when all that is searchable now has been read for the graph, and calls `told` with how many documents still wait.
   * An aborted caller waits no longer; the reading goes on.
   */
  mapped(told: (unread: number) => void, signal: AbortSignal): Promise<void>
  /** Documents that can be searched and are not in the graph yet. */
  waiting(): readonly string[]
  /** Which can be sealed and opened while it is in use. */
  readonly files: Pick<GraphFiles, 'resealing'>
  /** Takes in what the library has; until then a search finds nothing. To be called once the index is whole. */
  start(): Promise<void>
  /** To be told of every change: turns and jobs that run, settings. */
  follow(change: Change): void
  close(): Promise<void>
}

/** Reads what people have decided; no document is read and no thread runs before `start`. */
export async function openGraph(parts: OpenGraphParts): Promise<OpenGraph> {
  const { catalogue, wait, closing } = parts
  const files = new GraphFiles(parts)
  const { decisions, descriptions, positions } = await openStores(parts, files)
  const stopPruning = catalogue.onChange(() => descriptions.prune())
  const model = () => chosenModel(parts.settings(), parts.nameOf)
  const writer = new CommunityWriter({ descriptions, model, chunksById: parts.chunksById })
  const quiet = new QuietTimes()
  // What rests counts again when somebody looks.
  const changed = () => (threads.entities.isResting ? graph.stateChanged() : graph.changed())
  const own = { folder: files.folder, files, decisions, quiet, changed }
  const threads = graphThreads(parts, own)
  const { shares, entities } = threads
  const [clock, kept] = [() => performance.now(), () => keptDocuments(catalogue.list())]
  const { begun, begin } = beginning(closing)
  const entitiesReady = async () => void (await begun.then(() => threads.entitiesLoaded()))
  const extraction = openExtraction({
    ...{ ...parts, folder: files.folder, files, begun, clock },
    factsOf: threads.factsOf,
    changed: () => graph.stateChanged(),
    afterwards: (ask, signal) => graph.describeLargest(ask, signal),
    learned: (documentId) => threads.reloadEntities(documentId),
  })
  const graph = new LibraryGraph({
    ...{ ...parts, thread: entities, shares, decisions, positions, extraction, writer, clock, kept },
    wait: (ms) => wait(ms, closing).catch(() => undefined),
    loaded: entitiesReady,
    isVisible: (id) => catalogue.get(id)?.trashed_at === null,
  })
  const followModel = modelFollower(model, () => {
    // Only what the chosen model has written is shown.
    if (!descriptions.isEmpty) graph.retitled()
  })
  let started: Promise<void> | undefined
  return {
    ...{ graph, files },
    search: graphSearch({ ...threads, begun, entitiesReady, closing }),
    start() {
      started ??= shares.start()
      begin(started)
      return started.then(() => extraction.start())
    },
    waiting: () => shares.waiting,
    mapped: (told, signal) => allRead(begun, shares, told, signal),
    follow(change) {
      quiet.follow(change)
      extraction.follow(change)
      if (change.type === 'settings') followModel()
    },
    async close() {
      await started?.catch(() => undefined)
      stopPruning()
      await extraction.close()
      await writer.idle()
      // First the threads: nobody wants any more what they may be doing for seconds.
      await Promise.all([threads.links.close(), entities.close()])
      await Promise.all([shares.close(), graph.idle()])
    },
  }
}

/** `OpenGraph.mapped`. */
async function allRead(begun: Promise<void>, shares: GraphShares, told: (unread: number) => void, signal: AbortSignal) {
  const read = begun.then(() => shares.allRead(() => told(shares.unread))).catch(() => undefined)
  await unlessAborted(read, signal)
}

/** What is stored beside the shares. */
async function openStores({ store, catalogue, maySweep, now, log }: OpenGraphParts, files: GraphFiles) {
  const read = (path: string) => files.read(path)
  const write = (path: string, text: string) => files.write(path, text)
  const decisions = await GraphDecisions.open({
    path: join(store, graphFileNames.decisions),
    ...{ read, write, now, newId: randomUUID, log },
  })
  const descriptions = await CommunityDescriptions.open({
    path: join(store, graphFileNames.descriptions),
    isCurrent({ id, revision }) {
      const document = catalogue.get(id)
      return document?.trashed_at === null && document.live?.revision === revision
    },
    ...{ maySweep, read, write, log },
  })
  return { decisions, descriptions, positions: new LayoutPositions(join(store, graphFileNames.positions), write, read) }
}

/** `begun` settles as the promise that `begin` is called with, and resolves when the engine closes. */
function beginning(closing: AbortSignal) {
  let begin: (begun: Promise<void>) => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  // Whoever waits for it sees the rejection; there may be nobody yet.
  begun.catch(() => undefined)
  // Whoever still waits then gets the thread's own words.
  closing.addEventListener('abort', () => begin(Promise.resolve()), { once: true })
  return { begun, begin }
}

/** To be called when settings have changed; calls `changed` when another model was chosen. */
function modelFollower(model: () => ModelName | null, changed: () => void): () => void {
  let known = model()?.id
  return () => {
    const before = known
    known = model()?.id
    if (known !== before) changed()
  }
}

interface ThreadsOwn extends Pick<GraphSharesParts, 'folder' | 'changed' | 'quiet'> {
  readonly files: GraphFiles
  readonly decisions: GraphDecisions
}

/** The two threads that hold the graph, and the shares they load. */
function graphThreads(parts: OpenGraphParts, { decisions, ...own }: ThreadsOwn) {
  const { resources, log, restAfterMs } = parts
  const file = builtFile('graph-thread', process.env['CAIRN_GRAPH_THREAD'])
  const links = new GraphThread<PassageLinksCalls>({
    ...{ file, log, data: { role: 'links' } },
    restarted: () => shares.restore(linksHolder),
  })
  const entities = new GraphThread<LibraryEntitiesCalls>({
    ...{ file, log, restAfterMs, data: { role: 'entities', terms: join(resources, 'terms') } },
    restarted: () => {
      void entities.call('setLog', decisions.log).catch(() => undefined)
      shares.restore(entitiesHolder)
    },
  })
  const { begun: wanted, begin } = beginning(parts.closing)
  const want = () => begin(Promise.resolve())
  void parts.wait(entitiesAfterMs, parts.closing).then(want, want)
  // Before it is asked anything, it knows what people have decided.
  const entitiesWanted = wanted.then(() => {
    parts.closing.throwIfAborted()
    if (decisions.log.length > 0) void entities.call('setLog', decisions.log).catch(() => undefined)
  })
  // An engine that closes early has nothing to load.
  entitiesWanted.catch(() => undefined)
  const linksHolder: ShareHolder = {
    load: (files) => loadedWith(own.files, files, (some, key) => links.call('load', some, key)),
    drop: (ids) => links.call('drop', ids),
  }
  const entitiesHolder: ShareHolder = {
    async load(files) {
      // At a start, what a question waits for comes first.
      await shares.deliveredTo(linksHolder)
      await entitiesWanted
      // Nobody looks: it is told of all there is when somebody does, and a new document costs nothing here until then.
      if (entities.isResting) return []
      return loadedWith(own.files, files, (some, key) => entities.call('load', some, key))
    },
    drop: (ids) => (entities.isResting ? Promise.resolve() : entities.call('drop', ids)),
  }
  const patterns = join(resources, 'graph', 'patterns')
  const shares = new GraphShares({ ...parts, ...own, patterns, holders: [linksHolder, entitiesHolder] })
  return {
    ...{ links, entities, shares },
    /** Resolves when the thread has loaded every change that was passed on so far. Never rejects. */
    linksLoaded: () => shares.deliveredTo(linksHolder),
    entitiesLoaded() {
      want()
      entities.wake()
      return shares.deliveredTo(entitiesHolder)
    },
    /** Has the thread load a document again whose files hold more than before. */
    reloadEntities: (documentId: string) => shares.reload(entitiesHolder, documentId),
    /** What the rules found in that revision of a document; undefined where the thread does not know it. */
    factsOf: async (documentId: string, revision: string) => {
      entities.wake()
      await shares.deliveredTo(entitiesHolder)
      return entities.call('factsOf', documentId, revision)
    },
  }
}

/** Has a thread load files with what opens them by then. Those that were sealed by a new key meanwhile are given to it once more. */
async function loadedWith(
  own: Pick<GraphFiles, 'key'>,
  files: readonly ShareFile[],
  load: (files: readonly ShareFile[], key: KeyObject | undefined) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const before = own.key()
  const refused = new Set(await load(files, before))
  const now = refused.size > 0 ? own.key() : before
  if (now === before) return [...refused]
  return load(
    files.filter(({ documentId }) => refused.has(documentId)),
    now,
  )
}

interface SearchParts extends Pick<ReturnType<typeof graphThreads>, 'links' | 'entities' | 'linksLoaded'> {
  /** Resolves once documents are being loaded. */
  readonly begun: Promise<void>
  readonly entitiesReady: () => Promise<void>
  readonly closing: AbortSignal
}

function graphSearch({ links, entities, linksLoaded, begun, entitiesReady, closing }: SearchParts): GraphSearch {
  let loading: Promise<unknown> | undefined
  return {
    async loaded() {
      await begun
      // The first search puts the graph together.
      loading ??= linksLoaded().then(() => links.call('search', { text: '', terms: new Map() }, new Map()))
      await loading
    },
    async search(question, hits, signal) {
      await begun
      if (links.waitedMs('search') > busyMs) throw tooLate(busyMs)
      // What became searchable before the question is to be in the graph, too, unless that is a whole library just opened.
      await withDeadline(linksLoaded, searchWaitsMs, closing).catch(() => undefined)
      signal?.throwIfAborted()
      return links.call('search', question, hits)
    },
    async overview(question, options, signal) {
      await entitiesReady()
      signal?.throwIfAborted()
      return entities.call('overview', question, options)
    },
    async ready() {
      await entitiesReady()
      await entities.call('size')
    },
  }
}
