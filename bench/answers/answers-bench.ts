import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { defaultSettings } from '@shared/settings'
import { shortAnswerIn } from '@engine/answer/short-answer/lead-with-short-answer'
import { loadShortAnswerer } from '@engine/answer/short-answer/load-short-answerer'
import type { ShortAnswerer } from '@engine/answer/short-answer/short-answer'
import { rewriteCorrected } from '@engine/pipeline/stages/2-query-rewrite'
import { searchChannels } from '@engine/pipeline/stages/6-multi-channel'
import { composeAnswer } from '@engine/pipeline/stages/8-streaming-output'
import type { PipelineRooms, TurnRequest } from '@engine/pipeline/turn'
import type { ChunkHit } from '@engine/ports/storage/chunk-index'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { readPart } from '@engine/question/asked-question'
import { toTextQuery } from '@engine/retrieval/question/query'
import type { RetrievalRooms } from '@engine/retrieval/retrieve'
import { namesWithout, retrievalParts, roomsWithout } from '../retrieval/ablation'
import { overlapOf } from './answer-overlap'
import { type BenchQuestion, readBenchData, readDistractors } from '../data'
import type { BenchIo } from '../io'
import { percentile, round } from '../metrics'
import { indexPassages } from '../retrieval/passage-index'
import { createProgressBar } from '../progress-bar'

/** Passages the plain searches answer from: as many as Cairn does. */
const most = defaultSettings.retrieval.passages

/** What came of one question. */
interface Outcome {
  readonly f1: number
  readonly exact: number
  /** The answer begins with a short answer. */
  readonly short: boolean
  readonly refused: boolean
  /** The passage cited first, by id; empty where none is. */
  readonly cited: string
  readonly ms: number
}

type Answerer = (question: string, without: readonly string[]) => Promise<Outcome & { readonly said: string }>

/**
 * `bench answers --data FILE [--distractors TEXT...] [--every N] [--without graph,terms,reranker,vector,full-text,short-answer]
 * [--dump FILE]`: how good the extractive answers are. Token
 * F1 and exact match of the short answer, whether the passage cited first is the gold one, how often an answerable question
 * is refused, and how often one is whose gold passage is left out. One JSON line; `--dump` writes every question's outcome.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      distractors: { type: 'string', multiple: true, default: [] },
      every: { type: 'string', default: '1' },
      without: { type: 'string' },
      dump: { type: 'string' },
    },
  })
  if (!values.data) throw new CairnError('INVALID_INPUT', 'bench answers needs --data FILE.', 'Name a benchmark file.')
  const data = await readBenchData(values.data)
  const step = Math.max(1, Number(values.every) || 1)
  const questions = data.questions.filter(({ answers }, at) => at % step === 0 && answers.length > 0)
  const distractors = await readDistractors(values.distractors, data)
  const progress = createProgressBar(io)
  const without = namesWithout(values.without, [...retrievalParts, 'short-answer'])
  const { rooms: whole, close } = await indexPassages([...data.passages, ...distractors], io.resources, progress)
  const rooms = roomsWithout(whole, without)
  const dump: object[] = []
  try {
    // Without it the first sentence stands for the short answer.
    const shortAnswers = await loadShortAnswerer(io.resources)
    if (without.includes('short-answer')) shortAnswers.find = () => null
    const figures: Record<string, unknown> = {}
    for (const [name, answer] of Object.entries(answerersOf(rooms, shortAnswers))) {
      const outcomes: Outcome[] = []
      const unanswerable: Outcome[] = []
      for (const [at, { question, gold, answers }] of questions.entries()) {
        progress.step(name, at, questions.length)
        const outcome = graded(await answer(question, []), answers)
        outcomes.push(outcome)
        const blind = name === 'cairn' ? await answer(question, gold) : null
        if (blind) unanswerable.push(blind)
        if (name === 'cairn' && values.dump) dump.push({ question, answers, gold, outcome, blind })
      }
      figures[name] = figuresOf(questions, outcomes, unanswerable)
    }
    progress.end()
    if (values.dump) await writeFile(values.dump, dump.map((row) => JSON.stringify(row)).join('\n'))
    io.print(
      JSON.stringify({
        bench: 'answers',
        data: values.data,
        ...(without.length > 0 ? { without } : {}),
        passages: data.passages.length,
        ...(distractors.length > 0 ? { distractors: distractors.length } : {}),
        questions: questions.length,
        ...figures,
      }),
    )
    return 0
  } finally {
    progress.end()
    await close()
  }
}

function graded(outcome: Outcome & { readonly said: string }, answers: readonly string[]) {
  return { ...outcome, ...overlapOf(outcome.said, answers) }
}

function figuresOf(questions: readonly BenchQuestion[], outcomes: readonly Outcome[], without: readonly Outcome[]) {
  const mean = <T>(rows: readonly T[], value: (row: T, at: number) => number) =>
    round(rows.reduce((sum, row, at) => sum + value(row, at), 0) / Math.max(1, rows.length))
  const times = outcomes.map(({ ms }) => ms)
  return {
    f1: mean(outcomes, ({ f1 }) => f1),
    exact: mean(outcomes, ({ exact }) => exact),
    short_share: mean(outcomes, ({ short }) => Number(short)),
    first_citation: mean(outcomes, ({ cited }, at) => Number(questions[at]?.gold.includes(cited))),
    ...(without.length > 0
      ? {
          wrongly_refused: mean(outcomes, ({ refused }) => Number(refused)),
          refused_without_gold: mean(without, ({ refused }) => Number(refused)),
        }
      : {}),
    p50_ms: percentile(times, 50),
    p95_ms: percentile(times, 95),
  }
}

/** Stages 2, 6 and 8, and the short answer taken from what the two plain searches find first. */
function answerersOf(
  rooms: RetrievalRooms,
  shortAnswers: ShortAnswerer,
): Record<'cairn' | 'bm25' | 'vector', Answerer> {
  const { index, embedder } = rooms
  const plain = (find: (question: string) => Promise<ChunkHit[]>): Answerer => {
    return async (question) => {
      const start = performance.now()
      const hits = await find(question)
      const passages = hits.map((hit): Passage => ({ ...toPassage(hit, []), score: hit.score }))
      const found =
        passages.length > 0
          ? shortAnswerIn(readPart(question), { passages, statistics: index.statistics }, shortAnswers)
          : null
      const cited = found ? (passages[found.short.passage]?.chunk.doc_id ?? '') : ''
      const ms = performance.now() - start
      return { f1: 0, exact: 0, said: found?.short.text ?? '', short: true, refused: !found, cited, ms }
    }
  }
  return {
    cairn: (question, without) => answerAsCairn(question, without, rooms, shortAnswers),
    bm25: plain((question) =>
      index.textSearch({ ...toTextQuery(question), phrases: [], excluded: [] }, { limit: most }),
    ),
    vector: plain(async (question) => index.vectorSearch(await embedder.embedQuery(question), { limit: most })),
  }
}

