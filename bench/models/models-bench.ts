import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { measureEmbeddingOverhead, measureEmbeddingSpeed } from './models-embedding'
import { encoderDimensions } from './models-encoder'
import { measureEngineAnswers, measureEngineReuse, measureEngineStop, withModelEngine } from './models-engine'
import { type BenchModels, writeBenchModels } from './models-files'
import { withHosts } from './models-hosts'
import { measureHostStop, measurePrefixReuse, measureTokenOverhead } from './models-language'

const parts = ['tokens', 'reuse', 'stop', 'embeddings', 'engine', 'window'] as const
type Part = (typeof parts)[number]

interface Options {
  readonly parts: readonly Part[]
  readonly rounds: number
  readonly threads: number
  readonly tokens: number
  readonly texts: number
  readonly stops: number
}

/**
 * `bench models [--only tokens,reuse,stop,embeddings,engine,window] [--rounds 5] [--threads 1] [--tokens 128] [--texts
 * 512] [--stops 20]`: what running models in a process of their own costs against running them in this one, and what
 * comes through the whole of Cairn, with models written on the spot. One JSON line a figure, each with the machine's load
 * when it was taken; ratios are medians over rounds of both ways beside each other.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const options = readOptions(args)
  const folder = await mkdtemp(join(tmpdir(), 'cairn-models-'))
  const print = (figure: string, data: object) =>
    io.print(JSON.stringify({ bench: 'models', figure, ...data, load: round(loadavg()[0] ?? 0, 1) }))
  try {
    io.progress('writing models')
    const models = await writeBenchModels(join(folder, 'models'))
    await measureHosts(models, options, io, print)
    await measureEngine(join(folder, 'engine'), models, options, io, print)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return 0
}

async function measureHosts(
  models: BenchModels,
  { parts, rounds, threads, tokens, texts, stops }: Options,
  io: BenchIo,
  print: (figure: string, data: object) => void,
): Promise<void> {
  const progress = (text: string) => io.progress(text)
  await withHosts({ threads, log: progress }, async (resident) => {
    const common = { resident, threads, rounds, progress }
    const tiny = { ...common, model: models.tiny }
    const large = { ...common, model: models.large }
    // Short runs and more of them: what disturbs one is over by the next.
    const often = { rounds: rounds * 2 }
    if (parts.includes('tokens')) {
      print('token_overhead', await measureTokenOverhead({ ...tiny, ...often }, tokens * 4))
      print('token_overhead', await measureTokenOverhead({ ...large, ...often }, tokens))
    }
    if (parts.includes('reuse')) print('prefix_reuse', await measurePrefixReuse(large, 200))
    if (parts.includes('stop')) print('stop_host', await measureHostStop(large, stops))
    if (parts.includes('embeddings')) {
      const tinyEncoder = { ...common, model: models.tinyEncoder, dimensions: 64 }
      const largeEncoder = { ...common, model: models.largeEncoder, dimensions: encoderDimensions }
      print('embedding_overhead', await measureEmbeddingOverhead({ ...tinyEncoder, ...often }, texts))
      print('embedding_overhead', await measureEmbeddingOverhead({ ...largeEncoder, ...often }, Math.ceil(texts / 4)))
      print('embedding_speed', await measureEmbeddingSpeed(tinyEncoder, 512))
      print('embedding_speed', await measureEmbeddingSpeed(largeEncoder, 64))
    }
  })
}

async function measureEngine(
  folder: string,
  { large: model }: BenchModels,
  { parts, rounds, threads, stops }: Options,
  io: BenchIo,
  print: (figure: string, data: object) => void,
): Promise<void> {
  if (!parts.includes('engine') && !parts.includes('window')) return
  await withModelEngine({ folder, model, threads, io }, async (engine) => {
    const bench = { engine, model, threads, rounds, progress: (text: string) => io.progress(text) }
    if (parts.includes('engine')) {
      print('engine_answers', await measureEngineAnswers(bench))
      print('engine_reuse', await measureEngineReuse(bench))
      print('stop_engine', await measureEngineStop(bench, stops))
    }
    if (!parts.includes('window')) return
    const { measureModelAnswers } = await import('../window/model-answers')
    print('window_answers', await measureModelAnswers(bench, stops, io))
  })
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: parts.join(',') },
      rounds: { type: 'string', default: '5' },
      threads: { type: 'string', default: '1' },
      tokens: { type: 'string', default: '128' },
      texts: { type: 'string', default: '512' },
      stops: { type: 'string', default: '20' },
    },
  })
  const named = values.only.split(',')
  const unknown = named.find((name) => !parts.some((part) => part === name))
  if (unknown !== undefined) throw wrong(`--only knows ${parts.join(', ')}, not "${unknown}".`)
  const count = (name: 'rounds' | 'threads' | 'tokens' | 'texts' | 'stops') => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < 1) throw wrong(`--${name} takes a whole number.`)
    return value
  }
  return {
    parts: parts.filter((part) => named.includes(part)),
    rounds: count('rounds'),
    threads: count('threads'),
    tokens: count('tokens'),
    texts: count('texts'),
    stops: count('stops'),
  }
}

function wrong(message: string): CairnError {
  return new CairnError('INVALID_INPUT', message, 'For example --only tokens --rounds 5.')
}
