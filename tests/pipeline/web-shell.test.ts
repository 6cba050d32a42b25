import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { builtCli, ensureBuilt } from '../../scripts/build.mjs'

const root = resolve(import.meta.dirname, '../..')
const linkPattern = /http:\/\/localhost:\d+\/open\?token=[\w-]{43}/u
let scratch = ''
let store = ''
let current: Running | undefined
const started: ChildProcess[] = []

interface Server {
  readonly process: ChildProcess
  readonly ended: Promise<number | null>
  printed(): string
  /** Resolves with what the pattern matched once it was printed; rejects when the process ends without. */
  saw(pattern: RegExp): Promise<string>
}

/** A server that is up, and a visitor who has opened its link. */
interface Running {
  readonly server: Server
  readonly origin: string
  readonly cookie: string
}

function start(command: readonly string[], env: Record<string, string> = {}): Server {
  const child = spawn(process.execPath, [...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: '', DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
  })
  started.push(child)
  let text = ''
  const waiting = new Set<() => void>()
  const more = (chunk: Buffer) => {
    text += chunk.toString()
    for (const look of waiting) look()
  }
  child.stdout.on('data', more)
  child.stderr.on('data', more)
  const ended = new Promise<number | null>((done) => child.on('close', done))
  return {
    process: child,
    ended,
    printed: () => text,
    saw: (pattern) =>
      new Promise((found, missed) => {
        const look = () => {
          const [match] = pattern.exec(text) ?? []
          if (match === undefined) return
          waiting.delete(look)
          found(match)
        }
        waiting.add(look)
        void ended.then((code) => missed(new Error(`ended with ${String(code)} without ${String(pattern)}: ${text}`)))
        look()
      }),
  }
}

const serve = (...args: string[]) => start([builtCli, 'serve', '--store', store, ...args])

/** Opens a link as a browser would. Returns the server's origin and the cookie. */
async function enter(link: string): Promise<{ origin: string; cookie: string }> {
  const response = await fetch(link, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return { origin: new URL(link).origin, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

/** The server that tests share, for a start takes seconds: the one that runs, or a new one on the same store. */
async function running(): Promise<Running> {
  const process = current?.server.process
  if (current && process?.exitCode === null && process.signalCode === null) return current
  const server = serve()
  current = { server, ...(await enter(await server.saw(linkPattern))) }
  return current
}

async function enginePid(server: Server): Promise<number> {
  const pid = server.process.pid ?? 0
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')[0])
}

function openSocket(origin: string, cookie: string): Promise<WebSocket> {
  return new Promise((opened, failed) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, { headers: { cookie, origin } })
    socket.on('open', () => opened(socket)).on('error', failed)
  })
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}/exe`)

beforeAll(async () => {
  await ensureBuilt()
  scratch = await mkdtemp(join(tmpdir(), 'cairn-web-'))
  store = join(scratch, 'store')
}, 300_000)

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
})

describe('cairn serve', () => {
  // Catches a bundle without its renderer, or one that no page may load.
  test('serves the built renderer, compressed, to whoever opened its link', async () => {
    const { origin, cookie } = await running()
    const page = await fetch(origin, { headers: { cookie } })
    const html = await page.text()
    expect(html).toContain('<div id="root">')
    const [script = ''] = /assets\/[\w-]+\.js/u.exec(html) ?? []
    const asset = await fetch(`${origin}/${script}`, { headers: { cookie, 'accept-encoding': 'br' } })
    expect([asset.status, asset.headers.get('content-encoding')]).toEqual([200, 'br'])
    // The policy must let the page run: nothing inline in it.
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/u)
    expect((await fetch(`${origin}/${script}`)).status).toBe(403)
  })

  // Catches a second server on a locked store, and a user who is told only that it is locked.
  test('a second one shows a link of the first and ends; the record is for the user only', async () => {
    const { origin } = await running()
    expect((await stat(join(store, 'server.json'))).mode & 0o777).toBe(0o600)
    await enter(await linkOfSecond(origin))
  })

  // Catches tabs that have to be opened anew, or a second engine, after a crash.
  test.skipIf(!existsSync('/proc/self'))(
    'survives the death of its engine: same port, same cookie, same links',
    async () => {
      const { server, origin, cookie } = await running()
      const socket = await openSocket(origin, cookie)
      const closed = new Promise((done) => socket.once('close', done))
      const unused = await linkOfSecond(origin)
      process.kill(await enginePid(server), 'SIGKILL')
      await closed
      await server.saw(/The engine stopped \(SIGKILL\)/u)
      await server.saw(/The engine runs again/u)
      expect((await fetch(origin, { headers: { cookie } })).status).toBe(200)
      const again = await openSocket(origin, cookie)
      again.close()
      await enter(unused)
    },
  )

  // Also catches a stale record of a killed server that keeps the store closed for ever.
  test('ends gracefully on SIGTERM: tabs are told, the store is closed, and a record left behind means nothing', async () => {
    const { server, origin, cookie } = await running()
    const record = await readFile(join(store, 'server.json'), 'utf8')
    const socket = await openSocket(origin, cookie)
    const code = new Promise((done) => socket.once('close', done))
    server.process.kill('SIGTERM')
    expect(await code).toBe(1001)
    expect(await server.ended).toBe(0)
    for (const name of ['lock', 'server.json']) expect(existsSync(join(store, name))).toBe(false)
    await writeFile(join(store, 'server.json'), record)
    const next = await running()
    expect(next.server.printed()).toContain('Cairn is ready')
  })

  // Catches an engine that nobody can stop any more.
  test.skipIf(!existsSync('/proc/self'))('takes its engine with it when it is killed', async () => {
    const { server } = await running()
    const engine = await enginePid(server)
    server.process.kill('SIGKILL')
    await server.ended
    await expect.poll(() => isRunning(engine), { timeout: 20_000 }).toBe(false)
    expect(existsSync(join(store, 'lock'))).toBe(false)
  })

  test('says in words why it cannot start, and ends', async () => {
    const file = join(scratch, 'a-file')
    await writeFile(file, 'a file, not a folder')
    const server = start([builtCli, 'serve', '--store', file])
    expect(await server.ended).toBe(1)
    expect(server.printed()).toMatch(/^Error: .+/u)
    expect(server.printed()).not.toMatch(/\n\s+at .+:\d+/u)
  })

  /** Starts a second server on the store. Returns the link that it shows before it ends. */
  async function linkOfSecond(origin: string): Promise<string> {
    const second = serve('--port', '1')
    const link = await second.saw(linkPattern)
    expect(await second.ended).toBe(0)
    expect(second.printed()).toContain('already runs')
    expect(new URL(link).origin).toBe(origin)
    return link
  }
})

describe('npm start', () => {
  test('without a display says why, prints the link and stays', async () => {
    const server = start([join(root, 'scripts/start.mjs'), '--store', join(scratch, 'npm-start')], { CI: 'true' })
    const { origin, cookie } = await enter(await server.saw(linkPattern))
    if (process.platform === 'linux') expect(server.printed()).toContain('There is no display here')
    expect((await fetch(origin, { headers: { cookie } })).status).toBe(200)
    server.process.kill('SIGINT')
    expect(await server.ended).toBe(0)
  })
})
