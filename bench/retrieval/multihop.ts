import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { defaultSettings } from '@shared/settings'
import { rewriteCorrected } from '@engine/pipeline/stages/2-query-rewrite'
import { toTextQuery } from '@engine/retrieval/question/query'
import { retrieve, type RetrievalRooms } from '@engine/retrieval/retrieve'
import { type BenchData, readBenchData } from '../data'
import type { BenchIo } from '../io'
import { percentile, rankingFigures, round } from '../metrics'
import { indexPassages } from './passage-index'
import { createProgressBar, type ProgressBar } from '../progress-bar'

const depth = 30
const warmUp = 20

type Ranker = (question: string, rooms: RetrievalRooms) => Promise<string[]>

/** The product's own search with and without the graph, and plain full text, over one index. */
const rankers: Readonly<Record<string, Ranker>> = {
  graph: searched,
  hybrid: (question, rooms) => searched(question, { ...rooms, graph: undefined }),
  bm25: async (question, { index }) => {
    const query = { ...toTextQuery(question), phrases: [], excluded: [] }
    return (await index.textSearch(query, { limit: depth })).map(({ chunk }) => chunk.doc_id)
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
  const { rooms, seconds, graph, close } = await indexPassages(data.passages, io.resources, progress)
  try {
    const figures: Record<string, unknown> = {}
    for (const [name, ranker] of Object.entries(rankers)) {
      figures[name] = await measure(name, ranker, { data, k }, rooms, progress)
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
        graph_seconds: round(graph.seconds),
        graph_mb_per_minute: round((graph.bytes / 1e6 / Math.max(graph.seconds, 1e-3)) * 60, 1),
        names: graph.graph.nameCount,
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

/** Stages 2 and 6: documents, best first. */
async function searched(question: string, rooms: RetrievalRooms): Promise<string[]> {
  const caches = {
    rewrites: { get: () => undefined, set: () => undefined },
    intents: { get: () => undefined, set: () => undefined },
  }
  const request = { question, sessionId: '', turnId: '', traceId: '', searchAnyway: false, language: 'en' } as const
  const { terms, index } = rooms
  const settings = () => defaultSettings.retrieval
  const stage = { terms, index, resolveFilter: () => undefined, caches, settings }
  const { signal } = new AbortController()
  const { value: rewrite } = await rewriteCorrected(request, { history: [], summary: '', questions: [] }, stage, signal)
  const { passages } = await retrieve(
    { question: rewrite.asked.text, queries: rewrite.queries, most: depth, tokenBudget: Infinity },
    rooms,
  )
  return passages.map(({ chunk }) => chunk.doc_id)
}

async function measure(
  name: string,
  ranker: Ranker,
  { data, k }: { readonly data: BenchData; readonly k: number },
  rooms: RetrievalRooms,
  progress: ProgressBar,
) {
  for (const { question } of data.questions.slice(0, warmUp)) await ranker(question, rooms)
  const rankings: string[][] = []
  const times: number[] = []
  for (const [at, { question }] of data.questions.entries()) {
    progress.step(`${name}, questions`, at, data.questions.length)
    const start = performance.now()
    const ids = await ranker(question, rooms)
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
