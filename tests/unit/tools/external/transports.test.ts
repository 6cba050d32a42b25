import { createServer, type Server, type ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MessageLines } from '@engine/tools/external/connection/message-lines'
import { RecentLines } from '@engine/tools/external/connection/recent-lines'
import { StdioTransport } from '@engine/tools/external/connection/stdio-transport'
import { ExternalToolsKit, until } from '../../../fakes/external-tools-kit'

describe('lines of a stream', () => {
  const linesOf = (lines: MessageLines, ...chunks: string[]) =>
    chunks.flatMap((chunk) => lines.push(Buffer.from(chunk))).map((line) => (line.is === 'line' ? line.text : line.is))

  test('are put together, also where a character is cut in two', () => {
    const lines = new MessageLines(100)
    expect(linesOf(lines, '{"a"', ':1}\r\n\n', '{}\n{', '}\n')).toEqual(['{"a":1}', '{}', '{}'])
    const bytes = Buffer.from('苍鹭\n')
    expect([...lines.push(bytes.subarray(0, 4)), ...lines.push(bytes.subarray(4))]).toEqual([
      { is: 'line', text: '苍鹭' },
    ])
  })

  test('that are too long are said once, and the next is read', () => {
    const lines = new MessageLines(10, 50)
    expect(linesOf(lines, 'x'.repeat(8), 'x'.repeat(8), 'x'.repeat(8), '\nok\n')).toEqual(['too long', 'ok'])
    expect(linesOf(lines, ...Array.from({ length: 12 }, () => 'x'.repeat(10)))).toEqual(['too long', 'endless'])
  })
})

describe('the latest lines of an error output', () => {
  test('are bounded, without secrets and tricks', () => {
    const said = new RecentLines((text) => text.replaceAll('secret', '…'))
    for (let line = 0; line < 1000; line += 1) said.write(`line ${line} secret\u001B[31m\n`)
    said.write('x'.repeat(1_000_000))
    said.write('y'.repeat(1_000_000))
    expect(said.lines).toHaveLength(302)
    expect(said.lines[0]).toBe('… 700 earlier lines')
    expect(said.lines[1]).toBe('line 700 …')
    expect(said.last).toHaveLength(500)
  })
})

// Would catch a server that takes the main thread with what it has already sent.
test('messages are worked on in slices, and the server is held up meanwhile', async () => {
  let now = 0
  const stdout = new PassThrough({ highWaterMark: 1024 * 1024 })
  const stdin = new PassThrough()
  const process = {
    stdin,
    stdout,
    ended: new Promise<string>(() => undefined),
    close: () => Promise.resolve(),
    kill: () => undefined,
  }
  const transport = new StdioTransport({ process, now: () => now })
  let heard = 0
  transport.onmessage = () => {
    heard += 1
    now += 1
  }
  await transport.start()
  const message = `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })}\n`
  stdout.write(message.repeat(400))
  await until(() => heard > 0)
  expect(heard).toBeLessThan(100)
  expect(stdout.isPaused()).toBe(true)
  await until(() => heard === 400)
  expect(stdout.isPaused()).toBe(false)
})

test('a server that reads nothing does not fill the memory', async () => {
  const stdin = new PassThrough({ highWaterMark: 10 })
  const stdout = new PassThrough()
  let isKilled = false
  const ended = new Promise<string>((resolve) => setTimeout(() => resolve('SIGKILL'), 50))
  const process = { stdin, stdout, ended, close: () => Promise.resolve(), kill: () => void (isKilled = true) }
  const transport = new StdioTransport({ process, now: () => 0 })
  const broken: string[] = []
  transport.guard({ unread: () => undefined, broken: (why) => broken.push(why.message) })
  await transport.start()
  const message = { jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(1024 * 1024) } } as const
  const sent = [1, 2, 3, 4, 5].map(() => transport.send(message).catch(() => undefined))
  await Promise.all(sent)
  expect(isKilled).toBe(true)
  expect(broken).toEqual(['The server reads nothing of what it is sent, so it was stopped.'])
})

