import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { createEngine } from '@engine/engine'
import type { BenchIo } from '../io'
import { sampleMemory } from '../memory/process-memory'
import { round } from '../metrics'
import { runInOwnProcess } from '../own-process'
import { measureBareIngest } from './bare-lancedb'
import { type BuildPlan, type BuiltStore, type LibraryPlan, withBuiltStore } from './built-store'
import { diskUse } from './disk-use'
import { measureChanges, measureGraph } from './speed-changes'
import { measureRetrieval } from './speed-retrieval'
import { measureTurns } from './speed-turns'

const mebibyte = 1024 * 1024
/** Longer than anything here takes, so that nothing rests while it is measured. */
const restAfterMs = 20_000

/**
 * `bench speed [--chunks 1000,10000,100000] [--text sample|varied] [--until searchable|mapped|asked] [--alone] [--store FOLDER]`: one
 * JSON line a size. With `--alone` nobody asks while files come in. `--store`, with one size, keeps what is built in that folder and
 * goes on from it in a later run: what was only `searchable` can be `mapped`, and what is built can be `asked` again without being
 * built. `varied` has invented words, for large libraries.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      chunks: { type: 'string', default: '1000,10000,100000' },
      text: { type: 'string', default: 'sample' },
      until: { type: 'string', default: 'asked' },
      alone: { type: 'boolean', default: false },
      store: { type: 'string' },
    },
  })
  const sizes = values.chunks.split(',').map(Number)
  const { text, until, store } = values
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) throw wrong('--chunks takes whole numbers.', '1000')
  if (store !== undefined && sizes.length > 1) throw wrong('--store holds one size.', '--chunks 10000')
  if (text !== 'sample' && text !== 'varied') throw wrong('--text is sample or varied.', '--text varied')
  if (until !== 'searchable' && until !== 'mapped' && until !== 'asked')
    throw wrong('--until is searchable, mapped or asked.', '--until mapped')
  for (const chunks of sizes) {
    const named: BenchIo = { ...io, progress: (said) => io.progress(`${chunks} chunks: ${said}`) }
    const plan = { chunks, isVaried: text === 'varied', isAlone: values.alone }
    const measured = until === 'asked' ? measureSize(plan, store, named) : buildSize({ ...plan, until }, store, named)
    io.print(JSON.stringify(await measured))
  }
  return 0
}

function wrong(what: string, example: string): CairnError {
  return new CairnError('INVALID_INPUT', `bench speed: ${what}`, `For example ${example}.`)
}

/** One size in a folder, or in a folder of its own that goes afterwards. What was built here is asked in a process of its own. */
export function measureSize(plan: LibraryPlan, named: string | undefined, io: BenchIo): Promise<object> {
  return withBuiltStore({ folder: named, plan: { ...plan, until: 'asked' } }, io, async (built) => {
    if (built.isOfThisProcess) {
      const asked = await measureElsewhere(plan, built.folder)
      return { ...asked, ingest_peak_rss_mb: peakMb() }
    }
    return { ...(await libraryFigures(plan, built)), ...(await measureBuilt(built, io)), peak_rss_mb: peakMb() }
  })
}

/** A start, and what an engine holds, are not what they are in a process that has just read a library. */
async function measureElsewhere({ chunks, isVaried }: LibraryPlan, folder: string): Promise<object> {
  const text = isVaried ? 'varied' : 'sample'
  const args = ['bench', 'speed', '--chunks', String(chunks), '--text', text, '--store', folder]
  const { printed } = await runInOwnProcess(args, 'inherit')
  return z.looseObject({}).parse(JSON.parse(printed.trim().split('\n').at(-1) ?? ''))
}

function buildSize(plan: BuildPlan, folder: string | undefined, io: BenchIo) {
  return withBuiltStore({ folder, plan }, io, async (built) => ({
    ...(await libraryFigures(plan, built)),
    peak_rss_mb: peakMb(),
  }))
}

async function libraryFigures({ isVaried }: LibraryPlan, { corpus, ingest, store }: BuiltStore) {
  const megabytes = round(corpus.bytes / mebibyte)
  return { bench: 'speed', files: corpus.fileCount, megabytes, varied: isVaried, ingest, disk_mb: await diskUse(store) }
}

/** A library that is whole: its start, questions, one document more and less, the graph, and retrieval by itself. */
async function measureBuilt({ store, folder, corpus, ingest }: BuiltStore, io: BenchIo) {
  const start = performance.now()
  const engine = await createEngine({ folder: store, resources: io.resources, restAfterMs })
  const coldStartMs = round(performance.now() - start, 0)
  let measured
  try {
    const { chunks } = await engine.info()
    const turns = await measureTurns(engine, corpus.questions, io)
    /** With the engine open and its caches warm, before anything else is measured in this process. */
    const rss_mb = Math.round(process.memoryUsage.rss() / mebibyte)
    io.progress('one document more, one less')
    const changes = await measureChanges(engine, join(folder, 'changing'), corpus.sentences)
    const graph = await measureGraph(engine)
    io.progress('resting')
    await wait(2 * restAfterMs)
    const rested = await sampleMemory()
    measured = { chunks, cold_start_ms: coldStartMs, ...turns, rss_mb, changes, graph, rested }
  } finally {
    await engine.close()
  }
  io.progress('retrieval by itself')
  const retrieval = await measureRetrieval(store, corpus.questions, corpus.sentences, io)
  io.progress('the same rows into a bare table')
  return { ...measured, ...retrieval, bare_ingest: await bareIngest(store, join(folder, 'bare'), ingest) }
}

/** The same rows into a table and its text index alone, and how many times as long Cairn took until they could be searched. */
async function bareIngest(store: string, folder: string, ingest: BuiltStore['ingest']) {
  try {
    const bare = await measureBareIngest(store, folder)
    const times = (own: number | undefined, least: number) =>
      own === undefined ? null : round(own / Math.max(0.001, least), 2)
    return {
      ...bare,
      seconds_ratio: times(ingest?.seconds, bare.seconds),
      processor_ratio: times(ingest?.searchable_processor_seconds, bare.processor_seconds),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of this process since its start, so of the largest size so far. */
function peakMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}
