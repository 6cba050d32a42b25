import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RPCHandler } from '@orpc/server/websocket'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { type CallContext, shellBurst } from '@engine/api/limits/limited-calls'
import type { createRouter } from '@engine/api/router'

export interface SocketLimits {
  /** Largest message accepted, bytes. The longest text that can be pasted is about six million as JSON. */
  readonly messageBytes: number
  /** A stream waits while more than this lies unread before a tab. */
  readonly waitAboveBytes: number
  /** A tab with more than this unread is let go; it reconnects and asks for what it missed. */
  readonly closeAboveBytes: number
  readonly pingMs: number
  readonly sockets: number
}

export const socketLimits: SocketLimits = {
  messageBytes: 16 * 1024 * 1024,
  waitAboveBytes: 1024 * 1024,
  closeAboveBytes: 64 * 1024 * 1024,
  pingMs: 20_000,
  sockets: 64,
}

/** RFC 6455 §7.4.1. */
const closeCode = { goingAway: 1001, notUnderstood: 1007, failed: 1011, tryAgainLater: 1013 } as const
const closeGraceMs = 1000

/**
 * Speaks the contract over WebSockets that were let in before. A socket that closes ends its streams; what runs
 * detached goes on. Tabs that died or no longer read are let go.
 */
export class RpcSockets {
  readonly #server: WebSocketServer
  readonly #handler: RPCHandler<CallContext>
  /** Sockets that have not answered the latest ping. */
  readonly #silent = new WeakSet<WebSocket>()
  readonly #pinging: NodeJS.Timeout

  constructor(
    router: ReturnType<typeof createRouter>,
    readonly log: (line: string) => void,
    readonly limits: SocketLimits = socketLimits,
  ) {
    this.#handler = new RPCHandler(router)
    this.#server = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false })
    this.#pinging = setInterval(() => this.#ping(), limits.pingMs).unref()
  }

  get count(): number {
    return this.#server.clients.size
  }

  /** Completes the handshake of a request that may come in; lets go at once where there are too many already. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (tab) => {
      tab.on('error', () => tab.terminate())
      if (this.count > this.limits.sockets) tab.close(closeCode.tryAgainLater)
      else this.#serve(tab)
    })
  }

  /** Tells every tab that the server goes away. Tabs that do not listen are soon cut off. */
  close(): void {
    clearInterval(this.#pinging)
    const { clients } = this.#server
    for (const tab of clients) tab.close(closeCode.goingAway)
    setTimeout(() => {
      for (const tab of clients) tab.terminate()
    }, closeGraceMs).unref()
  }

  #serve(tab: WebSocket): void {
    // What oRPC uses of a socket. It awaits `send`, so that a tab that reads slowly slows its own streams only.
    const peer = { addEventListener: () => undefined, send: (data: Outgoing) => this.#send(tab, data) }
    const client = { id: `socket ${randomUUID()}`, burst: shellBurst }
    tab.on('pong', () => this.#silent.delete(tab))
    tab.on('close', () => this.#handler.close(peer))
    tab.on('message', (data, isBinary) => {
      void this.#handler
        .message(peer, isBinary ? exactBuffer(data) : textOf(data), { context: { client } })
        .catch((thrown: unknown) => {
          if (tab.readyState !== tab.OPEN) return
          const understood = !(thrown instanceof SyntaxError || thrown instanceof TypeError)
          if (understood) this.log(`A call of a tab failed: ${String(thrown)}`)
          tab.close(understood ? closeCode.failed : closeCode.notUnderstood)
        })
    })
  }

  async #send(tab: WebSocket, data: Outgoing): Promise<void> {
    if (tab.bufferedAmount > this.limits.closeAboveBytes) tab.terminate()
    if (tab.readyState !== tab.OPEN) throw new DOMException('The tab has gone.', 'AbortError')
    const bytes = data instanceof Blob ? await data.arrayBuffer() : data
    const written = new Promise<void>((resolve, reject) => {
      tab.send(bytes, (error) => (error ? reject(error) : resolve()))
    })
    if (tab.bufferedAmount > this.limits.waitAboveBytes) await written
    else written.catch(() => undefined)
  }

  #ping(): void {
    for (const tab of this.#server.clients) {
      if (this.#silent.has(tab)) tab.terminate()
      else {
        this.#silent.add(tab)
        tab.ping()
      }
    }
  }
}

type Outgoing = string | ArrayBufferLike | Blob | ArrayBufferView

function bufferOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}

function textOf(data: RawData): string {
  return bufferOf(data).toString()
}

function exactBuffer(data: RawData): ArrayBuffer {
  return new Uint8Array(bufferOf(data)).buffer
}
