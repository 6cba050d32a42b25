import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { AskInput } from '@shared/api'
import { CairnError, toCairnError } from '@shared/errors'
import { type CairnEvent, createStamper, type EventBody } from '@shared/events'
import { createHashedNgramEmbedder } from './inference/hashed-ngrams'
import { Ingest } from './ingest/ingest'
import { createParsePool } from './ingest/parse-pool'
import { createDocumentReader } from './ingest/read-document'
import { answerQuestion } from './pipeline/answer-question'
import { streamOf } from './pipeline/event-stream'
import type { IntentParse, PipelineRooms, Rewrite, TurnRequest } from './pipeline/turn'
import { loadTermTable } from './retrieval/load-term-table'
import { withDeadline } from './platform/deadline'
import { version } from './platform/version'
import type { Engine } from './ports/engine'
import { defaultChain } from './retrieval/post-processors/default-chain'
import { SessionQueue } from './session/session-queue'
import { openStore } from './storage/open'
import { detectLanguage } from './text/language'

export interface EngineOptions {
  /** The store folder, absolute; made when missing. */
  readonly folder: string
  /** Where Cairn's own resources lie, absolute. */
  readonly resources: string
  readonly log?: (line: string) => void
}

const cacheTtlMs = 3_600_000
const cacheEntries = 500

/**
 * Opens a store and wires the rooms around it: the one place where they meet. Interrupted ingestion goes on in the
 * background. Throws CairnError STORE_LOCKED, STORE_UNUSABLE, STORE_TOO_NEW or PERMISSION_DENIED.
 */
