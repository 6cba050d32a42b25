import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { createEngine } from '../electron/engine'
import type { Engine } from '../electron/ports/engine'
import { bareQueries } from './bare-lancedb'
import { generateCorpus } from './generated-corpus'
import type { BenchIo } from './io'
import { percentile, round } from './metrics'

const mebibyte = 1024 * 1024
const warmUp = 5

/** `bench speed [--chunks 1000,10000,100000]`: one JSON line per size. */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({ args, options: { chunks: { type: 'string', default: '1000,10000,100000' } } })
  const sizes = values.chunks.split(',').map(Number)
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) {
    throw new CairnError(
      'INVALID_INPUT',
      '--chunks takes whole numbers, separated by commas.',
      'For example --chunks 1000,10000.',
    )
  }
  for (const size of sizes) io.print(JSON.stringify(await measureSize(size, io)))
  return 0
}

async function measureSize(size: number, io: BenchIo) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-speed-'))
  const store = join(folder, 'store')
  try {
    io.progress(`${size} chunks: writing files`)
    const corpus = await generateCorpus(join(folder, 'files'), size, join(io.resources, 'sample'))
    const ingest = await measureIngest(store, join(folder, 'files'), corpus.bytes, io)
    const coldStart = performance.now()
    const engine = await createEngine({ folder: store, resources: io.resources })
    const coldStartMs = performance.now() - coldStart
    try {
      const turns = await measureTurns(engine, corpus.questions, io)
      const bare = await bareQueries(store, corpus.questions)
      const retrievalP50 = turns.stages['6']?.p50_ms ?? 0
      return {
        bench: 'speed',
        chunks: (await engine.info()).chunks,
        files: corpus.files,
        megabytes: round(corpus.bytes / mebibyte),
        ingest,
        cold_start_ms: round(coldStartMs, 0),
        ...turns,
        bare_queries_p50_ms: percentile(bare, 50),
        retrieval_ratio: round(retrievalP50 / Math.max(0.001, percentile(bare, 50)), 2),
        rss_mb: Math.round(process.memoryUsage().rss / mebibyte),
      }
    } finally {
      await engine.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureIngest(store: string, files: string, bytes: number, io: BenchIo) {
  const engine = await createEngine({ folder: store, resources: io.resources })
  try {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const start = performance.now()
    for await (const event of engine.ingest({ paths: [files] })) {
      if (event.type === 'progress' && event.done % 50 === 0)
        io.progress(`ingesting ${event.done} of ${event.total} files`)
    }
    const seconds = (performance.now() - start) / 1000
    delay.disable()
    const { chunks } = await engine.info()
    return {
      seconds: round(seconds),
      mb_per_s: round(bytes / mebibyte / seconds),
      chunks_per_s: Math.round(chunks / seconds),
      event_loop_delay_p99_ms: round(delay.percentile(99) / 1e6, 1),
      event_loop_delay_max_ms: round(delay.max / 1e6, 1),
    }
  } finally {
    await engine.close()
  }
}

async function measureTurns(engine: Engine, questions: readonly string[], io: BenchIo) {
  const byStage = new Map<number, number[]>()
  const throughSeven: number[] = []
  const totals: number[] = []
  for (const [at, question] of questions.entries()) {
    io.progress(`question ${at + 1} of ${questions.length}`)
    const times = new Map<number, number>()
    let total = 0
    for await (const event of engine.ask({ question, search_anyway: true })) {
      if (event.type === 'stage_end') times.set(event.stage, event.ms)
      if (event.type === 'final') total = event.total_ms
    }
    if (at < warmUp) continue
    for (const [stage, ms] of times) byStage.set(stage, [...(byStage.get(stage) ?? []), ms])
    const parallel = Math.max(times.get(2) ?? 0, times.get(3) ?? 0)
    throughSeven.push([1, 4, 5, 6, 7].reduce((sum, stage) => sum + (times.get(stage) ?? 0), parallel))
    totals.push(total)
  }
  const figures = (values: readonly number[]) => ({ p50_ms: percentile(values, 50), p95_ms: percentile(values, 95) })
  return {
    stages: Object.fromEntries([...byStage].map(([stage, values]) => [String(stage), figures(values)])),
    stages_1_to_7: figures(throughSeven),
    whole_turn: figures(totals),
  }
}
