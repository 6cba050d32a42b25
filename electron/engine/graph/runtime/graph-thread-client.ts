import { Worker } from 'node:worker_threads'
import { CairnError } from '@shared/errors'
import type { ThreadAnswer, ThreadCalls } from './thread-messages'

export interface GraphThreadOptions {
  /** The built entry. */
  readonly file: string
  /** Passed to the entry: which calls it serves, and what they need. */
  readonly data: unknown
  /** Called when a new thread has replaced a lost thread: loads again what the lost thread knew. */
  readonly restarted: () => void
  /** Milliseconds without a call after which the thread ends; the next call starts another, as after a loss. It stays where not given. */
  readonly restAfterMs?: number | undefined
  readonly log: (line: string) => void
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
  /** Milliseconds of `performance.now`. */
  readonly since: number
  readonly name: string
}

/** Heap of a thread, MB. */
const memoryMb = 2048
/** A thread that was lost this often will be lost again. */
const maxStarts = 4

/** A thread that keeps something in memory. It starts with the first call; when it is lost or has rested, another takes its place. */
export class GraphThread<Calls extends ThreadCalls> {
  #worker: Worker | undefined
  readonly #waiting = new Map<number, Waiting>()
  #nextId = 0
  #starts = 0
  #isResting = false
  #rest: NodeJS.Timeout | undefined
  #closed = false

  constructor(private readonly options: GraphThreadOptions) {}

  /** Rejects with what the call threw, and with INTERNAL where the thread was lost meanwhile. */
  call<Name extends keyof Calls & string>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    return new Promise((resolve, reject) => {
      const worker = this.#running()
      if (!worker) {
        reject(lost())
        return
      }
      const id = this.#nextId
      this.#nextId += 1
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, since: performance.now(), name })
      // Only while something is awaited of it does the thread keep the process alive.
      worker.ref()
      worker.postMessage({ id, name, args })
    })
  }

  /** How long the oldest call of a name has been waiting, in milliseconds; 0 where none is. */
  waitedMs(name: keyof Calls & string): number {
    const oldest = [...this.#waiting.values()].find((one) => one.name === name)
    return oldest ? performance.now() - oldest.since : 0
  }

  /** Whether it has ended because nobody asked for anything; whatever it is told when it starts again is as things are then. */
  get isResting(): boolean {
    return this.#isResting
  }

  /** Starts the thread again where it rests: what it is told anew comes before the calls that follow. */
  wake(): void {
    if (this.#isResting) this.#running()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#rest)
    await this.#worker?.terminate()
  }

  #running(): Worker | undefined {
    if (this.#worker || this.#closed || this.#starts >= maxStarts) return this.#worker
    const isFirst = this.#starts === 0
    // A rest is no loss.
    if (!this.#isResting) this.#starts += 1
    this.#isResting = false
    const { file, data, log, restarted } = this.options
    const worker = new Worker(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    this.#worker = worker
    worker.on('message', (answer: ThreadAnswer) => this.#settle(answer))
    worker.on('error', (error) => {
      log(`graph: a thread was lost: ${String(error)}`)
    })
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(lost())
      this.#waiting.clear()
      // At once, so that whoever asks next finds what the thread is told anew before it.
      this.#running()
    })
    worker.unref()
    this.#restLater()
    if (!isFirst) restarted()
    return worker
  }

  #restLater(): void {
    clearTimeout(this.#rest)
    const { restAfterMs } = this.options
    if (restAfterMs === undefined || this.#closed) return
    this.#rest = setTimeout(() => {
      const worker = this.#worker
      if (!worker || this.#waiting.size > 0) return
      this.#isResting = true
      this.#worker = undefined
      void worker.terminate()
    }, restAfterMs).unref()
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    // One that is being ended holds the process until it has: whoever closes waits for that.
    if (this.#waiting.size === 0 && !this.#closed) {
      this.#worker?.unref()
      this.#restLater()
    }
    if (answer.ok) waiting?.resolve(answer.value)
    else waiting?.reject(new CairnError(answer.error.code, answer.error.message, answer.error.action))
  }
}

function lost(): CairnError {
  return new CairnError(
    'INTERNAL',
    'The knowledge graph could not be kept in memory.',
    'Start Cairn again; if it happens again, answers do without the graph.',
  )
}
