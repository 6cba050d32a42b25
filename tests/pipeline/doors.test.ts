import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { builtCli, ensureBuilt } from '../../scripts/build.mjs'
import { copySampleStore } from '../sample-store'

let scratch = ''
let store = ''
const started: ChildProcess[] = []
const clients: Client[] = []
const question = 'When was the stone hut on Kestrel Col opened?'
const Shown = z.object({
  mcp_http: z.object({ address: z.string().nullable() }),
  openai: z.object({ address: z.string().nullable() }),
  token: z.string().nullable(),
})

beforeAll(async () => {
  await ensureBuilt()
  scratch = await mkdtemp(join(tmpdir(), 'cairn-doors-'))
  store = join(scratch, 'store')
  await copySampleStore(store)
  const mark = `require('node:fs').writeFileSync(${JSON.stringify(marker())}, '')`
  const server = { name: 'marker', type: 'stdio', command: process.execPath, args: ['-e', mark] }
  await writeFile(join(store, 'tool-servers.json'), JSON.stringify([server]))
}, 300_000)

/** There once the program of another tool was started. */
const marker = () => join(scratch, 'started')

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  for (const child of started) child.kill('SIGKILL')
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
})

/** The environment in which entries are found beside the bundle, not where other tests have theirs. */
const env = {
  ...process.env,
  ...{ LANG: 'en_US.UTF-8', LC_ALL: '', DISPLAY: '', WAYLAND_DISPLAY: '' },
  ...{ CAIRN_PARSE_WORKER: '', CAIRN_GRAPH_THREAD: '', CAIRN_OCR_PROCESS: '', CAIRN_UPKEEP_PROCESS: '' },
} as Record<string, string>

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [builtCli, ...args, '--store', store], { stdio: ['pipe', 'pipe', 'pipe'], env })
  started.push(child)
  return child
}

function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = start(...args)
  let [out, err] = ['', '']
  child.stdin?.end()
  child.stdout?.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (err += text.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

async function mcpClient(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const args = [builtCli, 'mcp', '--store', store]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  clients.push(client)
  return client
}

async function answerOf(client: Client): Promise<string> {
  const { structuredContent } = await client.callTool({ name: 'ask', arguments: { question } })
  return z.object({ answer: z.string() }).parse(structuredContent).answer
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** `cairn serve`, once it says that it is ready. */
async function serve(): Promise<ChildProcess> {
  const child = start('serve')
  await new Promise<void>((ready, failed) => {
    let text = ''
    child.stdout?.on('data', (more: Buffer) => {
      text += more.toString()
      if (text.includes('/open?token=')) ready()
    })
    child.stderr?.on('data', (more: Buffer) => (text += more.toString()))
    child.on('close', () => failed(new Error(text)))
  })
  return child
}

describe('cairn mcp', () => {
  // Would catch a log line, a colour or a build notice between the messages, and a server that garbage ends.
  test('stdout carries only the protocol; garbage is passed over; it ends when its client goes', async () => {
    const child = start('mcp')
    let out = ''
    child.stdout?.on('data', (text: Buffer) => (out += text.toString()))
    const ended = new Promise((resolve) => child.on('close', resolve))
    const clientInfo = { name: 'raw', version: '1' }
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const messages = [
      'this is no JSON',
      '{"jsonrpc":"2.0"}',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize }),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      '[]',
      JSON.stringify({
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'search', arguments: { query: 'hut' } },
      }),
      JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'no/such/method' }),
    ]
    child.stdin?.write(`${messages.join('\n')}\n`)
    await expect.poll(() => out, { timeout: 60_000 }).toContain('"id":2')
    await expect.poll(() => out).toContain('"id":3')
    child.stdin?.end()
    expect(await ended).toBe(0)
    const lines = out.split('\n').filter((line) => line !== '')
    const ids = lines.map((line) => z.object({ jsonrpc: z.literal('2.0'), id: z.number() }).parse(JSON.parse(line)).id)
    expect(ids.toSorted()).toEqual([1, 2, 3])
    expect(existsSync(join(store, 'lock'))).toBe(false)
  })

  // Would catch an assistant that acts through Cairn with the tools that its user set up for themselves.
  test('a question that calls a tool of another program by name does not even start that', async () => {
    const client = await mcpClient()
    const asked = { name: 'ask', arguments: { question: '@marker/say hello' } }
    expect(JSON.stringify((await client.callTool(asked)).content)).toContain('did not run')
    expect(existsSync(marker())).toBe(false)
    await client.close()
  })

  /** Two assistants of one user, started once: each is a process that loads all of Cairn. */
  let both: Promise<[Client, Client]> | undefined
  const assistants = () => (both ??= Promise.all([mcpClient(), mcpClient()]))

  // Would catch the second assistant of a user that finds the library locked.
  test('two assistants share a store', async () => {
    const [one, two] = await assistants()
    expect(await answerOf(one)).toContain('12 June 1968')
    expect(await answerOf(two)).toContain('12 June 1968')
  })

  // Would catch an app that cannot be opened because of an assistant, and assistants that end with it.
  test('an app takes over what two assistants share, and both go on through that', async () => {
    const [one, two] = await assistants()
    // Now it has the store.
    await answerOf(one)
    const app = await serve()
    expect(await Promise.all([answerOf(one), answerOf(two)])).toEqual([
      expect.stringContaining('12 June 1968') as string,
      expect.stringContaining('12 June 1968') as string,
    ])
    app.kill('SIGINT')
    await new Promise((done) => app.once('close', done))
    // Whichever asks first opens it again.
    expect(await answerOf(two)).toContain('12 June 1968')
    expect(await answerOf(one)).toContain('12 June 1968')
    expect(await readdir(join(store, 'sessions'))).toEqual([])
  })
})