async function answerAsCairn(
  question: string,
  without: readonly string[],
  retrieval: RetrievalRooms,
  shortAnswers: ShortAnswerer,
): ReturnType<Answerer> {
  const start = performance.now()
  const none = { get: () => undefined, set: () => undefined }
  const rooms = {
    ...retrieval,
    answerEmbedder: retrieval.embedder,
    shortAnswers,
    caches: { rewrites: none, intents: none },
    settings: () => defaultSettings.retrieval,
    resolveFilter: () => (without.length > 0 ? { not_documents: without } : undefined),
    library: { documents: () => [], unread: () => [], records: () => [] },
  } as unknown as PipelineRooms
  const request: TurnRequest = {
    question,
    sessionId: '',
    turnId: '',
    traceId: '',
    searchAnyway: false,
    language: 'en',
  }
  const { signal } = new AbortController()
  const { value: rewrite } = await rewriteCorrected(request, { history: [], summary: '', questions: [] }, rooms, signal)
  const { value: retrieved } = await searchChannels({ request, rewrite }, rooms, signal)
  const ids = { question: '', passages: retrieved.passages.map(({ chunk }) => chunk.doc_id) }
  const answer = retrieved.relevant
    ? await composeAnswer({ request, rewrite, basis: { retrieved, ids } }, rooms, signal)
    : { response: '', refs: [], evidence: [] }
  const ms = performance.now() - start
  const [first, second] = answer.refs
  const text = answer.response.slice(first?.response_start, first?.response_end)
  // A paragraph of its own, before a quoted sentence; behind a lone sentence stand the engine's own words.
  const short =
    first !== undefined && answer.response.slice(first.response_end, second?.response_start).endsWith('\n\n')
  // What is measured is the short answer, also where the answer leads with its sentence instead.
  const source = { passages: retrieved.passages, statistics: rooms.index.statistics }
  const found = first && !short ? shortAnswerIn(readPart(question), source, shortAnswers) : null
  const said = found?.short.text ?? (first ? text : '')
  return { f1: 0, exact: 0, said, short, refused: !first, cited: first?.evidence_id ?? '', ms }
}
