import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { defaultSettings } from '@shared/settings'
import { rewriteCorrected } from '@engine/pipeline/stages/2-query-rewrite'
import { toTextQuery } from '@engine/retrieval/question/query'
import { retrieve, type RetrievalRooms } from '@engine/retrieval/retrieve'
import { namesWithout, retrievalParts, roomsWithout } from './ablation'
import { type BenchData, readBenchData, readDistractors } from '../data'
import type { BenchIo } from '../io'
import { percentile, rankingFigures, round } from '../metrics'
import { indexPassages } from './passage-index'
import { createProgressBar, type ProgressBar } from '../progress-bar'

const depth = 10
const warmUp = 20

type Ranker = (question: string, rooms: RetrievalRooms) => Promise<string[]>

/** Ids of documents by the whole of stages 2 and 6, best first; one may stand there more than once. */
export const askCairn: Ranker = async (question, rooms) => {
  const caches = {
    rewrites: { get: () => undefined, set: () => undefined },
    intents: { get: () => undefined, set: () => undefined },
  }
  const request = { question, sessionId: '', turnId: '', traceId: '', searchAnyway: false, language: 'en' } as const
  const settings = () => defaultSettings.retrieval
  const stage = { terms: rooms.terms, index: rooms.index, resolveFilter: () => undefined, caches, settings }
  const { signal } = new AbortController()
  const { value: rewrite } = await rewriteCorrected(request, { history: [], summary: '', questions: [] }, stage, signal)
  const { passages } = await retrieve(
    { question: rewrite.asked.text, queries: rewrite.queries, most: depth * 3, tokenBudget: Infinity },
    rooms,
  )
  return passages.map(({ chunk }) => chunk.doc_id)
}

/** The whole of stages 2 and 6, and the two plain searches it is made of. */
const rankers: Readonly<Record<string, Ranker>> = {
  cairn: askCairn,
  bm25: async (question, { index }) => {
    const hits = await index.textSearch({ ...toTextQuery(question), phrases: [], excluded: [] }, { limit: depth * 3 })
    return hits.map(({ chunk }) => chunk.doc_id)
  },
  vector: async (question, { index, embedder }) => {
    const hits = await index.vectorSearch(await embedder.embedQuery(question), { limit: depth * 3 })
    return hits.map(({ chunk }) => chunk.doc_id)
  },
}

/**
 * `bench retrieval --data FILE [--questions-from FILE2] [--distractors TEXT...] [--rankers cairn,bm25,vector] [--without
 * graph,terms,reranker,vector,full-text]`: ranking
 * figures, one JSON line. Each line of a distractor file is one more passage, which answers nothing.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const options = readOptions(args)
  const data = await readBenchData(options.data)
  const asked = options.questionsFrom
    ? withPassagesOf(await readBenchData(options.questionsFrom), data)
    : data.questions
  const distractors = await readDistractors(options.distractors, data)
  const progress = createProgressBar(io)
  const {
    rooms: whole,
    seconds,
    close,
  } = await indexPassages([...data.passages, ...distractors], io.resources, progress)
  const rooms = roomsWithout(whole, options.without)
  try {
    const figures: Record<string, unknown> = {}
    for (const [name, ranker] of options.rankers) figures[name] = await measure(name, ranker, asked, rooms, progress)
    progress.end()
    io.print(
      JSON.stringify({
        bench: 'retrieval',
        data: options.data,
        ...(options.questionsFrom ? { questions_from: options.questionsFrom } : {}),
        ...(options.without.length > 0 ? { without: options.without } : {}),
        passages: data.passages.length,
        ...(distractors.length > 0 ? { distractors: distractors.length } : {}),
        questions: asked.length,
        index_seconds: round(seconds),
        rss_mb: Math.round(process.memoryUsage().rss / 1024 / 1024),
        ...figures,
      }),
    )
    return 0
  } finally {
    progress.end()
    await close()
  }
}

function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      'questions-from': { type: 'string' },
      distractors: { type: 'string', multiple: true, default: [] },
      rankers: { type: 'string', default: Object.keys(rankers).join(',') },
      without: { type: 'string' },
    },
  })
  if (!values.data)
    throw new CairnError('INVALID_INPUT', 'bench retrieval needs --data FILE.', 'Name a benchmark file.')
  const [stray] = positionals
  if (stray !== undefined && values.distractors.length === 0)
    throw new CairnError('INVALID_INPUT', `bench retrieval does not know what to do with "${stray}".`, 'Remove it.')
  const chosen = values.rankers.split(',').map((name): [string, Ranker] => {
    const ranker = Object.hasOwn(rankers, name) ? rankers[name] : undefined
    if (ranker) return [name, ranker]
    const known = Object.keys(rankers).join(', ')
    throw new CairnError('INVALID_INPUT', `There is no ranker "${name}".`, `Choose from ${known}.`)
  })
  return {
    data: values.data,
    questionsFrom: values['questions-from'],
    without: namesWithout(values.without, retrievalParts),
    // A shell pattern after --distractors comes as one value and positionals.
    distractors: [...values.distractors, ...positionals],
    rankers: chosen,
  }
}

async function measure(
  name: string,
  ranker: Ranker,
  questions: BenchData['questions'],
  rooms: RetrievalRooms,
  progress: ProgressBar,
) {
  const rankings: string[][] = []
  // The first queries pay for loading pages and dictionaries; they would be charged to whoever is measured first.
  for (const { question } of questions.slice(0, warmUp)) await ranker(question, rooms)
  const times: number[] = []
  for (const [at, { question }] of questions.entries()) {
    progress.step(`${name}, questions`, at, questions.length)
    const start = performance.now()
    const ids = await ranker(question, rooms)
    times.push(performance.now() - start)
    rankings.push([...new Set(ids)].slice(0, depth))
  }
  const golds = questions.map(({ gold }) => gold)
  return { ...rankingFigures(rankings, golds), p50_ms: percentile(times, 50), p95_ms: percentile(times, 95) }
}

/** The other file's questions, provided every gold passage exists here under the same id. */
function withPassagesOf(other: BenchData, data: BenchData): BenchData['questions'] {
  const known = new Set(data.passages.map(({ id }) => id))
  const lost = other.questions.find(({ gold }) => gold.some((id) => !known.has(id)))
  if (lost) {
    throw new CairnError(
      'INVALID_INPUT',
      `"${lost.question}" has no gold passage in the --data file.`,
      'Use files with the same passage ids.',
    )
  }
  return other.questions
}
