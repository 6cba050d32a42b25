import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { createEngine } from '@engine/engine'
import { generateCorpus } from './generated-corpus'
import type { BenchIo } from '../io'
import { processorMs, round } from '../metrics'
import { measureIngest } from './speed-ingest'
import { measureRetrieval } from './speed-retrieval'
import { measureTurns } from './speed-turns'

const mebibyte = 1024 * 1024

/**
 * `bench speed [--chunks 1000,10000,100000] [--keep FOLDER]`: one JSON line per size. What was added stays in the folder that
 * is named, and is not added again by a later run of the same size.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { chunks: { type: 'string', default: '1000,10000,100000' }, keep: { type: 'string' } },
  })
  const sizes = values.chunks.split(',').map(Number)
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) {
    throw new CairnError(
      'INVALID_INPUT',
      '--chunks takes whole numbers, separated by commas.',
      'For example --chunks 1000,10000.',
    )
  }
  for (const size of sizes) {
    const named: BenchIo = { ...io, progress: (text) => io.progress(`${size} chunks: ${text}`) }
    io.print(JSON.stringify(await measureSize(size, values.keep, named)))
  }
  return 0
}

/** One size in a folder, or in a folder of its own that goes afterwards. A store that is in the folder already is not filled again. */
export async function measureSize(size: number, keep: string | undefined, io: BenchIo) {
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'cairn-speed-')) : join(resolve(keep), String(size))
  await mkdir(folder, { recursive: true })
  const store = join(folder, 'store')
  const files = join(folder, 'files')
  try {
    io.progress('writing files')
    const corpus = await generateCorpus(files, size, join(io.resources, 'sample'))
    const ingest = existsSync(store)
      ? null
      : await withProcessorTime(() => measureIngest(store, { files, ...corpus }, io))
    const coldStart = performance.now()
    const engine = await createEngine({ folder: store, resources: io.resources })
    const coldStartMs = performance.now() - coldStart
    let chunks: number
    /** With the engine open and its caches warm, before anything else is measured in this process. */
    let rss: number
    let turns: Awaited<ReturnType<typeof measureTurns>>
    try {
      ;({ chunks } = await engine.info())
      turns = await measureTurns(engine, corpus.questions, io)
      rss = process.memoryUsage().rss
    } finally {
      await engine.close()
    }
    io.progress('retrieval by itself')
    const retrieval = await measureRetrieval(store, corpus.questions, corpus.sentences, io)
    return {
      bench: 'speed',
      chunks,
      files: corpus.fileCount,
      megabytes: round(corpus.bytes / mebibyte),
      ingest,
      cold_start_ms: round(coldStartMs, 0),
      ...turns,
      ...retrieval,
      rss_mb: Math.round(rss / mebibyte),
      /** Of this process since its start, so of the largest size so far. */
      peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
    }
  } finally {
    if (keep === undefined) await rm(folder, { recursive: true, force: true })
  }
}

/** With all threads of this process, until everything is in the graph. */
async function withProcessorTime<T extends object>(work: () => Promise<T>): Promise<T & { processor_seconds: number }> {
  const before = process.cpuUsage()
  const done = await work()
  return { ...done, processor_seconds: round(processorMs(before) / 1000) }
}
