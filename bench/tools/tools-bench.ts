import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { AnswerOutcome } from '@shared/events'
import { CairnError } from '@shared/errors'
import type { ToolRun } from '@shared/tools/tool-run'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { percentile, round } from '../metrics'
import { holdsAll, readToolQuestions, type ToolQuestion } from './tool-questions'

/** The moment and place that the questions are asked in. */
const asked = { now: () => Date.parse('2026-03-18T09:30:00+01:00'), timeZone: 'Europe/Paris' }

interface Outcome {
  readonly question: ToolQuestion
  readonly runs: readonly ToolRun[]
  readonly outcome: AnswerOutcome | undefined
  /** Answer, tables and notes together. */
  readonly said: string
  readonly ms: number
}

/**
 * `bench tools --questions FILE [--documents PATH,PATH...] [--rates FILE] [--only ID,ID] [--verbose]`: whether questions are answered by the right
 * tool or by none, and whether the answer has the right figures. One JSON line without a word of the questions; `--verbose` prints one line a
 * question to stderr.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      questions: { type: 'string' },
      documents: { type: 'string', multiple: true, default: [join(io.resources, 'sample')] },
      rates: { type: 'string' },
      only: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const hint = 'For example --questions tests/fixtures/tools/a.json.'
  if (values.questions === undefined) throw new CairnError('INVALID_INPUT', 'bench tools needs --questions FILE.', hint)
  const only = values.only?.split(',')
  const questions = (await readToolQuestions(values.questions)).filter(({ id }) => only?.includes(id) ?? true)
  const folder = await mkdtemp(join(tmpdir(), 'cairn-tools-'))
  try {
    const engine = await createEngine({ folder, resources: io.resources, asked })
    try {
      const paths = values.documents.flatMap((list) => list.split(',')).map((path) => resolve(path))
      for await (const event of engine.ingest({ paths })) if (event.type === 'progress') io.progress(event.message)
      if (values.rates !== undefined) await engine.tools.rates.import(await readFile(values.rates, 'utf8'))
      await askOne(
        {
          id: 'warm',
          kind: '',
          language: 'en',
          question: 'What is 2 + 2?',
          tool: null,
          expected: { figures: [], text: [], files: [] },
        },
        engine,
      )
      const outcomes: Outcome[] = []
      for (const question of questions) {
        const outcome = await askOne(question, engine)
        outcomes.push(outcome)
        io.progress(values.verbose ? lineOf(outcome) : `tools: ${question.id}`)
      }
      io.print(JSON.stringify({ bench: 'tools', ...figuresOf(outcomes) }))
    } finally {
      await engine.close()
    }
    return 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function askOne(question: ToolQuestion, engine: Engine): Promise<Outcome> {
  const runs = new Map<string, ToolRun>()
  const found = { response: '', ms: 0, outcome: undefined as AnswerOutcome | undefined }
  for await (const event of engine.ask({ question: question.question, session_id: `tools_${question.id}` })) {
    if (event.type === 'tool') runs.set(event.run.call_id, event.run)
    if (event.type === 'final')
      Object.assign(found, { response: event.response, ms: event.total_ms, outcome: event.outcome })
  }
  const all = [...runs.values()]
  const tables = all.flatMap(({ table }) => table?.rows.map(({ cells }) => cells.join(' ')) ?? [])
  const said = [found.response, ...tables].join('\n')
  return { question, runs: all, outcome: found.outcome, said, ms: found.ms }
}

/** Whether the right tool ran, or none where none should, or it was asked back where a value is missing. */
function isRouted({ question, runs, outcome }: Outcome): boolean {
  if (question.asks_back !== undefined) return outcome === 'asked_back' && runs.length === 0
  if (question.tool === null) return runs.length === 0
  return runs.some(({ tool }) => tool === question.tool)
}

function isRight(outcome: Outcome): boolean {
  const { question, runs, said } = outcome
  if (question.asks_back !== undefined || question.tool === null) return isRouted(outcome)
  return runs.some(({ tool, error }) => tool === question.tool && !error) && holdsAll(said, question.expected)
}

function figuresOf(outcomes: readonly Outcome[]) {
  const kinds = [...new Set(outcomes.map(({ question }) => question.kind))]
  const counted = (some: readonly Outcome[]) => ({
    questions: some.length,
    routed: some.filter(isRouted).length,
    right: some.filter(isRight).length,
    p50_ms: round(
      percentile(
        some.map(({ ms }) => ms),
        50,
      ),
    ),
  })
  const of = (language: 'en' | 'zh') => outcomes.filter(({ question }) => question.language === language)
  return {
    all: counted(outcomes),
    en: counted(of('en')),
    zh: counted(of('zh')),
    kinds: Object.fromEntries(
      kinds.map((kind) => [kind, counted(outcomes.filter(({ question }) => question.kind === kind))]),
    ),
  }
}

function lineOf(outcome: Outcome): string {
  const { question, runs, said } = outcome
  const mark = isRight(outcome) ? 'right' : isRouted(outcome) ? 'ROUTED' : 'WRONG'
  const ran = runs.map(({ tool, error }) => `${tool}${error ? `!${error.code}` : ''}`).join('+') || '-'
  const start = said.replace(/\s+/gu, ' ').slice(0, 200)
  return [mark, question.id, ran, `wanted ${question.tool ?? 'none'}`, question.question, start].join('; ')
}
