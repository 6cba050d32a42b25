import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { dedup } from '@engine/retrieval/post-processors/dedup'
import { reciprocalRankFusion } from '@engine/retrieval/post-processors/reciprocal-rank-fusion'
import { builtinRerank, rankWeights } from '@engine/retrieval/post-processors/rerank'
import { retrieve } from '@engine/retrieval/retrieve'
import { type BenchData, readBenchData } from '../data'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { indexPassages } from './passage-index'
import { createProgressBar } from '../progress-bar'
import { queriesOf } from './question-queries'
import { fitWeights, pick, type RowRange, SparseRows } from '../answers/sparse-fit'

interface FittedSet {
  readonly file: string
  readonly questions: number
  readonly ranges: readonly RowRange[]
}

const settings = { epochs: 30, decay: 1e-3, rate: 0.05, sharpness: 1 }
const features = Object.keys(rankWeights) as (keyof typeof rankWeights)[]
/** Of questions in a set that counts like one of so many; smaller sets are seen several times. */
const likeQuestions = 600

/**
 * `bench rerank-fit --data FILE... [--without FEATURE,...]`: fits the built-in reranker's weights by softmax regression on which
 * of the passages found is the gold one, each set counting about the same, and prints them in shares of what they sum up to.
 * hit@1 of each set under these weights, under those that ship and under weights fitted on the other sets.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { data: { type: 'string', multiple: true, default: [] }, without: { type: 'string', default: '' } },
  })
  const files = [...values.data, ...positionals]
  if (files.length === 0) throw new CairnError('INVALID_INPUT', 'bench rerank-fit needs --data FILE.', 'Name some.')
  const rows = new SparseRows()
  const without = new Set(values.without.split(','))
  const sets: FittedSet[] = []
  for (const file of files) sets.push(await readSet(file, await readBenchData(file), without, rows, io))
  const shipped = Float64Array.from(rows.names, (name) => (isFeature(name) ? rankWeights[name] : 0))
  const fitted = fit(rows, sets)
  const total = fitted.reduce((sum, weight) => sum + weight, 0)
  io.print(
    JSON.stringify({
      bench: 'rerank-fit',
      weights: Object.fromEntries(rows.names.map((name, at) => [name, round((fitted[at] ?? 0) / total)])),
      sets: sets.map((set) => {
        const others = sets.filter((one) => one !== set)
        return {
          data: set.file,
          shipped: hits(rows, set, shipped),
          fitted: hits(rows, set, fitted),
          ...(others.length > 0 && { held_out: hits(rows, set, fit(rows, others)) }),
        }
      }),
    }),
  )
  return 0
}

function isFeature(name: string): name is keyof typeof rankWeights {
  return Object.hasOwn(rankWeights, name)
}

async function readSet(
  file: string,
  { passages, questions }: BenchData,
  without: ReadonlySet<string>,
  rows: SparseRows,
  io: BenchIo,
): Promise<FittedSet> {
  const progress = createProgressBar(io)
  const index = await indexPassages(passages, io.resources, progress)
  const rooms = { ...index.rooms, chain: [dedup, reciprocalRankFusion, builtinRerank], graph: undefined }
  const ranges: RowRange[] = []
  try {
    for (const [at, { question, gold }] of questions.entries()) {
      progress.step(file, at, questions.length)
      const queries = queriesOf(question, rooms)
      const found = await retrieve({ question, queries, most: Infinity, tokenBudget: Infinity }, rooms)
      const from = rows.count
      for (const { features: seen, chunk } of found.passages) {
        if (!seen) continue
        for (const name of features) if (!without.has(name)) rows.add(name, seen[name])
        rows.end(gold.includes(chunk.doc_id) ? 1 : 0)
      }
      ranges.push({ from, to: rows.count })
    }
    return { file, questions: questions.length, ranges }
  } finally {
    progress.end()
    await index.close()
  }
}

function fit(rows: SparseRows, sets: readonly FittedSet[]): Float64Array {
  const repeated = sets.flatMap(({ ranges }) =>
    Array.from({ length: Math.max(1, Math.round(likeQuestions / ranges.length)) }, () => ranges).flat(),
  )
  return fitWeights(rows, repeated, settings)
}

function hits(rows: SparseRows, { ranges, questions }: FittedSet, weights: Float64Array): number {
  const right = ranges.filter((range) => range.to > range.from && rows.gain(pick(rows, range, weights)) === 1)
  return round(right.length / questions)
}
