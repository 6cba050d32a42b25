import { CairnError } from '@shared/errors'
import { unlessAborted } from '@engine/platform/deadline'
import type { HostProcess } from '@engine/ports/models/host-process'
import { failedReading, type PageReading } from '../page-reading'
import { FromOcrProcess, type PageTask } from './page-task'

/** Reads pages off pictures, one after another. */
export interface PageReader {
  /** Starts the process, where there is none. Throws MODEL_UNUSABLE where it cannot run here. */
  ready(signal: AbortSignal): Promise<void>
  /**
   * A page that cannot be read, or took too long or too much memory, is `failed`. Throws CANCELLED, and MODEL_FAILED where the
   * process ended of itself, so that the page may be tried again.
   */
  read(task: PageTask, signal: AbortSignal): Promise<PageReading>
  /** Ends the process; the next page starts another. */
  rest(): void
}

export interface PageReaderOptions {
  readonly fork: () => HostProcess
  /** Returns a function that calls it off. */
  readonly after: (ms: number, then: () => void) => () => void
  /** Processor time for one page: how long it takes by the clock is up to what else the machine does. */
  readonly cpuLimitMs?: number
  /** By the clock, for a process that hangs. */
  readonly timeoutMs?: number
  readonly memoryLimitBytes?: number
  /** The process is ended when nothing was to be read for this long. */
  readonly idleMs?: number
}

interface Waiting {
  readonly id: number
  readonly settle: (outcome: PageReading | CairnError) => void
  readonly page: number
  /** Processor time of the process when the page was begun, as far as that is known. */
  cpuBefore?: number
}

interface Child {
  readonly process: HostProcess
  readonly started: Promise<CairnError | undefined>
  readonly start: (failure: CairnError | undefined) => void
}

/** Reads pages in a process of their own, started when needed, ended when idle, too slow or too large. */
export class OcrPageReader implements PageReader {
  #child: Child | null = null
  #waiting: Waiting | null = null
  #nextId = 0
  #callOffIdle: () => void = () => undefined
  readonly #limits: { timeoutMs: number; cpuLimitMs: number; memoryLimitBytes: number; idleMs: number }

  constructor(private readonly options: PageReaderOptions) {
    const { timeoutMs = 1_800_000, cpuLimitMs = 90_000, memoryLimitBytes = 1_500_000_000, idleMs = 30_000 } = options
    this.#limits = { timeoutMs, cpuLimitMs, memoryLimitBytes, idleMs }
  }

  async ready(signal: AbortSignal): Promise<void> {
    const failure = await unlessAborted(this.#open().started, signal)
    if (signal.aborted) throw cancelled()
    if (failure) throw failure
  }

  async read(task: PageTask, signal: AbortSignal): Promise<PageReading> {
    if (this.#waiting) throw new Error('Pages are read one after another.')
    if (signal.aborted) throw cancelled()
    this.#callOffIdle()
    const { timeoutMs, idleMs } = this.#limits
    const id = (this.#nextId += 1)
    const abort = () => this.#end(id, cancelled())
    const seconds = Math.round(timeoutMs / 1000)
    const callOff = this.options.after(timeoutMs, () => {
      this.#end(id, failedReading(task.page, `It took longer than ${seconds} seconds.`))
    })
    signal.addEventListener('abort', abort, { once: true })
    try {
      const outcome = await new Promise<PageReading | CairnError>((settle) => {
        this.#waiting = { id, settle, page: task.page }
        this.#open().process.send({ id, task })
      })
      if (outcome instanceof CairnError) throw outcome
      return outcome
    } finally {
      this.#waiting = null
      callOff()
      signal.removeEventListener('abort', abort)
      this.#callOffIdle = this.options.after(idleMs, () => this.rest())
    }
  }

  rest(): void {
    this.#callOffIdle()
    this.#child?.process.kill()
    this.#child = null
  }

  #open(): Child {
    if (this.#child) return this.#child
    let start: Child['start'] = () => undefined
    const started = new Promise<CairnError | undefined>((resolve) => (start = resolve))
    const child: Child = { process: this.options.fork(), started, start }
    this.#child = child
    child.process.onMessage((raw) => {
      if (this.#child === child) this.#receive(raw)
    })
    child.process.onExit((how) => {
      child.start(unusable(how))
      if (this.#child !== child) return
      this.#child = null
      this.#waiting?.settle(ended(how))
    })
    return child
  }

  #receive(raw: unknown): void {
    const message = FromOcrProcess.safeParse(raw).data
    if (!message) {
      this.#giveUp('Its reader said something that cannot be understood.')
    } else if (message.type === 'started') {
      this.#child?.start(undefined)
    } else if (message.type === 'usage') {
      this.#hold(message.bytes, message.cpu_ms)
    } else if (message.id === this.#waiting?.id) {
      const { settle, page } = this.#waiting
      settle(message.type === 'read' ? message.reading : failedReading(page, message.error.message))
    }
  }

  /** Holds the process to its limits. */
  #hold(bytes: number, cpuMs: number): void {
    const { memoryLimitBytes, cpuLimitMs } = this.#limits
    if (bytes > memoryLimitBytes) this.#giveUp('It needed more memory than one page may take.')
    if (!this.#waiting) return
    this.#waiting.cpuBefore ??= cpuMs
    const used = cpuMs - this.#waiting.cpuBefore
    if (used > cpuLimitMs) this.#giveUp(`It took more than ${Math.round(cpuLimitMs / 1000)} seconds of processor time.`)
  }

  /** Ends the process, and with it the page. */
  #giveUp(why: string): void {
    this.rest()
    if (this.#waiting) this.#waiting.settle(failedReading(this.#waiting.page, why))
  }

  #end(id: number, outcome: PageReading | CairnError): void {
    if (this.#waiting?.id !== id) return
    this.rest()
    this.#waiting.settle(outcome)
  }
}

function cancelled(): CairnError {
  return new CairnError('CANCELLED', 'Reading the page was cancelled.', 'It is read when OCR goes on.')
}

function ended(how: string): CairnError {
  return new CairnError(
    'MODEL_FAILED',
    `The process that reads scans ended unexpectedly (${how}).`,
    'It is started again.',
  )
}

function unusable(how: string): CairnError {
  return new CairnError(
    'MODEL_UNUSABLE',
    `The process that reads scans could not be started (${how}).`,
    'Install Cairn again; typed documents are read without it.',
  )
}
