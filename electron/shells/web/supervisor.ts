import { CairnError } from '@shared/errors'
import { timer } from '@engine/platform/deadline'
import { type EngineStart, FromEngine, type ToEngine } from './engine-messages'
import type { Links } from './requests/links'

/** The part of a child process that the supervisor uses. */
export interface EngineChild {
  send(message: ToEngine, told: (error: Error | null) => void): void
  kill(signal: 'SIGKILL'): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface SupervisorOptions {
  readonly fork: () => EngineChild
  /** Of an encrypted store the passphrase is replaced by the one that opens it by then. */
  readonly start: Omit<EngineStart, 'type'>
  readonly links: Links
  /** The engine ended without being asked to, and starts again after `waitMs`. */
  readonly onDeath: (reason: string, waitMs: number) => void
  /** The engine runs again, on the same port. */
  readonly onReturn: () => void
  readonly now?: () => number
  /** Calls back after `ms` unless cancelled by the function it returns. */
  readonly after?: (ms: number, then: () => void) => () => void
}

const firstWaitMs = 300
const maxWaitMs = 5000
const healthyMs = 60_000
const maxQuickDeaths = 8
const closeLimitMs = 15_000

interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: Error) => void
}

function deferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => undefined
  let reject: Deferred<T>['reject'] = () => undefined
  const promise = new Promise<T>((resolved, rejected) => {
    resolve = resolved
    reject = rejected
  })
  return { promise, resolve, reject }
}

/** Keeps an engine running in a process of its own, always on the same port with the same secrets. */
export class Supervisor {
  readonly #now: () => number
  readonly #after: (ms: number, then: () => void) => () => void
  readonly #firstReady = deferred<number>()
  readonly #over = deferred<undefined>()
  #child: EngineChild | undefined
  #port: number
  #passphrase: string | undefined
  #deaths = 0
  #readyAt: number | undefined
  #failure: CairnError | undefined
  #closing = false
  #cancelRestart: () => void = () => undefined

  constructor(private readonly options: SupervisorOptions) {
    this.#now = options.now ?? Date.now
    this.#after = options.after ?? timer
    this.#port = options.start.port
    this.#passphrase = options.start.passphrase
    // Who does not wait for the end must not be ended by it.
    this.#over.promise.catch(() => undefined)
  }

  /** Starts the engine. Resolves with its port; rejects with what the engine could not do, and then is over. */
  start(): Promise<number> {
    this.#fork()
    return this.#firstReady.promise
  }

  /** Resolves when the engine has ended after `close`; rejects when it keeps dying and is given up. */
  get over(): Promise<undefined> {
    return this.#over.promise
  }

  /** Lets the engine finish what it is writing; ends it where that takes too long. */
  async close(): Promise<void> {
    this.#closing = true
    this.#cancelRestart()
    const child = this.#child
    if (!child) {
      this.#over.resolve(undefined)
      return
    }
    this.#send(child, { type: 'close' })
    const cancel = this.#after(closeLimitMs, () => child.kill('SIGKILL'))
    await this.#over.promise.catch(() => undefined)
    cancel()
  }

  #fork(): void {
    const child = this.options.fork()
    this.#child = child
    this.#readyAt = undefined
    this.#failure = undefined
    child.on('message', (raw) => void this.#hear(child, FromEngine.parse(raw)))
    child.on('exit', (code, signal) => this.#died(child, signal ?? `code ${code ?? 0}`))
    child.on('error', (error) => this.#died(child, error.message))
    this.#send(child, { ...this.options.start, type: 'start', port: this.#port, passphrase: this.#passphrase })
  }

  async #hear(child: EngineChild, message: FromEngine): Promise<void> {
    const { links } = this.options
    if (message.type === 'ready') this.#ready(message.port)
    else if (message.type === 'passphrase') this.#passphrase = message.passphrase
    else if (message.type === 'failed') {
      const { code, message: words, action } = message.report
      this.#failure = new CairnError(code, words, action)
    } else if (message.type === 'issue') {
      this.#send(child, { type: 'issued', id: message.id, token: await links.issue() })
    } else {
      this.#send(child, { type: 'redeemed', id: message.id, good: await links.redeem(message.token) })
    }
  }

  #ready(port: number): void {
    this.#port = port
    this.#readyAt = this.#now()
    if (this.#deaths > 0) this.options.onReturn()
    this.#firstReady.resolve(port)
  }

  #died(child: EngineChild, reason: string): void {
    // A process that could not even start reports both an error and an exit.
    if (this.#child !== child) return
    this.#child = undefined
    if (this.#closing) {
      this.#firstReady.reject(new CairnError('CANCELLED', 'Cairn was stopped.'))
      this.#over.resolve(undefined)
      return
    }
    const wasReady = this.#readyAt !== undefined
    const wasHealthy = this.#readyAt !== undefined && this.#now() - this.#readyAt >= healthyMs
    this.#deaths = wasHealthy ? 1 : this.#deaths + 1
    // The first start is not tried again: its reason is the user's to remove.
    const neverRan = this.#deaths === 1 && !wasReady
    if (neverRan || this.#deaths > maxQuickDeaths) this.#giveUp(reason, neverRan)
    else this.#restart(reason)
  }

  #giveUp(reason: string, neverRan: boolean): void {
    const what = neverRan ? `The engine did not start (${reason}).` : `The engine stopped again and again (${reason}).`
    const action =
      'What was saved is not lost. Start Cairn again; `cairn store check` tells whether the store is damaged.'
    const error = this.#failure ?? new CairnError('INTERNAL', what, action)
    this.#firstReady.reject(error)
    this.#over.reject(error)
  }

  #restart(reason: string): void {
    const waitMs = Math.min(firstWaitMs * 2 ** (this.#deaths - 1), maxWaitMs)
    this.options.onDeath(reason, waitMs)
    this.#cancelRestart = this.#after(waitMs, () => this.#fork())
  }

  #send(child: EngineChild, message: ToEngine): void {
    // A child that cannot be told anything any more is about to report its exit.
    child.send(message, () => undefined)
  }
}
