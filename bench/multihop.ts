import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { defaultSettings } from '@shared/settings'
import { type GraphPassage, shareOf } from '../electron/graph/document-share'
import { fuseWithHybrid } from '../electron/graph/fuse-with-hybrid'
import { createGraphFold, type NameGraph } from '../electron/graph/name-graph'
import { searchGraph } from '../electron/graph/search-graph'
import { rewriteQuery } from '../electron/pipeline/stages/2-query-rewrite'
import { toTextQuery } from '../electron/retrieval/query'
import { retrieve, type RetrievalRooms } from '../electron/retrieval/retrieve'
import { toSearchColumn } from '../electron/text/analyse'
import { type BenchData, readBenchData } from './data'
import type { BenchIo } from './io'
import { percentile, rankingFigures, round } from './metrics'
import { indexPassages } from './passage-index'
import { createProgressBar, type ProgressBar } from './progress-bar'

const depth = 30
const warmUp = 20

interface Searched {
  readonly rooms: RetrievalRooms
  readonly graph: NameGraph
  /** Chunk id → passage id. */
  readonly passageOf: ReadonlyMap<string, string>
}

type Ranker = (question: string, searched: Searched) => Promise<string[]>

/** The product's own search with and without the graph, and plain full text, over one index. */
const rankers: Readonly<Record<string, Ranker>> = {
  graph: async (question, { rooms, graph, passageOf }) => {
    const hits = await hybridHits(question, rooms)
    const { hits: found } = searchGraph(graph, question, hits)
    return fuseWithHybrid([...hits.keys()], found).flatMap(({ id }) => passageOf.get(id) ?? [])
  },
  hybrid: async (question, { rooms, passageOf }) =>
    [...(await hybridHits(question, rooms)).keys()].flatMap((id) => passageOf.get(id) ?? []),
  bm25: async (question, { rooms }) => {
    const query = { ...toTextQuery(question), phrases: [], excluded: [] }
    return (await rooms.index.textSearch(query, { limit: depth })).map(({ chunk }) => chunk.doc_id)
  },
}

/**
 * `bench multihop --data FILE [--k 8]`: how often all passages that a question needs are among the first k, recall@5, and how
 * long it takes, in one JSON line: with the graph, without it, and by BM25 alone.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { path, k } = readOptions(args)
  const data = await readBenchData(path)
  const progress = createProgressBar(io)
  const { rooms, seconds, close } = await indexPassages(data.passages, io.resources, progress)
  try {
    const built = await buildGraph(data, rooms, progress)
    const figures: Record<string, unknown> = {}
    for (const [name, ranker] of Object.entries(rankers)) {
      figures[name] = await measure(name, ranker, { data, k }, { ...built, rooms }, progress)
    }
    progress.end()
    io.print(
      JSON.stringify({
        bench: 'multihop',
        data: path,
        k,
        passages: data.passages.length,
        questions: data.questions.length,
        index_seconds: round(seconds),
        graph_seconds: round(built.seconds),
        graph_mb_per_minute: round((built.bytes / 1e6 / Math.max(built.seconds, 1e-3)) * 60, 1),
        names: built.graph.names.length,
        ...figures,
      }),
    )
    return 0
  } finally {
    progress.end()
    await close()
  }
}

function readOptions(args: string[]): { path: string; k: number } {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, k: { type: 'string', default: '8' } } })
  if (!values.data) throw new CairnError('INVALID_INPUT', 'bench multihop needs --data FILE.', 'Name a benchmark file.')
  const k = Number(values.k)
  if (!Number.isInteger(k) || k < 1 || k > depth) {
    throw new CairnError('INVALID_INPUT', `--k ${values.k} is not a depth.`, `Give a whole number from 1 to ${depth}.`)
  }
  return { path: values.data, k }
}

async function buildGraph(data: BenchData, { index }: RetrievalRooms, progress: ProgressBar) {
  const passageOf = new Map<string, string>()
  const documents = new Map<string, GraphPassage[]>()
  let bytes = 0
  const chunksOf = await Promise.all(data.passages.map(({ id }) => index.chunksOf(id, 0, Number.MAX_SAFE_INTEGER)))
  const start = performance.now()
  for (const [at, chunks] of chunksOf.entries()) {
    progress.step('reading names', at, chunksOf.length)
    for (const { id, doc_id, title, heading_path, context, text } of chunks) {
      passageOf.set(id, doc_id)
      bytes += Buffer.byteLength(text)
      // Ingestion has this from indexing; here it is analysed once more, and timed with the rest.
      const search = toSearchColumn(title, ...heading_path, context, text)
      const passage = { id, title, headingPath: heading_path, text, search }
      documents.set(doc_id, [...(documents.get(doc_id) ?? []), passage])
    }
  }
  const fold = createGraphFold()
  for (const [id, passages] of documents) fold.add(shareOf(id, passages))
  const graph = fold.graph()
  return { graph, passageOf, bytes, seconds: (performance.now() - start) / 1000 }
}

/** Stages 2 and 6 without the graph: chunk id → score, best first. */
async function hybridHits(question: string, rooms: RetrievalRooms): Promise<Map<string, number>> {
  const caches = {
    rewrites: { get: () => undefined, set: () => undefined },
    intents: { get: () => undefined, set: () => undefined },
  }
  const request = { question, sessionId: '', turnId: '', traceId: '', searchAnyway: false, language: 'en' } as const
  const stage = { terms: rooms.terms, caches, settings: () => defaultSettings.retrieval }
  const { value: rewrite } = rewriteQuery(request, { history: [], summary: '', asked: [] }, stage)
  const { passages } = await retrieve(
    { question: rewrite.standalone, queries: rewrite.queries, most: depth, tokenBudget: Infinity },
    rooms,
  )
  return new Map(passages.map(({ chunk, score }) => [chunk.id, score]))
}

async function measure(
  name: string,
  ranker: Ranker,
  { data, k }: { readonly data: BenchData; readonly k: number },
  searched: Searched,
  progress: ProgressBar,
) {
  for (const { question } of data.questions.slice(0, warmUp)) await ranker(question, searched)
  const rankings: string[][] = []
  const times: number[] = []
  for (const [at, { question }] of data.questions.entries()) {
    progress.step(`${name}, questions`, at, data.questions.length)
    const start = performance.now()
    const ids = await ranker(question, searched)
    times.push(performance.now() - start)
    rankings.push([...new Set(ids)].slice(0, depth))
  }
  const golds = data.questions.map(({ gold }) => gold)
  const { 'hit@1': hit, 'recall@5': recall } = rankingFigures(rankings, golds)
  return {
    [`all-gold@${k}`]: allGold(rankings, golds, k),
    'recall@5': recall,
    'hit@1': hit,
    p50_ms: percentile(times, 50),
  }
}

/** Share of the questions with every gold passage among the first k. */
export function allGold(
  rankings: readonly (readonly string[])[],
  golds: readonly (readonly string[])[],
  k: number,
): number {
  const whole = rankings.filter((ranking, at) => golds[at]?.every((id) => ranking.slice(0, k).includes(id)))
  return round(whole.length / Math.max(1, rankings.length))
}
