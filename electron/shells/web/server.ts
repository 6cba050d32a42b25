import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createRouter } from '@engine/api/router'
import type { Engine } from '@engine/ports/engine-interface'
import type { ShellActions } from '@engine/ports/shell-actions'
import { createResponder } from '@shells/assets/respond'
import { FrontDoor, type FrontDoorOptions } from './requests/front-door'
import { listenOnLoopback } from './requests/listen'
import { sendResponse } from './requests/node-http'
import { RpcSockets, type SocketLimits } from './requests/socket'

export interface WebServerOptions extends FrontDoorOptions {
  readonly engine: Engine
  /** The shell's own acts. */
  readonly actions: ShellActions
  /** Absolute path of the built renderer. */
  readonly rendererFolder: string
  readonly log: (line: string) => void
  readonly limits?: SocketLimits
}

export interface WebServer {
  readonly port: number
  /** Tells the tabs, finishes the answers under way, and stops listening. The engine stays open. */
  close(): Promise<void>
}

const closeGraceMs = 2000
const headersMs = 15_000
const connections = 256

/** Serves Cairn on both loopback addresses. Throws CairnError where the port cannot be used. */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { engine, actions, rendererFolder, log } = options
  const sockets = new RpcSockets(createRouter(engine, actions), log, options.limits)
  const connected = new Set<Socket>()
  const door = new FrontDoor(options, createResponder({ engine, rendererFolder, log }))

  function serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const gone = new AbortController()
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort()
    })
    door
      .answer(incoming, gone.signal)
      .then((response) => sendResponse(response, outgoing, gone.signal))
      .catch((thrown: unknown) => {
        if (!gone.signal.aborted) log(`An answer broke off: ${String(thrown)}`)
        outgoing.destroy()
      })
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    if (door.knows(incoming.headers) && incoming.url === '/rpc') sockets.accept(incoming, socket, head)
    else refuseUpgrade(socket)
  }

  function make(): Server {
    // Uploads may take as long as they take; only who never finishes asking is cut off.
    const server = createServer({ requestTimeout: 0, headersTimeout: headersMs, keepAliveTimeout: 60_000 }, serve)
    server.maxConnections = connections
    server.on('connection', (socket) => {
      connected.add(socket)
      socket.once('close', () => connected.delete(socket))
    })
    return server.on('upgrade', upgrade)
  }

  const listening = await listenOnLoopback(make, options.port).catch((thrown: unknown) => {
    sockets.close()
    throw thrown
  })
  door.port = listening.port
  return {
    port: listening.port,
    async close() {
      sockets.close()
      // Node's closeAllConnections knows no upgraded ones.
      const impatience = setTimeout(() => connected.forEach((socket) => socket.destroy()), closeGraceMs)
      await Promise.all(listening.servers.map(closeServer))
      clearTimeout(impatience)
    },
  }
}

function refuseUpgrade(socket: Duplex): void {
  // `end` closes our half only; whoever keeps theirs open would hold a connection for good.
  socket.once('finish', () => socket.destroy())
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
