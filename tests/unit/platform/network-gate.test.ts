import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createNetworkGate, HostDeniedError } from '@engine/platform/network-gate'

const purpose = 'a test'
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(answer: RequestListener, address = '127.0.0.1'): Promise<number> {
  const server = createServer(answer)
  server.listen(0, address)
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** A gate whose requests go nowhere: they are answered from a table, and anything else is a test's mistake. */
function pretend(answers: Record<string, Response>, allowed: readonly string[] = []) {
  const sent: { url: string; headers: Headers; method: string }[] = []
  let at = 0
  const gate = createNetworkGate({
    allowedHosts: () => allowed,
    now: () => (at += 1),
    send: (url, init) => {
      sent.push({ url: url.href, headers: new Headers(init.headers), method: init.method ?? '' })
      const answer = answers[url.href]
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('fetch failed'))
    },
  })
  return { gate, sent }
}

const to = (location: string, status = 302) => new Response(null, { status, headers: { location } })

describe('what is let through', () => {
  // Would catch a gate that lets a model call, a download or a page reach out without being asked.
  test('nothing but this machine, until a host is allowed or granted; the error names the host', async () => {
    const { gate, sent } = pretend({})
    for (const url of [
      'https://example.org/x',
      'https://192.168.1.4/',
      'https://10.0.0.1/',
      'https://0.0.0.0/',
      'https://127.0.0.1.example.org/',
      'https://localhost.example.org/',
      'https://foo.localhost/',
      'https://[::ffff:127.0.0.1]/',
      'https://1.127.0.0/',
    ]) {
      const thrown: unknown = await gate.fetch(url, { purpose }).catch((error: unknown) => error)
      expect([url, thrown]).toEqual([url, expect.any(HostDeniedError)])
      if (!(thrown instanceof HostDeniedError)) continue
      expect(thrown.code).toBe('NETWORK_DENIED')
      expect(thrown.deniedHost).toBe(new URL(url).hostname)
      expect(thrown.message).toContain(thrown.deniedHost)
    }
    expect(sent).toEqual([])
    expect(gate.attempts().every(({ outcome }) => outcome === 'denied')).toBe(true)
  })

  test('allowed by the settings, by a rule for all below, or for one act only', async () => {
    const urls = ['https://a.org/', 'https://x.b.org/', 'https://c.org/', 'https://A.org./']
    const { gate, sent } = pretend(Object.fromEntries(urls.map((url) => [new URL(url).href, new Response('ok')])), [
      'a.org',
      '.b.org',
    ])
    await gate.fetch('https://a.org/', { purpose })
    await gate.fetch('https://A.org./', { purpose })
    await gate.fetch('https://x.b.org/', { purpose })
    await gate.fetch('https://c.org/', { purpose, allow: ['C.org'] })
    expect(sent).toHaveLength(4)
    for (const url of ['https://c.org/', 'https://b.org/', 'https://evilb.org/', 'https://x.a.org/']) {
      await expect(gate.fetch(url, { purpose })).rejects.toMatchObject({ code: 'NETWORK_DENIED' })
    }
  })

  test('another machine by https only; no other scheme; no name and password in an address', async () => {
    const { gate } = pretend({}, ['a.org'])
    for (const url of ['http://a.org/', 'ftp://a.org/', 'file:///etc/passwd', 'data:,x']) {
      await expect(gate.fetch(url, { purpose })).rejects.toMatchObject({ code: 'NETWORK_DENIED', deniedHost: '' })
    }
    await expect(gate.fetch('https://u:p@a.org/', { purpose })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(gate.fetch('not an address', { purpose })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  // Would catch DNS rebinding: a name server or hosts file that says where `localhost` is.
  test('localhost is asked by its literal addresses only, at whichever it listens', async () => {
    const { gate, sent } = pretend({ 'http://[::1]:81/x': new Response('ok') })
    expect(await (await gate.fetch('http://localhost:81/x', { purpose })).text()).toBe('ok')
    expect(sent.map(({ url }) => url)).toEqual(['http://127.0.0.1:81/x', 'http://[::1]:81/x'])
    expect(gate.attempts().map(({ outcome }) => outcome)).toEqual(['allowed', 'failed'])
  })
})

describe('redirects', () => {
  // Would catch a gate that checks the first address only.
  test('each hop is checked: to a host that is not allowed, out of this machine, into it, down to http', async () => {
    const { gate, sent } = pretend(
      {
        'https://a.org/cdn': to('https://b.org/file'),
        'http://127.0.0.1:1/': to('https://a.org/'),
        'https://a.org/in': to('http://127.0.0.1:1/'),
        'https://a.org/down': to('http://a.org/'),
      },
      ['a.org'],
    )
    await expect(gate.fetch('https://a.org/cdn', { purpose })).rejects.toMatchObject({ deniedHost: 'b.org' })
    for (const url of ['http://127.0.0.1:1/', 'https://a.org/in', 'https://a.org/down']) {
      await expect(gate.fetch(url, { purpose })).rejects.toMatchObject({ code: 'NETWORK_DENIED', deniedHost: '' })
    }
    expect(sent).toHaveLength(4)
  })

  test('what identifies the user stays behind; other headers go along; relative ones are understood', async () => {
    const headers = { Authorization: 'Bearer s', Cookie: 'c=1', Range: 'bytes=5-' }
    const { gate, sent } = pretend(
      {
        'https://a.org/1': to('/2', 307),
        'https://a.org/2': to('https://b.org/3', 307),
        'https://b.org/3': new Response(''),
      },
      ['a.org', 'b.org'],
    )
    await gate.fetch('https://a.org/1', { purpose, headers })
    expect(sent.map((one) => one.headers.get('authorization'))).toEqual(['Bearer s', null, null])
    expect(sent.map((one) => one.headers.get('cookie'))).toEqual(['c=1', null, null])
    expect(sent.map((one) => one.headers.get('range'))).toEqual(['bytes=5-', 'bytes=5-', 'bytes=5-'])
  })

  test('at most ten; a POST becomes a GET where the standard says so', async () => {
    const { gate, sent } = pretend({ 'http://127.0.0.1:1/': to('/') })
    await expect(gate.fetch('http://127.0.0.1:1/', { purpose, method: 'POST' })).rejects.toMatchObject({
      code: 'UNREACHABLE',
    })
    expect(sent.map(({ method }) => method)).toEqual(['POST', ...Array.from({ length: 10 }, () => 'GET')])
  })
})

describe('over a real socket', () => {
  test('answers, follows by hand, says what it was asked with, and what cannot be reached', async () => {
    const seen: IncomingHttpHeaders[] = []
    const port = await listen((request, response) => {
      seen.push(request.headers)
      if (request.url === '/moved') response.writeHead(308, { Location: '/here' }).end()
      else request.pipe(response)
    })
    const gate = createNetworkGate({ allowedHosts: () => [], now: () => 7 })
    const url = `http://localhost:${port}/moved`
    const response = await gate.fetch(url, { purpose, method: 'POST', body: 'words', headers: { 'X-A': 'b' } })
    expect(await response.text()).toBe('words')
    expect(seen.map((headers) => headers['x-a'])).toEqual(['b', 'b'])
    expect(gate.attempts()).toEqual([
      { at: 7, host: `127.0.0.1:${port}`, purpose, outcome: 'allowed', by: 'loopback' },
      { at: 7, host: `127.0.0.1:${port}`, purpose, outcome: 'allowed', by: 'loopback' },
    ])
    await closing.pop()?.()
    await expect(gate.fetch(`http://127.0.0.1:${port}/`, { purpose })).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(gate.attempts()[0]).toMatchObject({ outcome: 'failed' })
  })

  test('is cancelled before, while it waits, and while the body comes', async () => {
    const port = await listen((request, response) => {
      if (request.url === '/body') response.writeHead(200).write('part')
    })
    const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0 })
    await expect(
      gate.fetch(`http://127.0.0.1:${port}/`, { purpose, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'CANCELLED' })
    const controller = new AbortController()
    const waiting = gate.fetch(`http://127.0.0.1:${port}/`, { purpose, signal: controller.signal })
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
    const second = new AbortController()
    const response = await gate.fetch(`http://127.0.0.1:${port}/body`, { purpose, signal: second.signal })
    second.abort()
    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('keeps the last five hundred tries, newest first, and nobody can change them', async () => {
    const { gate } = pretend({})
    for (let n = 0; n < 503; n += 1) await gate.fetch(`https://h${n}.org`, { purpose }).catch(() => undefined)
    const [newest] = gate.attempts()
    expect(gate.attempts()).toHaveLength(500)
    expect(newest).toMatchObject({ host: 'h502.org', outcome: 'denied' })
    if (newest) newest.host = 'other'
    expect(gate.attempts()[0]?.host).toBe('h502.org')
  })
})

describe('nobody goes around it', () => {
  const root = join(import.meta.dirname, '../../..')
  const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })
  const ways = [
    'void fetch("https://example.org")',
    'void globalThis.fetch("https://example.org")',
    'new WebSocket("wss://example.org")',
    'new XMLHttpRequest()',
    'import { request } from "node:https"',
    'import http from "http"',
    'import * as https from "node:https"',
    'import { connect } from "node:net"',
    'import { Agent } from "undici"',
  ]

  /** How often the linter says of each file that it goes around the gate; paths as given. */
  async function complaints(files: Readonly<Record<string, string>>): Promise<Record<string, number>> {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-lint-'))
    try {
      await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
      for (const [path, code] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), code)
      }
      const linter = join(root, 'node_modules/oxlint/bin/oxlint')
      const { stdout } = spawnSync(process.execPath, [linter, '--format=json'], { cwd: folder, encoding: 'utf8' })
      const { diagnostics } = Report.parse(JSON.parse(stdout))
      const found = diagnostics.filter(({ code }) => code.includes('no-restricted-'))
      return Object.fromEntries(
        Object.keys(files).map((path) => [path, found.filter(({ filename }) => filename.endsWith(path)).length]),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  // Would catch a rule that matches nothing, or that a later block of the configuration turned off. What is imported while
  // running is a rule of .dependency-cruiser.cjs.
  test('each other way out is a lint error anywhere in the engine, and not in the gate', async () => {
    const planted = ways.flatMap((way, at): [string, string][] => [
      [`electron/engine/inference/loopback/way-${at}.ts`, way],
      [`electron/shells/web/way-${at}.ts`, way],
    ])
    const gate = 'electron/engine/platform/network-gate.ts'
    const server = 'electron/shells/web/server.ts'
    const counted = await complaints({
      ...Object.fromEntries(planted),
      [gate]: ways.join('\n'),
      [server]: 'import { createServer } from "node:http"\ncreateServer()',
    })
    expect(counted).toEqual({ ...Object.fromEntries(planted.map(([path]) => [path, 1])), [gate]: 0, [server]: 0 })
  })
})
