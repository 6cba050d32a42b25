import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { createRouter } from '@engine/api/router'
import { sameSecret } from '@shells/web/requests/admission'
import { newSecret } from '@shells/web/requests/links'
import { RpcSockets } from '@shells/web/requests/socket'
import { type Running, runningRecord } from '@shells/store-record'

export interface RunningServerOptions {
  readonly folder: string
  readonly kind: Running['kind']
  readonly router: ReturnType<typeof createRouter>
  /** Of a guest: gives the store up, and resolves when it is free. */
  readonly giveUp?: () => Promise<void>
  readonly log: (line: string) => void
}

export interface RunningServer {
  /** Takes the record back, so that nobody new comes. */
  withdraw(): Promise<void>
  /** Ends the connections; resolves when all have ended. */
  close(): Promise<void>
}

/** Where none could be started. */
export const noRunningServer: RunningServer = { withdraw: () => Promise.resolve(), close: () => Promise.resolve() }

const headersMs = 15_000

/**
 * Lets other processes of this user reach the engine that has their store open: the contract over a WebSocket of 127.0.0.1, for
 * whoever has read the secret in the store. Throws where it cannot listen or write the record.
 */
export async function startRunningServer(options: RunningServerOptions): Promise<RunningServer> {
  const { folder, kind, router, giveUp, log } = options
  const secret = newSecret()
  const sockets = new RpcSockets(router, log)
  let port = 0
  const isOurs = ({ host, origin, authorization }: IncomingHttpHeaders) =>
    // Every page of a browser names its origin when it opens a socket or posts.
    host === `127.0.0.1:${port}` && origin === undefined && sameSecret(authorization ?? '', `Bearer ${secret}`)

  function serve({ headers, method, url }: IncomingMessage, answer: ServerResponse): void {
    if (!isOurs(headers) || url !== '/give-up' || method !== 'POST' || !giveUp) {
      answer.writeHead(403, { Connection: 'close' }).end()
      return
    }
    const done = (status: number) => answer.writeHead(status, { Connection: 'close' }).end()
    giveUp().then(
      () => done(204),
      (thrown: unknown) => {
        log(`The store was not given up: ${String(thrown)}`)
        done(500)
      },
    )
  }

  const server = createServer({ headersTimeout: headersMs, requestTimeout: headersMs }, serve)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (isOurs(request.headers) && request.url === '/rpc') sockets.accept(request, socket, head)
    else socket.once('finish', () => socket.destroy()).end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host: '127.0.0.1', port: 0 }, resolve)
  })
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
  const end = async () => {
    sockets.close()
    server.closeIdleConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  await runningRecord.write(folder, { kind, port, pid: process.pid, secret }).catch(async (thrown: unknown) => {
    await end()
    throw thrown
  })
  return {
    // Before anything else, or it might be another Cairn's by the time it goes.
    withdraw: () => runningRecord.remove(folder, (record) => record.secret === secret),
    close: end,
  }
}
