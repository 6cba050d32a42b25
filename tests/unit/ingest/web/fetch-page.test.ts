import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { type FetchedPage, fetchPage, type FetchPageNeeds, pageAddress } from '@engine/ingest/web/fetch-page'
import { createNetworkGate } from '@engine/platform/network-gate'

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The address of a server on this machine, without a path. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const here = ['127.0.0.1']
const gate = () => createNetworkGate({ allowedHosts: () => [], now: () => 0 })
const needs = (more: Partial<FetchPageNeeds> = {}): FetchPageNeeds => ({ gate: gate(), allowed: here, ...more })

async function fetched(address: string, more: Partial<FetchPageNeeds> = {}): Promise<FetchedPage> {
  const page = await fetchPage(pageAddress(address), needs(more))
  if ('host' in page) throw new Error(`asks for ${page.host}`)
  return page
}

/** A gate whose requests are answered from a table; anything else is a test's mistake. */
function pretend(answers: Record<string, Response>) {
  const sent: string[] = []
  const send = (url: URL) => {
    sent.push(url.href)
    const answer = answers[url.href]
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError(`nobody is at ${url.href}`))
  }
  return { sent, gate: createNetworkGate({ allowedHosts: () => [], now: () => 0, send }) }
}

const to = (location: string) => new Response(null, { status: 302, headers: { location } })
const publicly = () => Promise.resolve(['203.0.113.7'])

describe('a web address', () => {
  test('has its scheme added, its fragment taken off, and public hosts by https', () => {
    expect(pageAddress(' example.org/a?b=1#c ').href).toBe('https://example.org/a?b=1')
    expect(pageAddress('http://example.org/').href).toBe('https://example.org/')
    expect(pageAddress('http://192.168.1.4:8080/x').href).toBe('http://192.168.1.4:8080/x')
    expect(pageAddress('http://localhost:99/').href).toBe('http://localhost:99/')
    for (const wrong of ['', 'ftp://example.org/', 'file:///etc/passwd', 'two words', 'javascript:alert(1)']) {
      expect(() => pageAddress(wrong), wrong).toThrow('no web address')
    }
  })
})

describe('fetching a page', () => {
  // Catches a page that is asked for before anybody said that its host may be.
  test('asks nobody before the host is allowed, this machine included', async () => {
    let asked = 0
    const base = await serve((_, response) => {
      asked += 1
      response.end('hello')
    })
    expect(await fetchPage(pageAddress(`${base}/a`), needs({ allowed: [] }))).toEqual({ host: '127.0.0.1', from: null })
    expect(asked).toBe(0)
    expect(Buffer.from((await fetched(`${base}/a`)).bytes).toString()).toBe('hello')
    expect(asked).toBe(1)
  })

  test('names the file after the address and what the server says it is', async () => {
    const types: Record<string, string> = {
      '/wiki/Heat%20pump': 'text/html; charset=utf-8',
      '/a.htm': 'text/html',
      '/index.php': 'text/html',
      '/paper': 'application/pdf',
      '/notes.md': 'text/plain',
      '/': 'text/html',
    }
    const base = await serve((request, response) => {
      response.setHeader('content-type', types[request.url ?? ''] ?? '')
      response.end('x')
    })
    const names = await Promise.all(Object.keys(types).map(async (path) => (await fetched(base + path)).name))
    expect(names).toEqual(['Heat pump.html', 'a.htm', 'index.php.html', 'paper.pdf', 'notes.md', '127.0.0.1.html'])
  })

  test('goes on to the same host by itself, and asks again for another', async () => {
    const { gate, sent } = pretend({
      'https://a.org/': to('/b'),
      'https://a.org/b': to('http://b.org/c'),
      'https://b.org/c': new Response('there'),
    })
    const a = pageAddress('a.org')
    const asks = { gate, addressesOf: publicly }
    expect(await fetchPage(a, needs({ ...asks, allowed: ['a.org'] }))).toEqual({ host: 'b.org', from: 'a.org' })
    expect(sent).toEqual(['https://a.org/', 'https://a.org/b'])
    const page = await fetched('a.org', { ...asks, allowed: ['a.org', 'b.org'] })
    expect(Buffer.from(page.bytes).toString()).toBe('there')
  })

  // Catches a page of the web that has Cairn read what only this machine can reach.
  test('never follows into a private network, by name or by address, whatever is allowed', async () => {
    for (const inside of ['http://127.0.0.1:9/', 'https://10.1.2.3/', 'https://[fd00::1]/', 'https://printer.local/']) {
      const { gate, sent } = pretend({ 'https://a.org/': to(inside) })
      const allowed = ['a.org', new URL(inside).hostname]
      await expect(fetched('a.org', { gate, allowed, addressesOf: publicly }), inside).rejects.toMatchObject({
        code: 'NETWORK_DENIED',
        deniedHost: '',
      })
      expect(sent).toEqual(['https://a.org/'])
    }
    const { gate } = pretend({ 'https://a.org/': to('https://rebound.org/') })
    const allowed = ['a.org', 'rebound.org']
    const addressesOf = () => Promise.resolve(['203.0.113.7', '192.168.0.1'])
    await expect(fetched('a.org', { gate, allowed, addressesOf })).rejects.toMatchObject({ code: 'NETWORK_DENIED' })
  })

  test('reaches a private address that was typed, also by http', async () => {
    const { gate } = pretend({ 'http://192.168.1.4:8080/x': new Response('wiki') })
    const page = await fetched('http://192.168.1.4:8080/x', { gate, allowed: ['192.168.1.4'] })
    expect(Buffer.from(page.bytes).toString()).toBe('wiki')
  })

  test('ends what is too large, too slow, too many redirects or no page, each in words', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/large') response.end(Buffer.alloc(5000, 'a'))
      else if (request.url === '/slow') response.write('a little')
      else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end()
      else if (request.url === '/cut') {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => response.destroy())
      } else if (request.url === '/empty') response.end()
      else response.writeHead(Number(request.url?.slice(1))).end('no')
    })
    const limits = { bytes: 4096, redirects: 3 }
    const codes: Record<string, string> = {
      '/large': 'FILE_TOO_LARGE',
      '/round': 'UNREACHABLE',
      '/cut': 'UNREACHABLE',
      '/empty': 'FILE_EMPTY',
      '/404': 'NOT_FOUND',
      '/403': 'PERMISSION_DENIED',
      '/429': 'RATE_LIMITED',
      '/500': 'UNREACHABLE',
    }
    for (const [path, code] of Object.entries(codes)) {
      await expect(fetched(base + path, { limits }), path).rejects.toMatchObject({ code })
    }
    await expect(fetched(`${base}/slow`, { limits: { ms: 50 } })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
    const stop = new AbortController()
    const waiting = fetched(`${base}/slow`, { signal: stop.signal })
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  test('takes the encoding that the header names over what would be guessed', async () => {
    const base = await serve((_, response) => {
      response.setHeader('content-type', 'text/html; charset=windows-1251')
      response.end(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]))
    })
    const { bytes } = await fetched(`${base}/`)
    expect(Buffer.from(bytes).toString('utf8')).toBe('\ufeffПривет')
  })
})
