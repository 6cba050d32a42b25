import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { mulberry32 } from '@shared/hash'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { changeAtRandom, type ChangedFolder, type Done, writeFolder } from './random-changes'
import { countReads, untilInStep } from './step-check'

export interface WatchSizes {
  readonly files: number
  readonly changes: number
  /** How long the processor time at rest is measured. */
  readonly restSeconds: number
  readonly seed: number
}

/**
 * `bench watch [--files 10000] [--changes 500] [--rest 60] [--seed 1]`: one JSON line. A watched folder is changed at random while
 * questions run; how long until the library equals the disk, what was read, and the processor time at rest, then the same for changes
 * made while Cairn is closed. `rest_without_cpu_ms` is the processor time at rest once no folder is watched.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      files: { type: 'string', default: '10000' },
      changes: { type: 'string', default: '500' },
      rest: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  })
  const sizes = {
    files: Number(values.files),
    changes: Number(values.changes),
    restSeconds: Number(values.rest),
    seed: Number(values.seed),
  }
  const found = await measureWatching(sizes, io)
  io.print(JSON.stringify({ bench: 'watch', ...sizes, ...found }))
  return found.in_step_ms !== null && found.after_restart_ms !== null ? 0 : 1
}

/** Does what `run` says, in a folder of its own. */
export async function measureWatching(sizes: WatchSizes, io: Pick<BenchIo, 'progress' | 'resources'>) {
  const scratch = await mkdtemp(join(tmpdir(), 'cairn-watch-'))
  const store = join(scratch, 'store')
  const root = join(scratch, 'files')
  await mkdir(root)
  const open = () => createEngine({ folder: store, resources: io.resources })
  let engine = await open()
  try {
    const folder = await writeFolder(root, sizes.files, mulberry32(sizes.seed))
    const adding = stopwatch()
    await engine.folders.add({ path: root })
    io.progress(`reading ${sizes.files} files`)
    await untilInStep(engine, folder.files, 3_600_000)
    const added = adding()

    io.progress(`${sizes.changes} changes while questions run`)
    const counted = countReads(engine)
    const during = await changeWhileAsking(engine, folder, sizes.changes)
    const reads = await counted()

    io.progress(`${sizes.restSeconds} seconds at rest`)
    const rest = await restOf(engine, sizes.restSeconds)

    io.progress('changes while closed')
    await engine.close()
    const apart = noneDone()
    for (let at = 0; at < sizes.changes / 5; at += 1) await changeAtRandom(folder, 100_000 + at, apart)
    engine = await open()
    const after = await untilInStep(engine, folder.files, 600_000)
    const trash = engine.listTrash().length
    for (const { id } of engine.folders.list()) await engine.folders.remove(id)
    io.progress(`${sizes.restSeconds} seconds without the folder`)
    const without = await restOf(engine, sizes.restSeconds)
    return {
      add_ms: added.ms,
      add_cpu_ms: added.cpu_ms,
      ...during,
      contents_read: reads.read,
      read_twice: reads.again,
      ...rest,
      after_restart_ms: after.ms,
      after_restart_wrong: after.wrong,
      trash,
      rest_without_cpu_ms: without.rest_cpu_ms,
    }
  } finally {
    await engine.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

const noneDone = (): Done => ({ created: 0, changed: 0, moved: 0, deleted: 0 })

/** Changes files at random while questions are asked, then waits for the library. */
async function changeWhileAsking(engine: Engine, folder: ChangedFolder, changes: number) {
  const done = noneDone()
  const stop = new AbortController()
  const asking = askUntil(engine, stop.signal)
  for (let at = 0; at < changes; at += 1) {
    await changeAtRandom(folder, at, done)
    await pause(10)
  }
  const { ms, wrong } = await untilInStep(engine, folder.files, 600_000)
  stop.abort()
  const times = (await asking).toSorted((a, b) => a - b)
  const median = Math.round(times[Math.floor(times.length / 2)] ?? 0)
  return { ...done, in_step_ms: ms, wrong, questions: times.length, question_median_ms: median }
}

async function askUntil(engine: Engine, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const since = performance.now()
    const question = `What did the gauge at site ${times.length * 7} read in spring?`
    for await (const event of engine.ask({ question, search_anyway: true })) void event
    times.push(performance.now() - since)
    await pause(50)
  }
  return times
}

/** Processor time while nothing happens, once what goes on in the background is over. */
async function restOf(engine: Engine, seconds: number) {
  if (seconds === 0) return { rest_seconds: 0, rest_cpu_ms: null }
  const giveUp = performance.now() + 600_000
  let busy = true
  while (busy && performance.now() < giveUp) {
    const watch = stopwatch()
    await pause(5000)
    busy = watch().cpu_ms > 40 || engine.folders.list().some(({ state }) => state !== 'in_step')
  }
  const watch = stopwatch()
  await pause(seconds * 1000)
  return { rest_seconds: seconds, rest_cpu_ms: watch().cpu_ms }
}

/** Milliseconds by the clock and of the processor since it was made. */
function stopwatch() {
  const since = performance.now()
  const used = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(used)
    return { ms: Math.round(performance.now() - since), cpu_ms: Math.round((user + system) / 1000) }
  }
}
