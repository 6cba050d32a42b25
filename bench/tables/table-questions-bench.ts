import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { toCairnError } from '@shared/errors'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { readShippedTerms } from '@engine/retrieval/terms/load-term-table'
import type { Tool, ToolQuestion as Asked } from '@engine/tools/tool'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import type { TableQueryArguments } from '@shared/tools/table-query-arguments'
import type { BenchIo } from '../io'
import { holdsAll, readToolQuestions, type ToolQuestion } from '../tools/tool-questions'
import { tablesOfFiles } from './tables-of-files'

/** The moment and place that the questions are asked in. */
const asked = { now: Date.parse('2026-03-18T09:30:00+01:00'), timeZone: 'Europe/Paris' }
/** What the channel asks of a tool before it is taken. */
const leastConfidence = 0.7
const noSignal = new AbortController().signal

/** `unsure` has a plan that is not sure enough, `nothing` none. */
type Outcome = 'right' | 'wrong' | 'asked_back' | 'unsure' | 'nothing'

interface Told {
  readonly outcome: Outcome
  readonly confidence: number
  readonly said: string
}

/**
 * `bench table-questions --questions FILE,FILE… --documents PATH,PATH… [--verbose]`: what table_query makes of the table questions of sets
 * such as `tests/fixtures/tools/d.json`, without the stages around it; `taken` are questions for no tool that it would answer. One JSON line without a word of the questions; `--verbose` prints
 * one line a question to stderr.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      questions: { type: 'string', default: 'tests/fixtures/tools/d.json' },
      documents: { type: 'string', default: 'tests/fixtures/tools/files-d' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'cairn-table-questions-'))
  try {
    const documents = values.documents.split(',').map((path) => resolve(path))
    const tables = await tablesOfFiles(documents, folder, io)
    const terms = createTermTable(await readShippedTerms(join(io.resources, 'terms')))
    const tool = createTableQuery({ ...tables, terms })
    for (const path of values.questions.split(',')) {
      const all = await readToolQuestions(path)
      const told: Told[] = []
      let taken = 0
      for (const question of all) {
        if (question.tool !== tool.name && question.tool !== null) continue
        const one = await toldOf(tool, question)
        if (question.tool !== null) told.push(one)
        else if (one.outcome === 'right' || one.outcome === 'wrong') taken += 1
        if (values.verbose && (question.tool !== null || one.outcome !== 'nothing')) io.progress(lineOf(question, one))
      }
      io.print(JSON.stringify({ bench: 'table-questions', questions: path, ...countsOf(told), taken }))
    }
    await tables.close()
    return 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function toldOf(tool: Tool<TableQueryArguments>, asking: ToolQuestion): Promise<Told> {
  const { question, language, expected } = asking
  const now = asking.now === undefined ? asked.now : Date.parse(asking.now)
  const context: Asked = { text: question, language, timeZone: asked.timeZone, now }
  const reading = await tool.read(context, noSignal)
  if (!reading) return { outcome: 'nothing', confidence: 0, said: '' }
  const { confidence } = reading
  const isSure = confidence >= leastConfidence
  if (reading.is === 'missing')
    return {
      outcome: isSure ? 'asked_back' : 'unsure',
      confidence,
      said: reading.choices.map(({ label }) => label).join(', '),
    }
  try {
    const { text, table } = await tool.run(reading.args, { ...context, signal: noSignal })
    const said = [text, ...(table?.rows.map(({ cells }) => cells.join(' ')) ?? [])].join('\n')
    const outcome = isSure ? (holdsAll(said, expected) ? 'right' : 'wrong') : 'unsure'
    return { outcome, confidence, said: `${holdsAll(said, expected) ? '+' : '-'} ${said}` }
  } catch (thrown) {
    return { outcome: 'unsure', confidence, said: toCairnError(thrown).message }
  }
}

function countsOf(told: readonly Told[]): Record<Outcome | 'all', number> {
  const of = (outcome: Outcome) => told.filter((one) => one.outcome === outcome).length
  return {
    all: told.length,
    right: of('right'),
    wrong: of('wrong'),
    asked_back: of('asked_back'),
    unsure: of('unsure'),
    nothing: of('nothing'),
  }
}

function lineOf({ id, question, expected }: ToolQuestion, { outcome, confidence, said }: Told): string {
  const wanted = [...expected.figures, ...expected.text].slice(0, 6).join(' ')
  return [
    outcome.toUpperCase(),
    confidence.toFixed(2),
    id,
    question,
    `wanted ${wanted}`,
    said.replace(/\s+/gu, ' ').slice(0, 160),
  ].join('; ')
}
