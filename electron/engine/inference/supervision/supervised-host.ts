import type { CairnError } from '@shared/errors'
import type { HostState } from '@shared/models/models'
import { HostCalls } from './host-calls'
import type { GeneratedText, HostCall, HostClient } from './host-client'
import { hostClosed, hostEnded, hostHangs, hostNonsense, hostTooBig } from './host-failures'
import type { HostProcess } from '@engine/ports/models/host-process'
import { Listeners } from '../listeners'
import { FromHost, type HostRequest } from '../host/protocol'

const firstBackOffMs = 300
const maxBackOffMs = 10_000
/** A process that ran this long was healthy: its end is no part of a series. */
const healthyMs = 60_000
const closeMs = 3000

export interface SupervisedHostOptions {
  readonly role: HostState['role']
  readonly fork: () => HostProcess
  /** Bytes; asked whenever the process has said how much it holds. */
  readonly memoryLimitBytes: () => number
  /** Without an answer this long it is ended; counted in unanswered pings, so that a machine that slept ends nothing. */
  readonly hangMs?: number
  /** The same for a process that is only starting, which a busy machine makes slow. */
  readonly startMs?: number
  /** The same while it opens a model's files: of a large one that holds up all else it does. */
  readonly openingMs?: number
  readonly pingMs?: number
  /** Milliseconds, of any clock that only goes forward. */
  readonly now: () => number
  /** Returns a function that calls it off. */
  readonly after: (ms: number, then: () => void) => () => void
  readonly log: (line: string) => void
}

/** Keeps a host process: see HostClient. It is started when first asked, and after its end when it is next asked. */
export class SupervisedHost implements HostClient {
  incarnation = 0
  readonly #calls = new HostCalls(
    () => this.#wake(),
    (message) => this.#process?.send(message),
  )
  readonly #listeners: Listeners
  readonly #limits: Required<Pick<SupervisedHostOptions, 'hangMs' | 'startMs' | 'openingMs' | 'pingMs'>>
  #process: HostProcess | null = null
  #state: HostState['state'] = 'stopped'
  #deaths = 0
  #memory: number | null = null
  #lastError: CairnError | null = null
  #series = 0
  #startedAt = 0
  #unanswered = 0
  /** Whether the process has begun to open a model since its last answer. Opening goes on after its caller gave up. */
  #isOpening = false
  #closed: Promise<void> | null = null
  #exited: () => void = () => undefined
  #stopPinging: () => void = () => undefined
  #stopWaiting: () => void = () => undefined

  constructor(private readonly options: SupervisedHostOptions) {
    this.#listeners = new Listeners(options.log)
    this.#limits = { hangMs: 30_000, startMs: 30_000, openingMs: 180_000, pingMs: 2000, ...options }
  }

  async call(request: HostRequest, options: HostCall = {}): Promise<unknown> {
    if (this.#closed) throw hostClosed()
    return this.#calls.call(request, options)
  }

  async *stream(request: HostRequest, options: HostCall = {}): AsyncGenerator<GeneratedText, unknown> {
    if (this.#closed) throw hostClosed()
    return yield* this.#calls.stream(request, options)
  }

  state(): HostState {
    return {
      role: this.options.role,
      state: this.#state,
      deaths: this.#deaths,
      memory_bytes: this.#memory,
      last_error: this.#lastError?.report() ?? null,
    }
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Asks it to end, and ends it where it does not. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  #wake(): void {
    if (this.#state === 'running') this.#calls.sendAll()
    else if (this.#state === 'stopped') this.#start()
  }

  #start(): void {
    this.incarnation += 1
    this.#startedAt = this.options.now()
    this.#answered()
    this.#enter('starting')
    try {
      const child = this.options.fork()
      this.#process = child
      // First, because it may have ended already when its end is asked for.
      this.#ping()
      child.onMessage((raw) => this.#process === child && this.#receive(raw))
      child.onExit((how) => {
        this.#exited()
        if (this.#process === child) this.#died(hostEnded(how))
      })
    } catch (thrown) {
      this.#end(hostEnded(thrown instanceof Error ? thrown.message : String(thrown)))
    }
  }

  #ping(): void {
    this.#stopPinging = this.options.after(this.#limits.pingMs, () => {
      this.#isOpening ||= this.#calls.isOpening
      const patience = this.#patience()
      if (this.#unanswered * this.#limits.pingMs >= patience) {
        this.#end(hostHangs(patience))
        return
      }
      this.#unanswered += 1
      this.#process?.send({ type: 'ping', at: this.options.now() })
      this.#ping()
    })
  }

  #patience(): number {
    const { startMs, openingMs, hangMs } = this.#limits
    if (this.#state === 'starting') return startMs
    return this.#isOpening ? Math.max(openingMs, hangMs) : hangMs
  }

  #answered(): void {
    this.#unanswered = 0
    this.#isOpening = false
  }

  #receive(raw: unknown): void {
    const parsed = FromHost.safeParse(raw)
    if (!parsed.success) {
      this.#end(hostNonsense())
      return
    }
    const message = parsed.data
    if (message.type === 'started') {
      this.#answered()
      this.#enter('running')
      this.#calls.sendAll()
    } else if (message.type === 'pong') this.#weigh(message.memory_bytes)
    else this.#pass(message)
  }

  /** Whoever is told of an answer may fail over it; the process and all else it is doing is not to suffer for that. */
  #pass(message: Parameters<HostCalls['receive']>[0]): void {
    try {
      this.#calls.receive(message)
    } catch (thrown) {
      this.options.log(`An answer could not be passed on: ${String(thrown)} (${this.options.role})`)
    }
  }

  #weigh(bytes: number): void {
    this.#answered()
    const limit = this.options.memoryLimitBytes()
    if (bytes > limit) this.#end(hostTooBig(bytes, limit))
    else if (bytes !== this.#memory) {
      this.#memory = bytes
      this.#listeners.notify()
    }
  }

  #end(why: CairnError): void {
    const child = this.#process
    this.#died(why)
    try {
      child?.kill()
    } catch (thrown) {
      this.options.log(`The process could not be ended: ${String(thrown)} (${this.options.role})`)
    }
  }

  #died(why: CairnError): void {
    this.#process = null
    this.#memory = null
    this.#stopPinging()
    if (this.#closed) {
      this.#enter('stopped')
      return
    }
    this.options.log(`${why.message} (${this.options.role})`)
    this.#deaths += 1
    this.#lastError = why
    if (this.options.now() - this.#startedAt >= healthyMs) this.#series = 0
    const wait = Math.min(firstBackOffMs * 2 ** this.#series, maxBackOffMs)
    this.#series += 1
    this.#stopWaiting = this.options.after(wait, () => {
      this.#enter('stopped')
      if (this.#calls.size > 0) this.#start()
    })
    this.#enter('waiting')
    this.#calls.failAll(why)
  }

  async #close(): Promise<void> {
    this.#stopWaiting()
    this.#stopPinging()
    this.#calls.failAll(hostClosed())
    const child = this.#process
    if (!child) {
      this.#enter('stopped')
      return
    }
    await new Promise<void>((resolve) => {
      // One that the system does not even end is left to it.
      let calledOff = this.options.after(closeMs, () => {
        calledOff = this.options.after(closeMs, resolve)
        child.kill()
      })
      this.#exited = () => {
        calledOff()
        resolve()
      }
      child.send({ type: 'close' })
    })
  }

  #enter(state: HostState['state']): void {
    this.#state = state
    this.#listeners.notify()
  }
}
