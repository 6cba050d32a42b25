import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { CairnError } from '@shared/errors'
import { type BenchData, readBenchData, readDistractors } from '../data'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { measureRival, RivalFigures, rivals } from './measure-rival'
import type { Words } from './rival'

const longestOutput = 1024 * 1024

/**
 * `bench rivals --data FILE [--among FILE] [--rivals lancedb,fts5,minisearch,orama,cairn]`: the same documents and questions for Cairn and for
 * what others would search with, one after another, each in a process of its own. One JSON line each, with what it takes in that of plain
 * LanceDB. Documents that answer nothing come from `--among`, more than one with commas between them: the passages of a benchmark file, or
 * each line of a text. Chinese is asked twice, with the words of each and with jieba's. `--one NAME --words own|jieba` is what each process runs.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      among: { type: 'string', default: '' },
      rivals: { type: 'string', default: Object.keys(rivals).join(',') },
      one: { type: 'string' },
      words: { type: 'string', default: 'own' },
    },
  })
  const { data: file, among, one, words } = values
  if (file === undefined)
    throw new CairnError('INVALID_INPUT', 'bench rivals needs --data FILE.', 'Name a benchmark file.')
  if (words !== 'own' && words !== 'jieba')
    throw new CairnError('INVALID_INPUT', '--words is own or jieba.', 'For example --words jieba.')
  const data = await readAmong(file, among)
  const language = /\p{Script=Han}/u.test(data.questions[0]?.question ?? '') ? 'zh' : 'en'
  if (one !== undefined) {
    io.print(JSON.stringify(await measureRival(one, data, { language, words, resources: io.resources })))
    return 0
  }
  const about = { data: file, documents: data.passages.length, questions: data.questions.length }
  for (const kind of language === 'zh' ? (['own', 'jieba'] as const) : (['own'] as const)) {
    const all: RivalFigures[] = []
    for (const name of values.rivals.split(',').filter((rival) => kind === 'own' || rival !== 'cairn')) {
      io.progress(`${name}, words: ${kind}`)
      all.push(await inProcess(name, kind, ['--data', file, '--among', among]))
    }
    for (const figures of all)
      io.print(JSON.stringify({ bench: 'rivals', ...about, ...figures, ...ratios(figures, all) }))
  }
  return 0
}

/** The passages of `--data`, and those that answer nothing. */
async function readAmong(file: string, among: string): Promise<BenchData> {
  const data = await readBenchData(file)
  const paths = among.split(',').filter((path) => path !== '')
  const texts = await readDistractors(
    paths.filter((path) => !path.endsWith('.json')),
    data,
  )
  const files = await Promise.all(paths.filter((path) => path.endsWith('.json')).map(readBenchData))
  const others = files.flatMap(({ passages }, from) =>
    passages.map((passage, at) => ({ ...passage, id: `other-${from}-${at}` })),
  )
  return { ...data, passages: [...data.passages, ...texts, ...others] }
}

/** Runs one rival in this program, started anew. */
async function inProcess(name: string, words: Words, args: string[]): Promise<RivalFigures> {
  const program = process.argv[1] ?? ''
  const child = [program, 'bench', 'rivals', '--one', name, '--words', words, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, child, { maxBuffer: longestOutput })
  return RivalFigures.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}

/** Against plain LanceDB with the same words: how many times as fast, as much memory, as long a wait. */
function ratios(figures: RivalFigures, all: readonly RivalFigures[]) {
  const bare = all.find(({ rival }) => rival === 'lancedb')
  if (!bare) return {}
  const times = (value: number, by: number) => round(value / Math.max(0.001, by), 2)
  return {
    to_lancedb: {
      mb_per_s: times(figures.mb_per_s, bare.mb_per_s),
      processor_seconds: times(figures.processor_seconds, bare.processor_seconds),
      memory: times(figures.memory_mb, bare.memory_mb),
      p50: times(figures.p50_ms, bare.p50_ms),
      p95: times(figures.p95_ms, bare.p95_ms),
    },
  }
}
