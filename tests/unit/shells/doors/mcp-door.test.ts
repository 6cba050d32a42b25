import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBothDoors, type OpenDoors, send, token } from './door-fixture'

let doors: OpenDoors
const clients: Client[] = []

beforeEach(async () => {
  doors = await openBothDoors()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await doors.server.close()
})

function transport(secret = token) {
  const headers = { Authorization: `Bearer ${secret}` }
  return new StreamableHTTPClientTransport(new URL(`${doors.origin}/mcp`), { requestInit: { headers } })
}

async function connect() {
  const client = new Client({ name: 'test', version: '1' })
  const link = transport()
  await client.connect(link)
  clients.push(client)
  return { client, link }
}

const ask = { name: 'ask', arguments: { question: 'Is it?' } }

// Would catch two clients that hear each other's answers.
test('two clients ask at once, each in its own session', async () => {
  const [one, two] = await Promise.all([connect(), connect()])
  expect(one.link.sessionId).not.toBe(two.link.sessionId)
  const answers = await Promise.all([one.client.callTool(ask), two.client.callTool(ask)])
  const [first, second] = answers.map((answer) => JSON.stringify(answer.structuredContent))
  expect(first).toContain('Yes, it is [2].')
  expect(first).not.toBe(second)
})

test('a wrong token is told as such', async () => {
  await expect(new Client({ name: 'test', version: '1' }).connect(transport('x'.repeat(43)))).rejects.toThrow(
    /token is not Cairn/u,
  )
})

test('progress comes over the stream, and cancelling ends the turn', async () => {
  const { client } = await connect()
  doors.engine.holds = true
  const leave = new AbortController()
  const asked = client.callTool(ask, undefined, { signal: leave.signal })
  await expect.poll(() => doors.engine.begun).toBe(1)
  leave.abort('enough')
  await expect(asked).rejects.toThrow('enough')
  await expect.poll(() => doors.engine.cancelled).toBe(1)
})

// Would catch the name of another client, and a session that is named only as it begins.
test('who calls is known by the name it began with', async () => {
  const { client } = await connect()
  expect(doors.visits.last('/mcp')).toEqual({ at: '1970-01-01T00:00:00.000Z', name: 'test' })
  const other = new Client({ name: 'other', title: 'Another assistant', version: '1' })
  await other.connect(transport())
  clients.push(other)
  expect(doors.visits.last('/mcp')?.name).toBe('Another assistant')
  await client.listTools()
  expect(doors.visits.last('/mcp')?.name).toBe('test')
})

// Would catch answers that go on for clients that were killed.
test('a client that dies mid-answer ends its turn', async () => {
  const { client, link } = await connect()
  doors.engine.holds = true
  client.callTool(ask).catch(() => undefined)
  await expect.poll(() => doors.engine.begun).toBe(1)
  // Without a word of goodbye: the connection ends, the session is not.
  await link.close()
  await expect.poll(() => doors.engine.cancelled).toBe(1)
})

test('a session that was ended, or never was, is not found', async () => {
  const { link } = await connect()
  const id = link.sessionId ?? ''
  await link.terminateSession()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' })
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const at = async (session: string) =>
    (await send(doors.server.port, { path: '/mcp', body, headers: { ...headers, 'Mcp-Session-Id': session } })).status
  expect(await at(id)).toBe(404)
  expect(await at('made-up')).toBe(404)
})
