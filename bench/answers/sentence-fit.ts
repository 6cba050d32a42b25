import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { defaultSettings } from '@shared/settings'
import { extractAnswer } from '@engine/answer/sentences/extract-answer'
import { readPart } from '@engine/question/asked-question'
import { scoreCandidates, type SentenceFeatures, sentenceWeights } from '@engine/answer/sentences/score-sentences'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { retrieve } from '@engine/retrieval/retrieve'
import { type BenchQuestion, readBenchData } from '../data'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { indexPassages, type PassageIndex } from '../retrieval/passage-index'
import { createProgressBar } from '../progress-bar'
import { queriesOf } from '../retrieval/question-queries'
import { fitWeights, pick, type RowRange, SparseRows } from './sparse-fit'

interface FittedSet {
  readonly file: string
  /** Of questions one of whose sentences holds the answer. */
  readonly ranges: readonly RowRange[]
  readonly questions: number
  /** Questions whose answer's first sentence, or any, holds the gold answer, and how many sentences there are. */
  readonly answers: { first: number; any: number; sentences: number }
}

const settings = { epochs: 30, decay: 1e-3, rate: 0.05, sharpness: 1 }
const folds = 3
const features = Object.keys(sentenceWeights) as (keyof SentenceFeatures)[]

/**
 * `bench sentence-fit --data FILE... [--every N]`: fits the weights by which the sentence that answers is told from others, by softmax
 * regression on which of them hold the gold answer, and prints them in shares of what they sum up to. Share of questions whose best
 * sentence holds it under these weights, under those that ship and under weights fitted without a third of the set; and for whole
 * answers, whether the first sentence or any holds it, and how many sentences there are.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { data: { type: 'string', multiple: true, default: [] }, every: { type: 'string', default: '1' } },
  })
  const files = [...values.data, ...positionals]
  if (files.length === 0) throw new CairnError('INVALID_INPUT', 'bench sentence-fit needs --data FILE.', 'Name some.')
  const step = Math.max(1, Number(values.every) || 1)
  const rows = new SparseRows()
  const sets: FittedSet[] = []
  for (const file of files) sets.push(await readSet(file, step, rows, io))
  const shipped = Float64Array.from(features, (name) => sentenceWeights[name])
  const fitted = fitWeights(
    rows,
    sets.flatMap(({ ranges }) => ranges),
    settings,
  )
  const total = fitted.reduce((sum, weight) => sum + weight, 0)
  io.print(
    JSON.stringify({
      bench: 'sentence-fit',
      weights: Object.fromEntries(rows.names.map((name, at) => [name, round((fitted[at] ?? 0) / total)])),
      sets: sets.map((set) => ({
        data: set.file,
        questions: set.questions,
        holds_answer: round(set.ranges.length / set.questions),
        shipped: round(hits(rows, set.ranges, shipped) / set.questions),
        fitted: round(hits(rows, set.ranges, fitted) / set.questions),
        held_out: round(hitsHeldOut(rows, set, sets) / set.questions),
        answers: {
          first: round(set.answers.first / set.questions),
          any: round(set.answers.any / set.questions),
          sentences: round(set.answers.sentences / set.questions),
        },
      })),
    }),
  )
  return 0
}

async function readSet(file: string, step: number, rows: SparseRows, io: BenchIo): Promise<FittedSet> {
  const data = await readBenchData(file)
  const questions = data.questions.filter(({ answers }, at) => at % step === 0 && answers.length > 0)
  const progress = createProgressBar(io)
  const index = await indexPassages(data.passages, io.resources, progress)
  const ranges: RowRange[] = []
  const answers = { first: 0, any: 0, sentences: 0 }
  try {
    for (const [at, question] of questions.entries()) {
      progress.step(file, at, questions.length)
      const { held, sentences } = await readQuestion(question, rows, index, ranges)
      answers.first += Number(held[0] ?? false)
      answers.any += Number(held.includes(true))
      answers.sentences += sentences
    }
    return { file, ranges, questions: questions.length, answers }
  } finally {
    progress.end()
    await index.close()
  }
}

async function readQuestion(
  { question, gold, answers }: BenchQuestion,
  rows: SparseRows,
  { rooms }: PassageIndex,
  ranges: RowRange[],
) {
  const { index, embedder, terms } = rooms
  const queries = queriesOf(question, rooms)
  const most = defaultSettings.retrieval.passages
  const { passages } = await retrieve({ question, queries, most, tokenBudget: 480 * most }, rooms)
  const keyTerms = keyTermsOf(question, terms, index.statistics)
  const wordings = [question, ...queries.map(({ text }) => text)]
  const holdsGold = ({ passage, text }: { passage: number; text: string }) =>
    gold.includes(passages[passage]?.chunk.doc_id ?? '') && answers.some((answer) => text.includes(answer))
  const { type } = readPart(question)
  const search = { queries: wordings, keyTerms, passages, embedder, statistics: index.statistics }
  const scored = await scoreCandidates(search, type)
  const from = rows.count
  for (const one of scored) {
    for (const name of features) rows.add(name, one.features[name])
    rows.end(holdsGold(one) ? 1 : 0)
  }
  if (scored.some(holdsGold)) ranges.push({ from, to: rows.count })
  const answer = await extractAnswer(search, type)
  return { held: answer.map(holdsGold), sentences: answer.length }
}

function hits(rows: SparseRows, ranges: readonly RowRange[], weights: Float64Array): number {
  return ranges.filter((range) => rows.gain(pick(rows, range, weights)) === 1).length
}

/** Each third of a set by weights that were fitted on the rest of it and on the other sets. */
function hitsHeldOut(rows: SparseRows, set: FittedSet, sets: readonly FittedSet[]): number {
  const others = sets.filter((one) => one !== set).flatMap(({ ranges }) => ranges)
  const foldOf = (at: number) => Math.floor((at * folds) / set.ranges.length)
  return Array.from({ length: folds }, (_, fold) => {
    const rest = set.ranges.filter((_range, at) => foldOf(at) !== fold)
    const weights = fitWeights(rows, [...others, ...rest], settings)
    return hits(
      rows,
      set.ranges.filter((_range, at) => foldOf(at) === fold),
      weights,
    )
  }).reduce((sum, found) => sum + found, 0)
}
