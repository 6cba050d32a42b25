import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '@shared/api/api'
import type { Change } from '@shared/changes'
import { defaultSettings } from '@shared/settings'
import { createLinks, linkOf, type Links, newSecret } from '@shells/web/requests/links'
import { headlessActions } from '@shells/headless-actions'
import { startWebServer, type WebServer } from '@shells/web/server'
import { type SocketLimits, socketLimits } from '@shells/web/requests/socket'
import { FakeEngine } from '../../../fakes/fake-engine'

const snapshot: Change = {
  type: 'snapshot',
  documents: [],
  sessions: [],
  jobs: [],
  running: [],
  settings: defaultSettings,
}

/** Its watchers can be counted, its uploads end where the sender does. */
class WebEngine extends FakeEngine {
  watching = 0
  /** Sent to a watcher as often as it can take it; nothing where empty. */
  flood = ''
  sent = 0
  uploads: { aborted: boolean; done: boolean }[] = []

  override async *watch(signal?: AbortSignal): AsyncGenerator<Change> {
    this.watching += 1
    try {
      yield snapshot
      while (this.flood !== '' && signal?.aborted === false) {
        this.sent += 1
        yield { type: 'sessions', changed: [], removed: [this.flood] }
      }
      await new Promise<void>((resolve) => {
        if (signal?.aborted === true) resolve()
        else signal?.addEventListener('abort', () => resolve())
      })
    } finally {
      this.watching -= 1
    }
  }

  override async receiveFile(name: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string> {
    const upload = { aborted: false, done: false }
    this.uploads.push(upload)
    signal?.addEventListener('abort', () => {
      upload.aborted = true
    })
    try {
      for await (const block of bytes) this.received.push(block)
      return `/inbox/${name}`
    } finally {
      upload.done = true
    }
  }
}

let folder = ''
let engine: WebEngine
let links: Links
let server: WebServer
let cookie = ''
let origin = ''
const cookieSecret = newSecret()
const linkSecret = newSecret()

async function start(limits: SocketLimits = socketLimits): Promise<void> {
  server = await startWebServer({
    engine,
    actions: headlessActions(engine, folder),
    rendererFolder: join(folder, 'renderer'),
    port: 0,
    cookieSecret,
    linkSecret,
    links,
    limits,
    log: () => undefined,
  })
  origin = `http://localhost:${server.port}`
  cookie = `cairn_${server.port}=${cookieSecret}`
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-web-'))
  await mkdir(join(folder, 'renderer'))
  await writeFile(join(folder, 'renderer', 'index.html'), '<!doctype html>Cairn')
  engine = new WebEngine()
  links = createLinks()
  await start()
})

afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A request with exactly these headers; `fetch` would not let us lie about Host and Origin. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path, method, headers, agent: false }
    const sent = httpRequest({ ...options, headers: { Host: `localhost:${server.port}`, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (more: string) => (text += more))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Resolves with the status an upgrade was refused with, or 101. */
function knock(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, {
      headers: { Host: `localhost:${server.port}`, ...headers },
    })
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => {
      resolve(101)
      socket.close()
    })
    socket.on('error', () => undefined)
  })
}

function openSocket(): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, { headers: { Cookie: cookie } })
    socket.on('open', () => resolve(socket)).on('error', reject)
  })
}

function clientOf(socket: WebSocket): ContractRouterClient<typeof contract> {
  return createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }))
}

const closeOf = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))

describe('a link', () => {
  test('gives a cookie that opens everything, once', async () => {
    const { pathname, search } = new URL(linkOf(server.port, await links.issue()))
    const opened = await ask(pathname + search)
    expect([opened.status, opened.headers['location']]).toEqual([303, '/'])
    expect(opened.headers['set-cookie']).toEqual([`${cookie}; HttpOnly; SameSite=Strict; Path=/`])
    expect(await ask('/', { Cookie: cookie })).toMatchObject({ status: 200, text: '<!doctype html>Cairn' })
    const again = await ask(pathname + search, { 'Accept-Language': 'zh-CN' })
    expect(again).toMatchObject({ status: 403, headers: { 'content-language': 'zh' } })
    expect(again.text).toContain('按回车键')
    expect(again.headers['set-cookie']).toBeUndefined()
    // A tab that is in stays in, whatever link it follows.
    expect(await ask(pathname + search, { Cookie: cookie })).toMatchObject({ status: 303 })
  })

  test('can be had by another process of the user, with the secret it finds in the store, and by nobody else', async () => {
    const headers = { Authorization: `Bearer ${linkSecret}` }
    const answer = await ask('/link', headers, 'POST')
    const { link } = JSON.parse(answer.text) as { link: string }
    expect(await ask(link.slice(origin.length))).toMatchObject({ status: 303 })
    expect(await ask('/link', { Authorization: 'Bearer x' }, 'POST')).toMatchObject({ status: 403 })
    expect(await ask('/link', { Cookie: cookie }, 'POST')).toMatchObject({ status: 403 })
    expect(await ask('/link', { ...headers, Origin: 'http://evil.example' }, 'POST')).toMatchObject({ status: 403 })
  })
})