describe('a server over HTTP that', () => {
  let server: Server
  let kit: ExternalToolsKit
  let answer: (response: ServerResponse, id: number) => void
  const requests: string[] = []
  const json = (response: ServerResponse, value: unknown) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', ...(value as object) }))
  }
  const events = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
  const answers: Record<string, (response: ServerResponse, id: number) => void> = {
    initialize: (response, id) =>
      json(response, {
        id,
        result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'h', version: '1' } },
      }),
    'notifications/initialized': (response) => response.writeHead(202).end(),
    'notifications/cancelled': (response) => response.writeHead(202).end(),
    'tools/list': (response, id) =>
      json(response, { id, result: { tools: [{ name: 'say', inputSchema: { type: 'object' } }] } }),
    'tools/call': (response, id) => answer(response, id),
  }

  beforeEach(async () => {
    requests.length = 0
    server = createServer((request, response) => {
      response.on('error', () => undefined)
      if (request.method !== 'POST') {
        requests.push(`${request.method ?? ''} ${request.url ?? ''}`)
        response.writeHead(405).end()
        return
      }
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const { method, id } = JSON.parse(body) as { method: string; id: number }
        requests.push(`${request.url ?? ''} ${method} ${request.headers['authorization'] ?? ''}`)
        answers[method]?.(response, id)
      })
    })
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    kit = await ExternalToolsKit.open({ callMs: 5000 })
    const headers = { Authorization: 'Bearer hdr-123456' }
    await kit.tools.put([
      { name: 'peer', enabled: true, type: 'http', url: `http://127.0.0.1:${portOf(server)}/mcp`, headers },
    ])
  })
  afterEach(async () => {
    await kit.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('behaves, is given its header and answers', async () => {
    answer = (response, id) => json(response, { id, result: { content: [{ type: 'text', text: 'heard' }] } })
    expect((await kit.ask('@peer/say')).text).toBe('heard')
    expect(requests).toContain('/mcp tools/call Bearer hdr-123456')
    expect(JSON.stringify([kit.tools.servers(), kit.lines])).not.toContain('hdr-123456')
  })

  test.each(['application/json', 'text/event-stream'])('sends 50 MB as %s, fails that call only', async (type) => {
    let written = 0
    answer = (response, id) => {
      response.writeHead(200, { 'content-type': type })
      response.write(
        `${type === 'application/json' ? '' : 'data: '}{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`,
      )
      const more = () => {
        while (written < 50 && !response.destroyed) {
          written += 1
          if (!response.write('x'.repeat(1024 * 1024))) break
        }
        if (written >= 50) response.end('"}]}}\n\n')
      }
      response.on('drain', more)
      more()
    }
    await expect(kit.ask('@peer/say')).rejects.toMatchObject({ code: 'TOOL_FAILED', message: /more than 4 MB/u })
    // The rest was not even taken.
    expect(written).toBeLessThan(50)
    answer = (response, id) => json(response, { id, result: { content: [{ type: 'text', text: 'again' }] } })
    expect((await kit.ask('@peer/say')).text).toBe('again')
  })

  test('floods its stream, is left', async () => {
    answer = (response) => {
      events(response)
      const event = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } })}\n\n`
      const many = event.repeat(200)
      const more = () => {
        while (!response.destroyed && response.write(many));
      }
      response.on('drain', more)
      more()
    }
    await expect(kit.ask('@peer/say')).rejects.toMatchObject({ code: 'TOOL_FAILED', message: /without end/u })
  })

  test('sends elsewhere, is not followed off this machine', async () => {
    answer = (response) => response.writeHead(307, { location: 'https://example.org/mcp' }).end()
    await expect(kit.ask('@peer/say')).rejects.toMatchObject({ code: 'NETWORK_DENIED' })
  })

  test('has forgotten the connection, is greeted anew', async () => {
    answer = (response) => response.writeHead(404).end('no such session')
    await expect(kit.ask('@peer/say')).rejects.toMatchObject({ code: 'UNREACHABLE' })
    answer = (response, id) => json(response, { id, result: { content: [{ type: 'text', text: 'anew' }] } })
    expect((await kit.ask('@peer/say')).text).toBe('anew')
    expect(requests.filter((line) => line.includes('initialize '))).toHaveLength(2)
  })

  test('breaks off, costs its deadline and no more', async () => {
    await kit.close()
    kit = await ExternalToolsKit.open({ callMs: 200 })
    await kit.tools.put([
      { name: 'peer', enabled: true, type: 'http', url: `http://127.0.0.1:${portOf(server)}/mcp`, headers: {} },
    ])
    answer = (response) => {
      events(response)
      response.write('data: {"jsonrpc":')
      setTimeout(() => response.destroy(), 10)
    }
    await expect(kit.ask('@peer/say')).rejects.toMatchObject({
      code: expect.stringMatching(/TOOL_FAILED|DEADLINE_EXCEEDED/u) as string,
    })
    answer = (response, id) => json(response, { id, result: { content: [{ type: 'text', text: 'again' }] } })
    expect((await kit.ask('@peer/say')).text).toBe('again')
  })
})

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.')
  return address.port
}