export async function createEngine({ folder, resources, log = () => undefined }: EngineOptions): Promise<Engine> {
  const embedder = createHashedNgramEmbedder()
  const store = await openStore(folder, { dimensions: embedder.dimensions, embedderId: embedder.id, log })
  const terms = await loadTermTable(join(resources, 'terms', 'en-zh.json'), join(folder, 'terms.json')).catch(
    async (thrown: unknown) => {
      await store.close()
      throw thrown
    },
  )
  const { catalogue, objects, sessions, index } = store
  const parsePool = createParsePool()
  const reader = createDocumentReader(catalogue, objects)
  const ingest = new Ingest({
    catalogue,
    objects,
    writer: index,
    embedder,
    parsePool,
    now: Date.now,
    newId: randomUUID,
    maySweep: store.catalogueIsWhole,
  })
  const rooms: PipelineRooms = {
    index,
    embedder,
    sessions,
    library: {
      documents: () =>
        catalogue
          .list()
          .filter(({ live }) => live !== null)
          .toSorted((a, b) => b.updated_at - a.updated_at)
          .map(({ id, name, title, chunk_count: chunks }) => ({ id, name, title: title || name, chunks })),
    },
    terms,
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
    caches: {
      rewrites: new LRUCache<string, Rewrite>({ max: cacheEntries, ttl: cacheTtlMs }),
      intents: new LRUCache<string, IntentParse>({ max: cacheEntries, ttl: cacheTtlMs }),
    },
    now: Date.now,
    newId: randomUUID,
  }

  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const sessionQueue = new SessionQueue()

  function track<T>(work: Promise<T>): Promise<T> {
    const settled = work.catch(() => undefined).finally(() => running.delete(settled))
    running.add(settled)
    return work
  }

  function requireOpen(): void {
    if (closing.signal.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
  }

  function start(
    sessionId: string,
    turnId: string,
    work: (emit: (body: EventBody) => void, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<CairnEvent> {
    requireOpen()
    const stamp = createStamper(sessionId, turnId, Date.now)
    const outer = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
    return streamOf((push, inner) => track(work((body) => push(stamp(body)), inner)), outer)
  }

  function ask(input: AskInput, signal?: AbortSignal): AsyncGenerator<CairnEvent> {
    const request: TurnRequest = {
      question: input.question.trim(),
      sessionId: input.session_id ?? `s_${randomUUID()}`,
      turnId: `t_${randomUUID()}`,
      traceId: randomUUID(),
      filter: input.filter,
      searchAnyway: input.search_anyway ?? false,
      language: input.locale ?? detectLanguage(input.question),
    }
    return start(
      request.sessionId,
      request.turnId,
      async (emit, inner) => {
        const options = { emit, signal: inner, clock: () => performance.now() }
        try {
          await withDeadline(() => repaired, Infinity, inner)
          await sessionQueue.run(request.sessionId, () => answerQuestion(request, rooms, options), inner)
        } catch (thrown) {
          if (toCairnError(thrown).code !== 'CANCELLED') throw thrown
          // It was still waiting for its turn: nothing was written, nothing streamed.
          emit({ type: 'cancelled', trace_id: request.traceId, total_ms: 0, response: '' })
        }
      },
      signal,
    )
  }

  function ingesting(
    work: (emit: (body: EventBody) => void, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<CairnEvent> {
    return start('ingest', `j_${randomUUID()}`, work, signal)
  }

  function liveIds(): string[] {
    return catalogue.list().flatMap(({ id, live }) => (live ? [id] : []))
  }

  function requireDocument(id: string) {
    const record = catalogue.get(id)
    if (!record)
      throw new CairnError('NOT_FOUND', `There is no document "${id}".`, 'List the documents to see which exist.')
    return record
  }

  async function header(id: string) {
    const found = (await sessions.list()).find((session) => session.id === id)
    if (!found)
      throw new CairnError('NOT_FOUND', `There is no session "${id}".`, 'List the sessions to see which exist.')
    return found
  }

  function changeSession<T>(id: string, change: () => Promise<T>): Promise<T> {
    requireOpen()
    const checked = async () => {
      await header(id)
      return change()
    }
    return track(sessionQueue.run(id, checked, closing.signal))
  }

  const quiet = () => undefined

  function report(thrown: unknown): void {
    if (!closing.signal.aborted) log(`Recovery stopped: ${String(thrown)}`)
  }

  async function repair(): Promise<void> {
    const damaged = store.needsRebuild ? liveIds() : store.missing()
    if (damaged.length > 0) log(`Re-indexing ${damaged.length} documents from their kept texts.`)
    await ingest.reindex(damaged, quiet, closing.signal)
  }
  /** The index is whole again; questions wait for that, because until then they would be refused wrongly. */
  const repaired = track(repair()).catch(report)
  const recovery = track(repaired.then(() => ingest.resume(quiet, closing.signal))).catch(report)

  return {
    ask,
    ingest: (request, signal) => ingesting((emit, inner) => ingest.add(request, emit, inner), signal),
    retry: (ids, signal) =>
      ingesting((emit, inner) => {
        const failed = catalogue.list().filter(({ id, status }) => status === 'failed' && (ids?.includes(id) ?? true))
        return ingest.process(
          failed.map(({ id }) => id),
          emit,
          inner,
        )
      }, signal),
    rebuild: (signal) =>
      ingesting(async (emit, inner) => {
        // Documents that recovery is working on have nothing live to rebuild from yet.
        await recovery
        const ids = liveIds()
        await store.resetTables()
        await ingest.reindex(ids, emit, inner)
      }, signal),
    listDocuments: ({ collection, statuses }) =>
      catalogue
        .list()
        .filter((record) => collection === undefined || record.collection === collection)
        .filter((record) => statuses?.includes(record.status) ?? true),
    getDocument: requireDocument,
    readDocument: async (id) => reader.content(requireDocument(id)),
    deleteDocuments: async (ids) => {
      requireOpen()
      return track(ingest.remove(ids))
    },
    listSessions: () => sessions.list(),
    getSession: (id) => sessions.load(id),
    renameSession: (id, title) =>
      changeSession(id, async () => {
        await sessions.append(id, [{ op: 'title', title }], { durable: true })
        return header(id)
      }),
    deleteSession: (id) => changeSession(id, () => sessions.remove(id)),
    async info() {
      return {
        version,
        folder,
        embedder: embedder.id,
        documents: catalogue.list().length,
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
      await Promise.all(running)
      await parsePool.close()
      await store.close()
    },
  }
}
