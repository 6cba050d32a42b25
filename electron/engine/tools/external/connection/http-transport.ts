import { setImmediate } from 'node:timers/promises'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { CairnError } from '@shared/errors'
import type { NetworkGate } from '@engine/platform/network-gate'
import { type GuardedTransport, type TransportGuards, type TransportLimits, transportLimits } from './guarded-transport'
import { MessageSieve } from './message-sieve'
import { answerTooLarge, answerUnreadable, flooded } from './transport-failures'

/** Bytes that are read before others get their turn. */
const sliceBytes = 8192
const goodbyeMs = 1000
const lineEnd = 0x0a
const carriageReturn = 0x0d

export interface HttpTransportOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly gate: NetworkGate
  readonly purpose: string
  readonly now: () => number
  readonly limits?: TransportLimits
}

/** Streamable HTTP of the SDK, through the network gate, and never more of an answer in memory than one message may have. */
export class HttpTransport implements GuardedTransport {
  onclose: NonNullable<Transport['onclose']> | undefined
  onerror: NonNullable<Transport['onerror']> | undefined
  onmessage: NonNullable<Transport['onmessage']> | undefined
  readonly #inner: StreamableHTTPClientTransport
  readonly #sieve: MessageSieve
  readonly #limits: TransportLimits
  #guards: TransportGuards = { unread: () => undefined, broken: () => undefined }
  #isBroken = false

  constructor(private readonly options: HttpTransportOptions) {
    this.#limits = options.limits ?? transportLimits
    this.#sieve = new MessageSieve({ now: options.now })
    const requestInit = { headers: options.headers }
    this.#inner = new StreamableHTTPClientTransport(new URL(options.url), { requestInit, fetch: this.#fetch })
  }

  get refusedRequests(): number {
    return this.#sieve.refusedRequests
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  guard(guards: TransportGuards): void {
    this.#guards = guards
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.()
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message) => this.#take(message)
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message)
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version)
  }

  /** Tells the server that its session is over, for as long as a second, and closes all streams. */
  async close(): Promise<void> {
    const goodbye = this.#isBroken ? Promise.resolve() : this.#inner.terminateSession().catch(() => undefined)
    await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())])
    await this.#inner.close()
  }

  #take(message: JSONRPCMessage): void {
    const sieved = this.#sieve.pass(message)
    if (sieved.is === 'message') this.onmessage?.(sieved.message)
    else if (sieved.is === 'unreadable') this.#guards.unread(answerUnreadable())
    else if (sieved.is === 'flood') this.#break(flooded())
  }

  #break(why: CairnError): void {
    if (this.#isBroken) return
    this.#isBroken = true
    this.#guards.broken(why)
    void this.#inner.close()
  }

  readonly #fetch: FetchLike = async (url, init = {}) => {
    const response = await this.options.gate.fetch(url, {
      purpose: this.options.purpose,
      method: init.method,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : undefined,
      signal: init.signal ?? undefined,
    })
    if (!response.body) return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(this.#limited(headers)), { status, statusText, headers })
  }

  /** Counts the bytes of each message: of an event of a stream, else of the whole body. */
  #limited(headers: Headers): TransformStream<Uint8Array, Uint8Array> {
    const isStream = headers.get('content-type')?.includes('text/event-stream') ?? false
    const most = this.#limits.messageBytes
    const sizes = new EventSizes(isStream)
    return new TransformStream({
      transform: async (chunk, controller) => {
        for (let from = 0; from < chunk.length; from += sliceBytes) {
          const slice = chunk.subarray(from, from + sliceBytes)
          if (sizes.add(slice) > most) {
            const why = answerTooLarge(most)
            this.#guards.unread(why)
            throw why
          }
          controller.enqueue(slice)
          await setImmediate()
        }
      },
    })
  }
}

/** Bytes since the last empty line, which ends an event (HTML, server-sent events). */
class EventSizes {
  #size = 0
  #line = 0

  constructor(private readonly isStream: boolean) {}

  add(bytes: Uint8Array): number {
    this.#size += bytes.length
    if (!this.isStream) return this.#size
    for (let at = 0; at < bytes.length; at += 1) {
      if (bytes[at] === lineEnd) {
        if (this.#line === 0) this.#size = bytes.length - at - 1
        this.#line = 0
      } else if (bytes[at] !== carriageReturn) this.#line += 1
    }
    return this.#size
  }
}
