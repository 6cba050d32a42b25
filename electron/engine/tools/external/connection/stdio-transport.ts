import type { Readable, Writable } from 'node:stream'
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { CairnError } from '@shared/errors'
import { timer } from '@engine/platform/deadline'
import { type GuardedTransport, type TransportGuards, type TransportLimits, transportLimits } from './guarded-transport'
import { type MessageLine, MessageLines } from './message-lines'
import { MessageSieve } from './message-sieve'
import { answerTooLarge, answerUnreadable, flooded, readsNothing, serverEnded } from './transport-failures'

/** Milliseconds of work on messages, after which as long a rest follows. */
const sliceMs = 8
/** Bytes that may wait for a server to read them. */
const unreadBytes = 4 * 1024 * 1024

export interface StdioTransportOptions {
  readonly process: {
    readonly stdin: Writable
    readonly stdout: Readable
    readonly ended: Promise<string>
    close(): Promise<void>
    kill(): void
  }
  readonly now: () => number
  readonly limits?: TransportLimits
}

/**
 * Speaks to a server over its standard input and output, one JSON message a line (MCP 2025-11-25, transports: stdio). Reads in short slices and
 * holds the server up meanwhile, so that none can take the main thread or its memory.
 */
export class StdioTransport implements GuardedTransport {
  onclose: NonNullable<Transport['onclose']> | undefined
  onerror: NonNullable<Transport['onerror']> | undefined
  onmessage: NonNullable<Transport['onmessage']> | undefined
  readonly #limits: TransportLimits
  readonly #lines: MessageLines
  readonly #sieve: MessageSieve
  #waiting: MessageLine[] = []
  #guards: TransportGuards = { unread: () => undefined, broken: () => undefined }
  #isClosed = false

  constructor(private readonly options: StdioTransportOptions) {
    this.#limits = options.limits ?? transportLimits
    this.#lines = new MessageLines(this.#limits.messageBytes)
    this.#sieve = new MessageSieve({ now: options.now })
  }

  get refusedRequests(): number {
    return this.#sieve.refusedRequests
  }

  guard(guards: TransportGuards): void {
    this.#guards = guards
  }

  start(): Promise<void> {
    const { stdout, ended } = this.options.process
    stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
    void ended.then(() => this.#closed())
    return Promise.resolve()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.options.process
    if (this.#isClosed || !stdin.writable) {
      throw serverEnded()
    }
    const isTaken = stdin.write(serializeMessage(message))
    if (stdin.writableLength > unreadBytes) this.#break(readsNothing())
    if (!isTaken) await Promise.race([drained(stdin), this.options.process.ended])
  }

  /** Ends the server. */
  async close(): Promise<void> {
    await this.options.process.close()
    this.#closed()
  }

  #receive(chunk: Buffer): void {
    if (this.#isClosed) return
    this.#waiting.push(...this.#lines.push(chunk))
    if (this.#waiting.length === 0) return
    this.options.process.stdout.pause()
    this.#work()
  }

  #work(): void {
    const until = this.options.now() + sliceMs
    while (this.#waiting.length > 0 && this.options.now() < until) {
      const batch = this.#waiting.splice(0, 50)
      for (const line of batch) {
        if (this.#isClosed) return
        this.#take(line)
      }
    }
    if (this.#isClosed) return
    if (this.#waiting.length === 0) this.options.process.stdout.resume()
    else timer(sliceMs, () => this.#work())
  }

  #take(line: MessageLine): void {
    if (line.is === 'endless') {
      this.#break(flooded())
      return
    }
    if (line.is === 'too long') {
      this.#guards.unread(answerTooLarge(this.#limits.messageBytes))
      return
    }
    const sieved = this.#sieve.read(line.text)
    if (sieved.is === 'message') this.onmessage?.(sieved.message)
    else if (sieved.is === 'unreadable') this.#guards.unread(answerUnreadable())
    else if (sieved.is === 'flood') this.#break(flooded())
  }

  #break(why: CairnError): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#waiting = []
    this.options.process.kill()
    this.#guards.broken(why)
    this.onclose?.()
  }

  #closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.onclose?.()
  }
}

function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    stream.once('drain', resolve)
    stream.once('close', resolve)
  })
}
