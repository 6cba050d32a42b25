import { Worker } from 'node:worker_threads'
import { CairnError, type ErrorReport } from '@shared/errors'
import { timer } from '@engine/platform/deadline'
import { WorkQueue } from '@engine/platform/work-queue'
import type { BuildRequest } from './build-tables'
import type { StoredTable } from './stored-table'

type Answer = { readonly ok: true; readonly value: StoredTable[] } | { readonly ok: false; readonly error: ErrorReport }

/** Heap of the thread, MB: a text of 20 million characters with a million rows, and its structure. */
const memoryMb = 1536
/** Milliseconds for one document. */
const longest = 120_000
/** Milliseconds without work after which the thread ends. */
const restAfter = 10_000

/** Reads and types tables in a thread, one document at a time. It starts with the first and ends when nothing is left to do. */
export class TableBuilder {
  #worker: Worker | undefined
  #rest: () => void = () => undefined
  readonly #queue = new WorkQueue()

  /** @param file the built entry. */
  constructor(private readonly file: string) {}

  /** Throws as `buildTables` does, and TOOL_FAILED for a document that takes too long or too much memory. */
  readonly build = (request: BuildRequest): Promise<StoredTable[]> => this.#queue.run(() => this.#ask(request))

  async close(): Promise<void> {
    this.#rest()
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #ask(request: BuildRequest): Promise<StoredTable[]> {
    this.#rest()
    const worker = (this.#worker ??= this.#start())
    // Only while something is awaited of it does the thread keep the process alive.
    worker.ref()
    try {
      const answer = await answerOf(worker, request)
      if (answer.ok) return answer.value
      throw new CairnError(answer.error.code, answer.error.message, answer.error.action)
    } catch (thrown) {
      if (!(thrown instanceof CairnError)) await this.close()
      throw thrown instanceof CairnError ? thrown : lost(thrown)
    } finally {
      // One that is being ended holds the process until it has: whoever closes waits for that.
      if (this.#worker === worker) worker.unref()
      const timeout = setTimeout(() => void this.close(), restAfter)
      timeout.unref()
      this.#rest = () => clearTimeout(timeout)
    }
  }

  #start(): Worker {
    const worker = new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    worker.unref()
    return worker
  }
}

function answerOf(worker: Worker, request: BuildRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const callOff = timer(longest, () => settle(() => reject(new Error(`took longer than ${longest} ms`))))
    const settle = (then: () => void) => {
      callOff()
      worker.off('message', answered).off('error', failed).off('exit', ended)
      then()
    }
    const answered = (answer: Answer) => settle(() => resolve(answer))
    const failed = (error: Error) => settle(() => reject(error))
    const ended = () => settle(() => reject(new Error('the thread ended')))
    worker.on('message', answered).on('error', failed).on('exit', ended)
    worker.postMessage({ id: 0, name: 'build', args: [request] })
  })
}

function lost(cause: unknown): CairnError {
  return new CairnError(
    'TOOL_FAILED',
    `The tables of a document could not be read: ${String(cause)}`,
    'Read them in the document.',
    { cause },
  )
}
