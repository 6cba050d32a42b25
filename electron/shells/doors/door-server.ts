import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CairnError } from '@shared/errors'
import { errorResponse } from '@shells/assets/error-response'
import { ownOrigin, sameSecret } from '@shells/web/requests/admission'
import { listenOnLoopback } from '@shells/web/requests/listen'
import { sendResponse, toRequest } from '@shells/web/requests/node-http'

/** One way in, for the addresses below `path`. */
export interface Door {
  readonly path: string
  /** Answers who was let in; `signal` is aborted when the asker has gone. Throws CairnError. */
  answer(request: Request, signal: AbortSignal): Promise<Response>
  /** A failure in the words of this door's protocol. */
  refuse(thrown: unknown, status?: number): Response
  /** Ends what its clients have open. */
  close(): void
}

export interface DoorServerOptions {
  readonly port: number
  readonly doors: readonly Door[]
  /** The token in force. */
  readonly token: () => string | undefined
  readonly log: (line: string) => void
}

export interface DoorServer {
  readonly port: number
  close(): Promise<void>
}

const limits = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 60_000 }
const connections = 256

/**
 * Serves doors on both loopback addresses. A request is let in where its Host is ours and it comes from no page of another origin
 * (DNS rebinding), and only with the token. Throws CairnError where the port cannot be used.
 */
export async function startDoorServer({ port: wanted, doors, token, log }: DoorServerOptions): Promise<DoorServer> {
  const connected = new Set<Socket>()
  let port = wanted

  async function answer(incoming: IncomingMessage, signal: AbortSignal): Promise<Response> {
    const { headers, url = '' } = incoming
    const origin = ownOrigin(headers, port)
    const path = url.split('?', 1)[0] ?? ''
    const door = doors.find((one) => path === one.path || path.startsWith(`${one.path}/`))
    if (origin === undefined) return door ? door.refuse(foreign()) : errorResponse(foreign())
    if (!door) return errorResponse(new CairnError('NOT_FOUND', 'There is no door at this address.'))
    const secret = token()
    const given = headers.authorization ?? ''
    if (secret === undefined || !sameSecret(given.replace(/^bearer /iu, ''), secret)) return unauthorised(door)
    try {
      return await door.answer(toRequest(incoming, origin, signal), signal)
    } catch (thrown) {
      return door.refuse(thrown)
    }
  }

  function serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const gone = new AbortController()
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort()
    })
    answer(incoming, gone.signal)
      .then((response) => sendResponse(response, outgoing, gone.signal))
      .catch((thrown: unknown) => {
        if (!gone.signal.aborted) log(`An answer to another program broke off: ${String(thrown)}`)
        outgoing.destroy()
      })
  }

  function make(): Server {
    const server = createServer(limits, serve)
    server.maxConnections = connections
    return server.on('connection', (socket) => {
      connected.add(socket)
      socket.once('close', () => connected.delete(socket))
    })
  }

  const listening = await listenOnLoopback(make, wanted)
  port = listening.port
  return {
    port,
    async close() {
      for (const door of doors) door.close()
      const closed = listening.servers.map((server) => new Promise<void>((done) => server.close(() => done())))
      for (const socket of connected) socket.destroy()
      await Promise.all(closed)
    },
  }
}

function foreign(): CairnError {
  const action = 'Call it from a program on this machine, by 127.0.0.1 or localhost.'
  return new CairnError('PERMISSION_DENIED', 'Cairn lets in no page of a browser, and no other name.', action)
}

function unauthorised(door: Door): Response {
  const action = '`cairn doors` shows the token; send it as `Authorization: Bearer …`.'
  const response = door.refuse(new CairnError('PERMISSION_DENIED', 'This token is not Cairn’s.', action), 401)
  response.headers.set('WWW-Authenticate', 'Bearer')
  return response
}
