import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { defaultSettings } from '@shared/settings'
import { deepSearch } from '@engine/research/deep-search/deep-search'
import type { DeepSearchResult } from '@engine/research/deep-search/deep-search-types'
import { searchLibrary } from '@engine/research/deep-search/library-rooms'
import { type BenchQuestion, readBenchData } from '../data'
import type { BenchIo } from '../io'
import { percentile, round } from '../metrics'
import { createProgressBar } from '../progress-bar'
import { indexPassages } from '../retrieval/passage-index'

interface Searched {
  readonly question: BenchQuestion
  readonly result: DeepSearchResult
  readonly ms: number
}

/**
 * `bench research --data FILE [--half odd|even]`: how often the evidence of a search in rounds, without a model, has all passages
 * that a question needs, and what it took: in one JSON line, for the questions of odd and of even number, the first being 1.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { path, half } = readOptions(args)
  const data = await readBenchData(path)
  const questions = data.questions.filter((_, at) => half === undefined || at % 2 === (half === 'odd' ? 0 : 1))
  const progress = createProgressBar(io)
  const { rooms, close } = await indexPassages(data.passages, io.resources, progress)
  const settings = () => defaultSettings.retrieval
  const clock = () => performance.now()
  const library = searchLibrary({ ...rooms, settings, resolveFilter: () => undefined }, {}, { clock })
  const searched: Searched[] = []
  try {
    for (const [at, question] of questions.entries()) {
      progress.step('questions', at, questions.length)
      const start = performance.now()
      const result = await deepSearch(question.question, library, { signal: new AbortController().signal })
      searched.push({ question, result, ms: performance.now() - start })
    }
    progress.end()
    const halves = half ? {} : { odd: figuresOf(everySecond(searched, 0)), even: figuresOf(everySecond(searched, 1)) }
    const counts = { passages: data.passages.length, questions: questions.length }
    io.print(JSON.stringify({ bench: 'research', data: path, ...counts, ...figuresOf(searched), ...halves }))
    return 0
  } finally {
    progress.end()
    await close()
  }
}

function readOptions(args: string[]): { path: string; half: 'odd' | 'even' | undefined } {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, half: { type: 'string' } } })
  if (!values.data) throw new CairnError('INVALID_INPUT', 'bench research needs --data FILE.', 'Name a benchmark file.')
  const { half } = values
  if (half !== undefined && half !== 'odd' && half !== 'even') {
    throw new CairnError('INVALID_INPUT', `--half ${half} is no half.`, 'Give odd or even.')
  }
  return { path: values.data, half }
}

function everySecond<T>(all: readonly T[], from: number): T[] {
  return all.filter((_, at) => at % 2 === from)
}

function figuresOf(searched: readonly Searched[]) {
  const share = (is: (one: Searched) => boolean) => round(searched.filter(is).length / Math.max(1, searched.length))
  const median = (of: (one: Searched) => number) => percentile(searched.map(of), 50)
  const ends = new Set(searched.map(({ result }) => result.ended_by ?? ''))
  return {
    'all-gold': share(({ question, result }) => hasAll(question, result)),
    rounds: median(({ result }) => result.rounds.length),
    'one-round': share(({ result }) => result.rounds.length === 1),
    searches: median(({ result }) => result.cost.searches),
    evidence: median(({ result }) => result.evidence.length),
    p50_ms: median(({ ms }) => ms),
    ended_by: Object.fromEntries([...ends].map((end) => [end, share(({ result }) => result.ended_by === end)])),
    failed_searches: searched.flatMap(({ result }) =>
      result.rounds.flatMap(({ searches }) => searches.filter(({ failed }) => failed !== undefined)),
    ).length,
  }
}

function hasAll({ gold }: BenchQuestion, { evidence }: DeepSearchResult): boolean {
  const documents = new Set(evidence.map(({ chunk }) => chunk.doc_id))
  return gold.every((id) => documents.has(id))
}
