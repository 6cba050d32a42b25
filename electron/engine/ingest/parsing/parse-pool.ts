import { stat } from 'node:fs/promises'
import { Piscina } from 'piscina'
import { CairnError } from '@shared/errors'
import { timer } from '@engine/platform/deadline'
import { linkedSignal } from '@engine/platform/linked-signal'
import { builtFile } from '@engine/platform/paths'
import type { ShareTask } from '@engine/graph/share/read-share'
import type { Answer, ChunkTask, CutText, ParsedFile, ParseTask } from './parse-worker'
import { SharedGate } from '../jobs/shared-gate'

export interface ParsePoolOptions {
  /** The built worker; found beside the running bundle, or in CAIRN_PARSE_WORKER, where not given. */
  readonly workerFile?: string
  /** For a small file; every further MB adds three seconds. */
  readonly timeoutMs?: number
  /** Heap of one worker, MB. */
  readonly memoryMb?: number
}

export interface ParsePool {
  /**
   * Reads, parses and chunks one file in a worker. Throws CairnError: what the file deserves, PARSE_TIMEOUT,
   * PARSE_OUT_OF_MEMORY, CANCELLED, or INTERNAL where the worker cannot be loaded. Other files being read are not disturbed.
   */
  parse(input: ParseTask, signal?: AbortSignal): Promise<ParsedFile>
  /** Cuts a document again whose text and structure are known, off the main thread. Fails as `parse` does. */
  chunk(input: ChunkTask, signal?: AbortSignal): Promise<CutText>
  /** Reads what a document contributes to the knowledge graph: the bytes of its share's file. Fails as `parse` does. */
  share(input: ShareTask, signal?: AbortSignal): Promise<Uint8Array>
  close(): Promise<void>
}

/** How many files are read at the same time. */
const threads = 2
/**
 * Questions go first, where a thread can be slowed down by itself: by nice(2) on Linux, by the step below the normal priority on Windows.
 * On macOS it would be the whole process. It needs Piscina's optional `@napi-rs/nice`; without that all have the same priority.
 */
const niceIncrement = { linux: 5, win32: -1 }[process.platform as string] ?? 0
const msPerMegabyte = 3000
/** Ten times what a slow machine needs. */
const shareMsPerMegabyte = 60_000

/** Starts a pool of parse workers; the threads themselves start with the first file. */
export function createParsePool(options: ParsePoolOptions = {}): ParsePool {
  const timeoutMs = options.timeoutMs ?? 60_000
  const filename = options.workerFile ?? builtFile('parse-worker', process.env['CAIRN_PARSE_WORKER'])
  // The worker's file comes with each task: given here, a file that cannot be loaded would let tasks wait for ever.
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    niceIncrement,
    concurrentTasksPerWorker: 1,
    idleTimeout: 30_000,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 1024 },
  })
  // Failures reach the caller through the task they belong to; without a listener they would end the process.
  pool.on('error', () => undefined)
  const gate = new SharedGate({ places: threads, reasonOf: cancelled })
  /** Runs one task as soon as a thread is free; its deadline counts from then on. */
  const run = <Value>(job: Omit<Job, 'filename'>, signal: AbortSignal | undefined) =>
    gate.shared(() => runInWorker<Value>(pool, { ...job, filename }, signal), signal)
  return {
    async parse(task, signal) {
      const deadlineMs = Math.ceil(timeoutMs + (await megabytes(task.path)) * msPerMegabyte)
      return run<ParsedFile>({ task, entry: 'default', deadlineMs }, signal)
    },
    chunk(task, signal) {
      const deadlineMs = Math.ceil(timeoutMs + (task.text.length / 1024 / 1024) * msPerMegabyte)
      return run<CutText>({ task, entry: 'chunkInWorker', deadlineMs }, signal)
    },
    share(task, signal) {
      const length = task.chunks.reduce((sum, { text }) => sum + text.length, 0)
      const deadlineMs = Math.ceil(timeoutMs + (length / 1024 / 1024) * shareMsPerMegabyte)
      return run<Uint8Array>({ task, entry: 'shareInWorker', deadlineMs }, signal)
    },
    close: () => pool.destroy(),
  }
}

interface Job {
  readonly task: ParseTask | ChunkTask | ShareTask
  /** The worker's export that does it. */
  readonly entry: 'default' | 'chunkInWorker' | 'shareInWorker'
  readonly filename: string
  readonly deadlineMs: number
}

async function runInWorker<Value>(pool: Piscina, job: Job, signal: AbortSignal | undefined): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    const deadline = new AbortController()
    const callOff = timer(job.deadlineMs, () => deadline.abort())
    const stop = linkedSignal(signal, deadline.signal)
    try {
      const answer = (await pool.run(job.task, {
        filename: job.filename,
        name: job.entry,
        signal: stop.signal,
      })) as Answer<Value>
      if (answer.ok) return answer.value
      throw new CairnError(answer.error.code, answer.error.message, answer.error.action)
    } catch (thrown) {
      if (thrown instanceof CairnError) throw thrown
      if (signal?.aborted) throw cancelled()
      if (deadline.signal.aborted) throw timeout(job.deadlineMs)
      if (isOutOfMemory(thrown)) throw outOfMemory()
      // Something else took the worker down; this file may have had no part in it.
      if (attempt === 2) throw (await isLoadable(pool, job.filename)) ? workerLost(thrown) : notLoadable(thrown)
    } finally {
      // Else the whole task, its text included, would be kept until the deadline.
      callOff()
      stop.unlink()
    }
  }
}

/** Whether a worker gets as far as its first line; asked of another thread than the one that a file has taken down. */
async function isLoadable(pool: Piscina, filename: string): Promise<boolean> {
  return pool.run(undefined, { filename, name: 'isLoaded' }).then(
    (answer) => answer === true,
    () => false,
  )
}

function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function cancelled(): CairnError {
  return new CairnError('CANCELLED', 'Reading the file was cancelled.', 'Add it again when you want it.')
}

function timeout(ms: number): CairnError {
  return new CairnError(
    'PARSE_TIMEOUT',
    `Reading the file took longer than ${Math.ceil(ms / 1000)} seconds and was stopped.`,
    'Split it into smaller files, or save it again in its program, and add that.',
  )
}

function outOfMemory(): CairnError {
  return new CairnError(
    'PARSE_OUT_OF_MEMORY',
    'Reading the file needed more memory than one file may take.',
    'Split it into smaller files and add those.',
  )
}

function workerLost(cause: unknown): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    'The file could not be read: its reader stopped twice.',
    'Save it again in the program it comes from and add the new copy.',
    { cause },
  )
}

/** Says nothing of the file: the next one is tried as if nothing had been, in a new thread after a while. */
function notLoadable(cause: unknown): CairnError {
  return new CairnError(
    'INTERNAL',
    'The part of Cairn that reads files could not be loaded.',
    'Start Cairn again and try the file again; if that does not help, install Cairn anew.',
    { cause },
  )
}

/** Size of a file for its deadline; what cannot be measured is reported by the reader itself. */
async function megabytes(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size / 1024 / 1024,
    () => 0,
  )
}
