import { readdir, readFile } from 'node:fs/promises'
import { hasCode } from '@shared/errors'
import { giveMemoryBack } from '@engine/platform/rest/give-memory-back'
import { round } from '../metrics'

const mebibyte = 1024 * 1024

/** What this process holds, in MB (2^20 bytes) and counts. Null where the system does not tell (only Linux has `/proc`). */
export interface MemorySample {
  readonly rss_mb: number
  /** Of that what no file backs: heaps, stacks, buffers. */
  readonly anonymous_mb: number | null
  /** JavaScript objects of the main thread that are reachable. */
  readonly heap_used_mb: number
  /** Native memory that objects of the main thread own, buffers among it. */
  readonly external_mb: number
  readonly array_buffers_mb: number
  /** Open files, sockets and the like. */
  readonly handles: number | null
  readonly threads: number | null
}

/** The figures after a full collection of the main thread's heap. */
export async function sampleMemory(): Promise<MemorySample> {
  giveMemoryBack()
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  return {
    rss_mb: megabytes(rss),
    anonymous_mb: await anonymous(),
    heap_used_mb: megabytes(heapUsed),
    external_mb: megabytes(external),
    array_buffers_mb: megabytes(arrayBuffers),
    handles: await countIn('/proc/self/fd'),
    threads: await countIn('/proc/self/task'),
  }
}

async function anonymous(): Promise<number | null> {
  const rollup = await readIfThere(readFile('/proc/self/smaps_rollup', 'utf8'))
  const kilobytes = rollup && /^Anonymous:\s+(\d+) kB$/mu.exec(rollup)?.[1]
  return kilobytes ? megabytes(Number(kilobytes) * 1024) : null
}

async function countIn(folder: string): Promise<number | null> {
  return (await readIfThere(readdir(folder)))?.length ?? null
}

async function readIfThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT') || hasCode(thrown, 'EACCES')) return null
    throw thrown
  }
}

function megabytes(bytes: number): number {
  return round(bytes / mebibyte, 1)
}
