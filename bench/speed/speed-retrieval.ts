import { join } from 'node:path'
import { defaultSettings } from '@shared/settings'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { createDocumentReader } from '@engine/ingest/documents/read-document'
import { rewriteQuery } from '@engine/pipeline/stages/2-query-rewrite'
import type { ChunkIndex } from '@engine/ports/storage/chunk-index'
import type { ChainTiming } from '@engine/retrieval/chain'
import { TermBook } from '@engine/retrieval/terms/term-book'
import { defaultChain } from '@engine/retrieval/post-processors/default-chain'
import { toTextQuery } from '@engine/retrieval/question/query'
import { type RetrievalRooms, retrieve } from '@engine/retrieval/retrieve'
import { openStore } from '@engine/storage/opening/open-store'
import { type BareTable, openBareTable } from './bare-lancedb'
import type { BenchIo } from '../io'
import { figures, percentile, round } from '../metrics'

/** What retrieval asks of each list, and what recall is measured at. */
const limit = 30
const most = 5
const tokenBudget = 2400
const warmUp = 5

/**
 * Retrieval by itself on a store that nobody has open: against two bare LanceDB searches of the same question, taken in
 * turns so that a busy machine slows both; the chain's share; and how much of an exact scan's best 30 vector search
 * finds (`recall@30`).
 */
export async function measureRetrieval(
  folder: string,
  questions: readonly string[],
  probes: readonly string[],
  io: BenchIo,
) {
  const embedder = createHashedNgramEmbedder()
  const store = await openStore(folder, { dimensions: embedder.dimensions, embedderId: embedder.id })
  const bare = await openBareTable(folder)
  try {
    const reader = createDocumentReader(store.catalogue, store.objects)
    const terms = await TermBook.open({
      shipped: join(io.resources, 'terms'),
      own: '',
      write: () => Promise.resolve(),
    })
    const rooms: RetrievalRooms = {
      index: store.index,
      embedder,
      terms: terms.table,
      chain: defaultChain,
      readText: ({ chunk }, start, end) => reader.textOf(chunk.doc_id, chunk.revision, start, end),
    }
    const vectors = await embedder.embedPassages([...questions, ...probes])
    return {
      ...(await measureTimes(questions, rooms, bare)),
      vector: await measureVectors(vectors, store.index, bare),
    }
  } finally {
    bare.close()
    await store.close()
  }
}

async function measureTimes(questions: readonly string[], rooms: RetrievalRooms, bare: BareTable) {
  const bareTimes: number[] = []
  const bareProcessor: number[] = []
  const whole: number[] = []
  const one: number[] = []
  const chains: (readonly ChainTiming[])[] = []
  let asked = 0
  for (const [at, question] of questions.entries()) {
    const vector = await rooms.embedder.embedQuery(question)
    const bareTime = await bare.searchBoth(vector, toTextQuery(question).terms, limit)
    const queries = queriesOf(question, rooms)
    const start = performance.now()
    const { timings } = await retrieve({ question, queries, most, tokenBudget }, rooms)
    const wholeMs = performance.now() - start
    const startOne = performance.now()
    await retrieve({ question, queries: queries.slice(0, 1), most, tokenBudget }, rooms)
    const oneMs = performance.now() - startOne
    if (at < warmUp) continue
    bareTimes.push(bareTime.ms)
    bareProcessor.push(bareTime.processor)
    whole.push(wholeMs)
    one.push(oneMs)
    chains.push(timings)
    asked += queries.length
  }
  const floor = Math.max(0.001, percentile(bareTimes, 50))
  return {
    bare_queries: figures(bareTimes),
    bare_processor_ms: percentile(bareProcessor, 50),
    retrieval: { ...figures(whole), queries_mean: round(asked / Math.max(1, whole.length), 2) },
    retrieval_ratio: round(percentile(whole, 50) / floor, 2),
    /** Without rewrites and expansions: the same two searches as the bare ones. */
    retrieval_one_query: figures(one),
    retrieval_one_query_ratio: round(percentile(one, 50) / floor, 2),
    chain: {
      ...figures(chains.map((timings) => timings.reduce((sum, { ms }) => sum + ms, 0))),
      steps_p50_ms: Object.fromEntries(
        (chains[0] ?? []).map(({ name }, step) => [
          name,
          percentile(
            chains.map((timings) => timings[step]?.ms ?? 0),
            50,
          ),
        ]),
      ),
    },
  }
}

/** What stage 2 makes of a question without a conversation before it. */
function queriesOf(question: string, { terms }: RetrievalRooms) {
  const nothing = { get: () => undefined, set: () => undefined }
  const request = { question, sessionId: '', turnId: '', traceId: '', searchAnyway: true, language: 'en' } as const
  const settings = () => defaultSettings.retrieval
  const rooms = { terms, settings, caches: { rewrites: nothing, intents: nothing } }
  return rewriteQuery(request, { history: [], summary: '', questions: [] }, rooms).value.queries
}

async function measureVectors(vectors: readonly Float32Array[], index: ChunkIndex, bare: BareTable) {
  const exactTimes: number[] = []
  const times: number[] = []
  let recall = 0
  for (const vector of vectors) {
    const exactStart = performance.now()
    const exact = await bare.nearest(vector, limit)
    exactTimes.push(performance.now() - exactStart)
    const start = performance.now()
    const hits = await index.vectorSearch(vector, { limit })
    times.push(performance.now() - start)
    recall += recallOf(hits, exact)
  }
  return {
    ...figures(times),
    exact_scan: figures(exactTimes),
    [`recall@${limit}`]: round(recall / Math.max(1, vectors.length), 4),
  }
}

/** Share of the exact neighbours found; another chunk at the last one's distance is as good as that one. */
function recallOf(hits: readonly { score: number }[], exact: readonly { distance: number }[]): number {
  const last = exact.at(-1)
  if (!last) return 1
  return Math.min(1, hits.filter(({ score }) => 1 - score <= last.distance + 1e-5).length / exact.length)
}
