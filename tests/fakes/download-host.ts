import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the host treats the next requests for a file; without any it behaves. */
export interface Trick {
  /** Requests it applies to; 1 by default. */
  readonly times?: number
  /** Answers with this status and no file. */
  readonly status?: number
  readonly retryAfter?: number
  /** Sends the whole file whatever was asked for. */
  readonly ignoreRange?: boolean
  /** Sends so many bytes of the body, then nothing until `release` or `cut`. */
  readonly holdAfter?: number
  /** Sends other bytes of the same length. */
  readonly wrongBytes?: boolean
  /** Says nothing of how long the file is, or whether it has changed. */
  readonly silent?: boolean
  readonly redirectTo?: string
}

export interface SeenRequest {
  readonly path: string
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly status: number
}

/** A real HTTP server on this machine that stands in for a download host: ranges, ETags, and whatever can go wrong. */
export interface DownloadHost {
  readonly base: string
  url(path: string): string
  /** Puts a file there, or another in its place, which has another ETag then. */
  put(path: string, bytes: Buffer): void
  trick(path: string, ...tricks: Trick[]): void
  /** Every request, in order. Those for one byte, which ask whether a host may be reached, are left out. */
  readonly seen: SeenRequest[]
  /** Goes on with a held answer, once it has sent what it may. */
  release(): Promise<void>
  /** Breaks the connection of a held answer, once it has sent what it may. */
  cut(): Promise<void>
  close(): Promise<void>
}

export async function startDownloadHost(): Promise<DownloadHost> {
  const files = new Map<string, { bytes: Buffer; version: number }>()
  const tricks = new Map<string, { trick: Trick; left: number }[]>()
  const seen: SeenRequest[] = []
  let holding: { goOn: () => void; cut: () => void }[] = []
  const waiting: (() => void)[] = []
  const held = () => (holding.length > 0 ? Promise.resolve() : new Promise<void>((told) => waiting.push(told)))

  const nextTrick = (path: string): Trick => {
    const [first] = tricks.get(path) ?? []
    if (!first) return {}
    first.left -= 1
    if (first.left === 0) tricks.get(path)?.shift()
    return first.trick
  }

  const send = (response: ServerResponse, body: Buffer, { holdAfter }: Trick) => {
    if (holdAfter === undefined || holdAfter >= body.length) {
      response.end(body)
      return
    }
    response.write(body.subarray(0, holdAfter), () => {
      holding.push({ goOn: () => response.end(body.subarray(holdAfter)), cut: () => response.socket?.end() })
      for (const told of waiting.splice(0)) told()
    })
  }

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const { range, 'if-range': ifRange } = request.headers
    const asksOnly = range === 'bytes=0-0'
    const trick = asksOnly ? {} : nextTrick(path)
    const note = (status: number) => {
      if (!asksOnly) seen.push({ path, range, ifRange: typeof ifRange === 'string' ? ifRange : undefined, status })
      return status
    }
    const file = files.get(path)
    if (trick.redirectTo !== undefined) {
      response.writeHead(note(302), { location: trick.redirectTo }).end()
      return
    }
    if (trick.status !== undefined || !file) {
      const headers = trick.retryAfter === undefined ? {} : { 'retry-after': String(trick.retryAfter) }
      response.writeHead(note(trick.status ?? 404), headers).end('no')
      return
    }
    const bytes = trick.wrongBytes ? Buffer.alloc(file.bytes.length, 0x2a) : file.bytes
    const etag = `"v${file.version}"`
    const from = /^bytes=(\d+)-/.exec(range ?? '')?.[1]
    const isWanted = from !== undefined && !trick.ignoreRange && (ifRange === undefined || ifRange === etag)
    const facts = trick.silent ? {} : { etag, 'accept-ranges': 'bytes' }
    if (isWanted && Number(from) >= bytes.length) {
      response.writeHead(note(416), { ...facts, 'content-range': `bytes */${bytes.length}` }).end()
    } else if (isWanted) {
      const body = asksOnly ? bytes.subarray(0, 1) : bytes.subarray(Number(from))
      const end = Number(from) + body.length - 1
      const headers = { 'content-length': body.length, 'content-range': `bytes ${from}-${end}/${bytes.length}` }
      response.writeHead(note(206), { ...facts, ...headers })
      send(response, body, trick)
    } else {
      response.writeHead(note(200), { ...facts, ...(trick.silent ? {} : { 'content-length': bytes.length }) })
      send(response, bytes, trick)
    }
  }

  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    base,
    url: (path) => base + path,
    put: (path, bytes) => files.set(path, { bytes, version: (files.get(path)?.version ?? 0) + 1 }),
    trick: (path, ...all) =>
      tricks.set(
        path,
        all.map((trick) => ({ trick, left: trick.times ?? 1 })),
      ),
    seen,
    release: async () => {
      await held()
      for (const { goOn } of holding.splice(0)) goOn()
    },
    cut: async () => {
      await held()
      for (const { cut } of holding.splice(0)) cut()
    },
    close: async () => {
      holding = []
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