describe('a request', () => {
  const foreign: [string, Record<string, string>][] = [
    ['a name that was made to point here', { Host: 'evil.example' }],
    ['another port', { Host: 'localhost:1' }],
    ['a foreign page', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['a page on another port', { 'Sec-Fetch-Site': 'same-site' }],
    ['a foreign site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a wrong cookie', { Cookie: 'cairn=x' }],
  ]

  test.each(foreign)('by %s is refused, for pages, files, uploads and sockets', async (_, headers) => {
    const all = { Cookie: cookie, ...headers }
    const token = await links.issue()
    for (const path of ['/', '/index.html', '/documents/x/original', '/nothing']) {
      const answer = await ask(path, all)
      expect(answer.status).toBe(403)
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    }
    expect(await ask('/inbox?name=a', all, 'PUT', 'x')).toMatchObject({ status: 403 })
    expect(engine.uploads).toEqual([])
    expect(await knock('/rpc', all)).toBe(403)
    if (headers['Cookie'] === undefined) {
      expect(await ask(`/open?token=${token}`, all)).toMatchObject({ status: 403 })
      expect(await links.redeem(token)).toBe(true)
    }
  })

  test('without a cookie is refused: a page says what to do, a program gets the report', async () => {
    const page = await ask('/', { Accept: 'text/html,*/*' })
    expect(page.status).toBe(403)
    expect(page.text).toContain('Press Enter in the terminal')
    expect(JSON.parse((await ask('/')).text)).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(await knock('/rpc', {})).toBe(403)
  })

  test('by us is let in on both loopback addresses and for sockets', async () => {
    const good = { Cookie: cookie, Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
    expect(await ask('/', good)).toMatchObject({ status: 200 })
    expect(await knock('/rpc', good)).toBe(101)
    expect(await knock('/other', good)).toBe(403)
    const host = `127.0.0.1:${server.port}`
    expect(await ask('/', { Cookie: cookie, Host: host })).toMatchObject({ status: 200 })
    expect((await fetch(`http://[::1]:${server.port}/`, { headers: { cookie } })).status).toBe(200)
  })

  // Catches an address that reads as one of another machine, or that brings the server down.
  test.each(['//evil.example/x', '/%', '/%00', '/a/../../etc/passwd', '/\\..\\x', 'http://evil.example/', '*'])(
    'for %s is answered and nothing is served',
    async (path) => {
      const answer = await ask(path, { Cookie: cookie })
      expect([400, 403, 404]).toContain(answer.status)
      expect(await ask('/', { Cookie: cookie })).toMatchObject({ status: 200 })
    },
  )
})

describe('an upload', () => {
  test('is streamed to the engine', async () => {
    const body = 'x'.repeat(300_000)
    const answer = await ask('/inbox?name=a.txt', { Cookie: cookie }, 'PUT', body)
    expect(JSON.parse(answer.text)).toEqual({ path: '/inbox/a.txt' })
    expect(Buffer.concat(engine.received)).toHaveLength(300_000)
  })

  // Catches half a file that is taken for a whole one when the tab is closed.
  test('ends with an abort where the sender goes away', async () => {
    const head = `PUT /inbox?name=a HTTP/1.1\r\nHost: localhost:${server.port}\r\nCookie: ${cookie}\r\nContent-Length: 99\r\n\r\n`
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`${head}half`)
    await expect.poll(() => engine.received.length).toBe(1)
    socket.destroy()
    await expect.poll(() => engine.uploads[0]).toEqual({ aborted: true, done: true })
  })

  // Catches a refusal that the browser shows as a lost connection, because it was still sending.
  test('that is refused while it is being sent gets its answer', async () => {
    engine.receiveFile = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    const answer = await ask('/inbox?name=a', { Cookie: cookie }, 'PUT', 'x'.repeat(20_000_000))
    expect(answer.status).toBe(507)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'DISK_FULL' })
  })
})

