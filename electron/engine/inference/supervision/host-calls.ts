import { CairnError } from '@shared/errors'
import { cancelled } from '@engine/platform/deadline'
import type { GeneratedText, HostCall } from './host-client'
import { initialCredit, type FromHost, type HostRequest, type ToHost } from '../host/protocol'

/** Read chunks are acknowledged this many at a time. */
const acknowledged = initialCredit / 4

interface PendingCall {
  readonly request: HostRequest
  sent: boolean
  readonly options: HostCall
  chunk(chunk: GeneratedText): void
  settle(outcome: { value: unknown } | { error: CairnError }): void
}

type Answer = Exclude<FromHost, { type: 'started' | 'pong' }>

/** The calls to a host that have no answer yet. The owner of the process sends the messages that `send` is given. */
export class HostCalls {
  readonly #pending = new Map<number, PendingCall>()
  #nextId = 0

  /** `wake` is told that there is something to be sent; `send` passes to the process, if there is one. */
  constructor(
    private readonly wake: () => void,
    private readonly send: (message: ToHost) => void,
  ) {}

  get size(): number {
    return this.#pending.size
  }

  /** Whether the process is reading a model's files, which may hold up its other answers. */
  get isOpening(): boolean {
    return [...this.#pending.values()].some(
      ({ sent, request: { type } }) => sent && (type === 'load' || type === 'inspect'),
    )
  }

  call(request: HostRequest, options: HostCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#begin(request, options, {
        chunk: () => undefined,
        settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value)),
      })
    })
  }

  async *stream(request: HostRequest, options: HostCall): AsyncGenerator<GeneratedText, unknown> {
    const arrived: GeneratedText[] = []
    const end: { outcome?: { value: unknown } | { error: CairnError } } = {}
    let wakeReader: () => void = () => undefined
    const id = this.#begin(request, options, {
      chunk(chunk) {
        arrived.push(chunk)
        wakeReader()
      },
      settle(outcome) {
        end.outcome = outcome
        wakeReader()
      },
    })
    let read = 0
    try {
      for (;;) {
        const next = arrived.shift()
        if (next) {
          yield next
          read += 1
          if (read < acknowledged) continue
          if (this.#pending.has(id)) this.send({ type: 'credit', id, chunks: read })
          read = 0
        } else if (end.outcome) {
          if ('error' in end.outcome) throw end.outcome.error
          return end.outcome.value
        } else {
          await new Promise<void>((resolve) => (wakeReader = resolve))
        }
      }
    } finally {
      this.#cancel(id)
    }
  }

  /** Sends what waited for a process. */
  sendAll(): void {
    for (const [id, call] of this.#pending) {
      if (call.sent) continue
      call.sent = true
      this.send({ type: 'request', id, request: call.request })
    }
  }

  /** Hands an answer to its call. An answer to a cancelled call is dropped. */
  receive(answer: Answer): void {
    const call = this.#pending.get(answer.id)
    if (!call) return
    if (answer.type === 'progress') call.options.progress?.(answer.share)
    else if (answer.type === 'chunk') call.chunk({ kind: answer.kind, text: answer.text })
    else if (answer.type === 'done') this.#settle(answer.id, { value: answer.value })
    else this.#settle(answer.id, { error: errorOf(answer.report) })
  }

  failAll(error: CairnError): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id, { error })
  }

  #begin(request: HostRequest, options: HostCall, sink: Pick<PendingCall, 'chunk' | 'settle'>): number {
    const id = this.#nextId
    this.#nextId += 1
    // One of its own: any number of calls may hang on one signal, which warns of more than ten listeners.
    const signal = options.signal && AbortSignal.any([options.signal])
    if (signal?.aborted) {
      sink.settle({ error: cancelled() })
      return id
    }
    const abort = () => this.#cancel(id)
    signal?.addEventListener('abort', abort, { once: true })
    this.#pending.set(id, {
      request,
      options,
      sent: false,
      chunk: sink.chunk,
      settle(outcome) {
        signal?.removeEventListener('abort', abort)
        sink.settle(outcome)
      },
    })
    this.wake()
    return id
  }

  #cancel(id: number): void {
    const call = this.#pending.get(id)
    if (!call) return
    if (call.sent) this.send({ type: 'cancel', id })
    this.#settle(id, { error: cancelled() })
  }

  #settle(id: number, outcome: { value: unknown } | { error: CairnError }): void {
    const call = this.#pending.get(id)
    if (!call) return
    this.#pending.delete(id)
    call.settle(outcome)
  }
}

function errorOf({ code, message, action }: Extract<FromHost, { type: 'failed' }>['report']): CairnError {
  return new CairnError(code, message, action)
}
