import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { type Respelling, respellings } from '@engine/retrieval/question/spelling'
import { analysePhrase } from '@engine/text/analyse'
import { readBenchData } from '../data'
import type { BenchIo } from '../io'
import { percentile, round } from '../metrics'
import { indexPassages } from './passage-index'
import { plantSlip } from './plant-slip'
import { createProgressBar } from '../progress-bar'

/**
 * `bench spelling --data FILE [--every N]`: words of the questions as they are that are read otherwise (none should be),
 * and, of one slip planted in each, how many are read as the word that was meant, as another one, and as they are
 * written. One JSON line with every respelling of a question as it is, and every wrong one.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const options = { data: { type: 'string' }, every: { type: 'string', default: '1' } } as const
  const { values } = parseArgs({ args, options })
  if (!values.data) throw new CairnError('INVALID_INPUT', 'bench spelling needs --data FILE.', 'Name a benchmark file.')
  const data = await readBenchData(values.data)
  const step = Math.max(1, Number(values.every) || 1)
  const questions = data.questions.filter((_, at) => at % step === 0)
  const progress = createProgressBar(io)
  const { rooms, close } = await indexPassages(data.passages, io.resources, progress)
  const { signal } = new AbortController()
  const times: number[] = []
  const read = async (question: string): Promise<Respelling[]> => {
    const start = performance.now()
    const found = await respellings(question, undefined, rooms, signal)
    times.push(performance.now() - start)
    return found
  }
  try {
    await read('Warms up the dictionery.')
    const unasked: string[] = []
    const wrong: string[] = []
    const counts = { planted: 0, read: 0, wrong: 0 }
    times.length = 0
    for (const [at, { question }] of questions.entries()) {
      progress.step('as they are', at, questions.length)
      for (const { from, to } of await read(question)) unasked.push(`${from} > ${to} | ${question}`)
    }
    const [p50, p95] = [percentile(times, 50), percentile(times, 95)]
    times.length = 0
    for (const [at, { question }] of questions.entries()) {
      progress.step('with a slip', at, questions.length)
      const slip = plantSlip(question, at)
      if (!slip) continue
      counts.planted += 1
      const found = (await read(slip.question)).find(({ from }) => from === slip.from)
      if (!found) continue
      const isRead = analysePhrase(found.to).join() === analysePhrase(slip.to).join()
      counts[isRead ? 'read' : 'wrong'] += 1
      if (!isRead) wrong.push(`${slip.to} > ${found.from} > ${found.to}`)
    }
    progress.end()
    const ms = { p50_ms: p50, p95_ms: p95, slip_p50_ms: percentile(times, 50), slip_p95_ms: percentile(times, 95) }
    const share = round(counts.read / Math.max(1, counts.planted))
    const figures = { questions: questions.length, respelled: unasked.length, ...counts, share, ...ms }
    io.print(JSON.stringify({ bench: 'spelling', data: values.data, ...figures, unasked, misread: wrong }))
    return 0
  } finally {
    progress.end()
    await close()
  }
}
