import { lstat, readdir, statfs } from 'node:fs/promises'
import { cpus, freemem, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasCode } from '@shared/errors'
import type { DiskFigures, MemoryFigures, ProcessorFigures } from './metrics-source'

const measuredMs = 200
const mostFiles = 20_000

export function memoryFigures(): MemoryFigures {
  return { own: process.memoryUsage.rss(), free: freemem(), total: totalmem() }
}

/** Measures for a fifth of a second. Throws what the signal was aborted with. */
export async function processorFigures(signal: AbortSignal): Promise<ProcessorFigures> {
  const [ownBefore, before, from] = [process.cpuUsage(), ticks(), performance.now()]
  await wait(measuredMs, undefined, { signal })
  const own = process.cpuUsage(ownBefore)
  const after = ticks()
  const all = after.all - before.all
  return {
    cores: cpus().length,
    own: (own.user + own.system) / 1000 / Math.max(1, performance.now() - from),
    machine: all > 0 ? Math.min(1, Math.max(0, 1 - (after.idle - before.idle) / all)) : 0,
  }
}

function ticks(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.map((one) => sum(Object.values(one)))) }
}

/** What a folder takes on its disk, and what is free there. */
export async function diskFigures(folder: string, signal: AbortSignal): Promise<DiskFigures> {
  const { bytes, isAtLeast } = await bytesIn(folder, signal)
  return { store: bytes, isAtLeast, free: await freeBytes(folder) }
}

/** The bytes of the files in a folder and below it; links are not followed. Stops after 20,000 files. */
export async function bytesIn(folder: string, signal: AbortSignal): Promise<{ bytes: number; isAtLeast: boolean }> {
  const folders = [folder]
  let [bytes, files] = [0, 0]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const at = next
    signal.throwIfAborted()
    const entries = await readdir(at, { withFileTypes: true }).catch(none)
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(at, name)))
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    files += names.length
    if (files > mostFiles) return { bytes, isAtLeast: true }
    const sizes = await Promise.all(names.map((name) => lstat(join(at, name)).then(({ size }) => size, none)))
    bytes += sizes.reduce<number>((sum, size) => sum + (typeof size === 'number' ? size : 0), 0)
  }
  return { bytes, isAtLeast: false }
}

/** What was deleted meanwhile has no size. */
function none(thrown: unknown): never[] {
  if (hasCode(thrown, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return []
  throw thrown
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    // Some file systems do not say.
    return null
  }
}