describe('a tab', () => {
  test('speaks the contract, and its typed errors arrive', async () => {
    const socket = await openSocket()
    const client = clientOf(socket)
    expect(await client.shell.info()).toMatchObject({ kind: 'web', native_files: false })
    await expect(client.documents.get({ id: 'none' })).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } })
    socket.close()
  })

  // Catches streams that run on, and memory that grows, with every tab that was ever closed.
  test('that goes away ends its streams, and only those', async () => {
    const sockets = await Promise.all([openSocket(), openSocket()])
    for (const socket of sockets) {
      const stream = await clientOf(socket).changes.watch()
      await stream.next()
    }
    expect(engine.watching).toBe(2)
    sockets[0].terminate()
    await expect.poll(() => engine.watching).toBe(1)
    sockets[1].close()
    await expect.poll(() => engine.watching).toBe(0)
  })

  test('that sends what is no message, or too much, is let go; others stay', async () => {
    const [other, garbled, huge] = await Promise.all([openSocket(), openSocket(), openSocket()])
    garbled.send('no message')
    expect(await closeOf(garbled)).toBe(1007)
    huge.send(Buffer.alloc(socketLimits.messageBytes + 1))
    expect(await closeOf(huge)).toBe(1009)
    expect(await clientOf(other).store.info()).toMatchObject({ version: '0.1.0' })
    other.close()
  })

  // Catches a tab in the debugger that fills the server's memory.
  test('that does not read stops its stream, and is let go when it answers no ping', async () => {
    await server.close()
    await start({ ...socketLimits, waitAboveBytes: 100_000, pingMs: 300 })
    engine.flood = 'x'.repeat(50_000)
    const socket = await openSocket()
    socket.send(JSON.stringify({ i: '1', p: { u: '/changes/watch' } }))
    await expect.poll(() => engine.sent).toBeGreaterThan(1)
    socket.pause()
    await expect.poll(() => engine.watching, { timeout: 10_000 }).toBe(0)
    // What fits into the system's buffers and ours, never what could be produced.
    expect(engine.sent * engine.flood.length).toBeLessThan(50_000_000)
    socket.terminate()
  })

  test('beyond the limit is asked to come back later', async () => {
    await server.close()
    await start({ ...socketLimits, sockets: 1 })
    const first = await openSocket()
    const second = await openSocket()
    expect(await closeOf(second)).toBe(1013)
    expect(first.readyState).toBe(first.OPEN)
    first.close()
  })
})

test('closing tells tabs and ends, though one of them does not listen', async () => {
  const [listening, deaf] = await Promise.all([openSocket(), openSocket()])
  deaf.pause()
  const told = closeOf(listening)
  await server.close()
  expect(await told).toBe(1001)
  deaf.terminate()
})

// Catches a stranger that keeps a refused connection for good, and with it the server from ever closing.
test('a refused socket whose other end stays open is gone at once', async () => {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  let lost = false
  let text = ''
  socket.on('error', () => (lost = true))
  socket.setEncoding('utf8').on('data', (more: string) => (text += more))
  const ended = new Promise((resolve) => socket.once('end', resolve))
  socket.write('GET /rpc HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await ended
  expect(text).toMatch(/^HTTP\/1\.1 403 /u)
  // Who is only half closed would read this.
  await expect.poll(() => (socket.write('x'), lost)).toBe(true)
  await server.close()
})

// Catches a connection that outlives the grace time and keeps the engine from being closed.
test('closing ends what is still connected after a while', async () => {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  const head = `PUT /inbox?name=a HTTP/1.1\r\nHost: localhost:${server.port}\r\nCookie: ${cookie}\r\nContent-Length: 99\r\n\r\n`
  socket.write(`${head}half`)
  await expect.poll(() => engine.received.length).toBe(1)
  await server.close()
  await expect.poll(() => engine.uploads[0]).toEqual({ aborted: true, done: true })
  socket.destroy()
})

test('a port that another program has is said in words, not half used', async () => {
  const actions = headlessActions(engine, folder)
  const options = { engine, actions, rendererFolder: folder, cookieSecret, linkSecret, links, log: () => undefined }
  await expect(startWebServer({ ...options, port: server.port })).rejects.toMatchObject({
    code: 'UNREACHABLE',
    message: `Another program uses port ${server.port}.`,
  })
})
