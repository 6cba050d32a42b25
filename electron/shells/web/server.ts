import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { CairnError } from '@shared/errors'
import { createRouter } from '@engine/api/router'
import type { Engine } from '@engine/ports/engine-interface'
import { errorResponse } from '@shells/assets/error-response'
import { createResponder } from '@shells/assets/respond'
import { plainHeaders } from '@shells/assets/security-headers'
import { holdsCookie, ownOrigin, sameSecret, sessionCookie } from './requests/admission'
import { linkOf, type Links } from './requests/links'
import { listenOnLoopback } from './requests/listen'
import { sendResponse, toRequest } from './requests/node-http'
import { refusalPage } from './requests/refusal-page'
import { headlessActions } from '@shells/headless-actions'
import { RpcSockets, type SocketLimits } from './requests/socket'

export interface WebServerOptions {
  readonly engine: Engine
  /** Where the built renderer lies, absolute. */
  readonly rendererFolder: string
  /** 0 for a free one. */
  readonly port: number
  /** What the cookie of a tab that was let in holds. */
  readonly cookieSecret: string
  /** What another process of the same user shows to get a link for this server. */
  readonly linkSecret: string
  readonly links: Links
  readonly log: (line: string) => void
  readonly limits?: SocketLimits
}

export interface WebServer {
  readonly port: number
  /** Lets tabs know, answers what is being answered, and stops listening. The engine stays open. */
  close(): Promise<void>
}

const closeGraceMs = 2000
const headersMs = 15_000
const connections = 256

/** Serves Cairn on both loopback addresses. Throws CairnError where the port cannot be used. */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { engine, rendererFolder, cookieSecret, linkSecret, links, log } = options
  const respond = createResponder({ engine, rendererFolder, log })
  const sockets = new RpcSockets(createRouter(engine, headlessActions()), log, options.limits)
  const connected = new Set<Socket>()
  let port = options.port

  async function answer(incoming: IncomingMessage, signal: AbortSignal): Promise<Response> {
    const { headers, method } = incoming
    const origin = ownOrigin(headers, port)
    if (origin === undefined || incoming.url?.startsWith('/') !== true) return refused()
    const url = new URL(origin + incoming.url)
    if (url.pathname === '/link' && method === 'POST') return newLink(headers.authorization ?? '')
    const known = holdsCookie(headers, port, cookieSecret)
    if (url.pathname === '/open' && method === 'GET') {
      if (await links.redeem(url.searchParams.get('token') ?? '')) return letIn(sessionCookie(port, cookieSecret))
      return known ? letIn() : refusalPage(headers['accept-language'])
    }
    if (known) return respond(toRequest(incoming, origin, signal))
    const isPage = headers.accept?.includes('text/html') === true
    return isPage ? refusalPage(headers['accept-language']) : refused()
  }

  async function newLink(authorization: string): Promise<Response> {
    if (!sameSecret(authorization, `Bearer ${linkSecret}`)) return refused()
    const headers = plainHeaders()
    headers.set('Content-Type', 'application/json; charset=utf-8')
    return new Response(JSON.stringify({ link: linkOf(port, await links.issue()) }), { headers })
  }

  function serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const gone = new AbortController()
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort()
    })
    answer(incoming, gone.signal)
      .then((response) => sendResponse(response, outgoing, gone.signal))
      .catch((thrown: unknown) => {
        if (!gone.signal.aborted) log(`An answer broke off: ${String(thrown)}`)
        outgoing.destroy()
      })
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const welcome = ownOrigin(incoming.headers, port) !== undefined && holdsCookie(incoming.headers, port, cookieSecret)
    if (welcome && incoming.url === '/rpc') sockets.accept(incoming, socket, head)
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

  const listening = await listenOnLoopback(make, port).catch((thrown: unknown) => {
    sockets.close()
    throw thrown
  })
  port = listening.port
  return {
    port,
    async close() {
      sockets.close()
      // Node's closeAllConnections knows no upgraded ones.
      const impatience = setTimeout(() => connected.forEach((socket) => socket.destroy()), closeGraceMs)
      await Promise.all(listening.servers.map(closeServer))
      clearTimeout(impatience)
    },
  }
}

function refused(): Response {
  return errorResponse(
    new CairnError('PERMISSION_DENIED', 'Cairn did not let this request in.', 'Open Cairn with the link it prints.'),
  )
}

function letIn(cookie?: string): Response {
  const headers = plainHeaders()
  headers.set('Location', '/')
  if (cookie !== undefined) headers.set('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
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
