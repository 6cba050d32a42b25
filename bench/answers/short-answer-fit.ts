import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { sourcesIn } from '@engine/answer/short-answer/lead-with-short-answer'
import { loadKnownNames } from '@engine/answer/short-answer/load-short-answerer'
import { forEachCandidate } from '@engine/answer/short-answer/short-answer'
import type { KnownNames } from '@engine/answer/short-answer/tokens/english-tokens'
import { readPart } from '@engine/question/asked-question'
import { retrieve } from '@engine/retrieval/retrieve'
import { weightedTermsOf } from '@engine/retrieval/question/wording'
import { detectLanguage } from '@engine/text/language'
import { overlapOf } from './answer-overlap'
import { readBenchData } from '../data'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { indexPassages } from '../retrieval/passage-index'
import { createProgressBar } from '../progress-bar'
import { type FitSettings, fitWeights, pick, SparseRows } from './sparse-fit'

/** The penalties are those under which questions that were left out came off best. */
const settings: Record<'en' | 'zh', FitSettings> = {
  en: { epochs: 12, decay: 8e-3, rate: 0.05, sharpness: 5 },
  zh: { epochs: 12, decay: 1e-3, rate: 0.05, sharpness: 5 },
}
const folds = 3
/** A feature that fewer questions show says nothing. */
const leastQuestions = 12
const passagesEach = 5

interface Example {
  readonly from: number
  readonly to: number
  /** Questions on one article are learned from or tested on, never both. */
  readonly group: string
}

/**
 * `bench short-answer-fit --data FILE... [--write]`: fits the weights of the short answers' scorer, one language at a time, and
 * tells how good they are on questions whose articles they were not fitted on. `--write` replaces the weights that ship.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { data: { type: 'string', multiple: true, default: [] }, write: { type: 'boolean', default: false } },
  })
  const files = [...values.data, ...positionals]
  if (files.length === 0)
    throw new CairnError('INVALID_INPUT', 'bench short-answer-fit needs --data FILE.', 'Name some.')
  const known = await loadKnownNames(io.resources)
  const weights: Record<'en' | 'zh', Record<string, number>> = { en: {}, zh: {} }
  for (const language of ['en', 'zh'] as const) {
    const rows = new SparseRows()
    const examples: Example[] = []
    for (const file of files) examples.push(...(await examplesOf(file, language, rows, known, io)))
    if (examples.length === 0) continue
    rows.prune(leastQuestions, examples)
    io.print(
      JSON.stringify({ bench: 'short-answer-fit', language, ...crossValidate(rows, examples, settings[language]) }),
    )
    weights[language] = named(rows, fitWeights(rows, examples, settings[language]))
  }
  const path = join(io.resources, 'answers', 'short-answer-weights.json')
  if (values.write) await writeFile(path, `${JSON.stringify({ version: 1, ...weights }, null, 2)}\n`)
  return 0
}

async function examplesOf(
  file: string,
  language: 'en' | 'zh',
  rows: SparseRows,
  known: KnownNames,
  io: BenchIo,
): Promise<Example[]> {
  const { passages, questions } = await readBenchData(file)
  const progress = createProgressBar(io)
  const asked = questions.filter(({ question, answers }) => answers.length > 0 && detectLanguage(question) === language)
  if (asked.length === 0) return []
  const { rooms, close } = await indexPassages(passages, io.resources, progress)
  const examples: Example[] = []
  try {
    for (const [at, { question, gold, answers }] of asked.entries()) {
      progress.step(file, at, asked.length)
      const queries = [{ text: question, weight: 1 }]
      const found = await retrieve({ question, queries, most: passagesEach, tokenBudget: Infinity }, rooms)
      const { sources } = sourcesIn(found.passages)
      const from = rows.count
      const terms = weightedTermsOf(question, rooms.index.statistics)
      forEachCandidate({ asked: readPart(question), terms, language, known }, sources, (candidate) => {
        const { sentence, start, end } = candidate
        const text = sources[sentence]?.text.slice(start, end) ?? ''
        candidate.addFeatures((name, value) => rows.add(name, value))
        rows.end(overlapOf(text, answers).f1)
      })
      const group = `${file} ${gold[0]?.split('-')[0] ?? ''}`
      if (rows.count > from) examples.push({ from, to: rows.count, group })
    }
  } finally {
    progress.end()
    await close()
  }
  return examples
}

function crossValidate(rows: SparseRows, examples: readonly Example[], fitting: FitSettings) {
  const groups = [...new Set(examples.map(({ group }) => group))].sort()
  const foldOf = ({ group }: Example) => groups.indexOf(group) % folds
  const scores: number[] = []
  for (let fold = 0; fold < folds; fold += 1) {
    const weights = fitWeights(
      rows,
      examples.filter((example) => foldOf(example) !== fold),
      fitting,
    )
    for (const example of examples) if (foldOf(example) === fold) scores.push(rows.gain(pick(rows, example, weights)))
  }
  const mean = (value: (score: number) => number) =>
    round(scores.reduce((sum, score) => sum + value(score), 0) / scores.length)
  return {
    questions: scores.length,
    candidates: rows.count,
    features: rows.names.length,
    held_out_f1: mean((score) => score),
    held_out_exact: mean((score) => (score === 1 ? 1 : 0)),
  }
}

function named({ names }: SparseRows, weights: Float64Array): Record<string, number> {
  const rounded = names.map((name, at): [string, number] => [name, round(weights[at] ?? 0, 2)])
  return Object.fromEntries(rounded.filter(([, weight]) => weight !== 0).sort(([a], [b]) => (a < b ? -1 : 1)))
}