describe('the doors of a running Cairn', () => {
  test('are opened by a command, answer by token only, and close again', async () => {
    const app = await serve()
    const closed = await run('doors', 'show', '--json')
    expect(Shown.parse(JSON.parse(closed.out))).toEqual({
      mcp_http: { address: null },
      openai: { address: null },
      token: null,
    })
    const port = String(await freePort())
    expect((await run('doors', 'open', 'mcp', '--port', port)).code).toBe(0)
    const shown = Shown.parse(JSON.parse((await run('doors', 'open', 'openai', '--json')).out))
    expect(shown.mcp_http.address).toBe(`http://127.0.0.1:${port}/mcp`)
    expect((await stat(join(store, 'doors.json'))).mode & 0o777).toBe(0o600)
    const apiKey = shown.token ?? ''

    const requestInit = { headers: { Authorization: `Bearer ${apiKey}` } }
    const overHttp = new Client({ name: 'test', version: '1' })
    await overHttp.connect(new StreamableHTTPClientTransport(new URL(shown.mcp_http.address ?? ''), { requestInit }))
    expect(await answerOf(overHttp)).toContain('12 June 1968')
    await overHttp.close()

    const openai = new OpenAI({ baseURL: shown.openai.address, apiKey, maxRetries: 0 })
    const stream = await openai.chat.completions.create({
      model: 'cairn',
      messages: [{ role: 'user', content: question }],
      stream: true,
    })
    let text = ''
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
    expect(text).toContain('12 June 1968')
    expect(text).toContain('Sources:\n[1]')
    const whole = await openai.chat.completions.create({
      model: 'cairn',
      messages: [
        { role: 'user', content: question },
        { role: 'assistant', content: text },
        { role: 'user', content: 'And who opened it?' },
      ],
    })
    expect(whole.choices[0]?.message.content).toContain('Mautner')
    const { data } = await openai.embeddings.create({ model: 'cairn', input: 'the stone hut' })
    expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1, 3)

    const rotated = Shown.parse(JSON.parse((await run('doors', 'rotate', '--json')).out))
    expect(rotated.token).not.toBe(apiKey)
    await expect(openai.models.list()).rejects.toMatchObject({ status: 401 })
    await run('doors', 'close', 'openai')
    await run('doors', 'close', 'mcp')
    await expect(openai.models.list()).rejects.toThrow('Connection error')
    app.kill('SIGINT')
    await new Promise((done) => app.once('close', done))
  })

  test('wait for Cairn where none runs, and the command says so', async () => {
    const opened = await run('doors', 'open', 'openai', '--port', String(await freePort()))
    expect(opened.code).toBe(0)
    expect(opened.err).toContain('while Cairn runs')
    expect((await run('doors', 'open', 'window')).code).toBe(2)
    expect((await run('doors', 'open', 'mcp', '--port', '80')).err).toContain('1024 to 65535')
    expect((await run('doors', 'close', 'openai')).out).toContain('closed')
  })
})
