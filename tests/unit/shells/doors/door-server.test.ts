import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CallLimits } from '@engine/api/limits/call-limits'
import { SteppedClock } from '../../api/limits/stepped-clock'
import { openBothDoors, type OpenDoors, send } from './door-fixture'

let doors: OpenDoors

beforeEach(async () => {
  doors = await openBothDoors()
})
afterEach(() => doors.server.close())

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
})
const question = JSON.stringify({ model: 'cairn', messages: [{ role: 'user', content: 'Is it?' }] })
const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

describe.each([
  ['/mcp', initialize],
  ['/v1/chat/completions', question],
])('%s', (path, body) => {
  const ask = (headers: Record<string, string>) =>
    send(doors.server.port, { path, body, headers: { ...json, ...headers } })

  test('answers who shows the token, also by the other names of this machine', async () => {
    expect((await ask({})).status).toBe(200)
    expect((await ask({ Host: `localhost:${doors.server.port}` })).status).toBe(200)
    expect((await ask({ Authorization: `bearer ${'k'.repeat(43)}` })).status).toBe(200)
  })

  // Would catch a door that any program, page or rebound name can use.
  test.each([
    ['no token', { Authorization: '' }, 401],
    ['another token', { Authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['a beginning of the token', { Authorization: 'Bearer kkk' }, 401],
    ['a page of elsewhere', { Origin: 'https://evil.example' }, 403],
    ['a page of another port', { Origin: 'http://localhost:3000' }, 403],
    ['a page without an origin of its own', { Origin: 'null' }, 403],
    ['a rebound name', { Host: 'evil.example' }, 403],
    ['a rebound name with our port', { Host: 'evil.example:1' }, 403],
    ['a request of a page that hides its origin', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ])('refuses %s, and asks the engine nothing', async (_, headers, status) => {
    const answer = await ask(headers)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toHaveProperty('error.message')
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(doors.engine.asked).toEqual([])
  })

  // Would catch a request that fills the memory.
  test('a body of 50 MB is refused before it is read, declared or not', async () => {
    const huge = 'x'.repeat(50 * 1024 * 1024)
    const declared = await send(doors.server.port, { path, body: huge, headers: json })
    expect(declared.status).toBe(413)
    const chunked = await send(doors.server.port, {
      path,
      body: huge,
      headers: { ...json, 'Transfer-Encoding': 'chunked' },
    })
    expect(chunked.status).toBe(413)
    expect((await ask({})).status).toBe(200)
  })

  test.each(['', '{', 'null', '[]', '"x"', '{"jsonrpc":"1.0"}', '\u0000', '{"method":"initialize"}'])(
    'garbage %j is refused in its own words, and the door stays open',
    async (garbage) => {
      const answer = await send(doors.server.port, { path, body: garbage, headers: json })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(JSON.parse(answer.text)).toHaveProperty('error.message')
      expect((await ask({})).status).toBe(200)
    },
  )
})

test('an address that is no door, and one below a door, are not found', async () => {
  const at = async (path: string, method = 'GET') => (await send(doors.server.port, { path, method })).status
  expect(await at('/')).toBe(404)
  expect(await at('/v1x')).toBe(404)
  expect(await at('/v1/files')).toBe(404)
  expect(await at('/mcp/../v1/models')).toBe(400)
})

// Would catch a program that runs wild and keeps the engine from everybody.
test('a program that asks too fast is told how long to wait, and no other one is', async () => {
  const slow = { overall: { perSecond: 1000, burst: 1000 }, client: { perSecond: 0.5, burst: 2 }, sessionPerSecond: 5 }
  const limits = new CallLimits(new SteppedClock(), { ...slow, waiting: { perClient: 1, overall: 10 } })
  const crowded = await openBothDoors(limits)
  const ask = (name: string) =>
    send(crowded.server.port, { path: '/v1/models', method: 'GET', headers: { 'user-agent': name } })
  expect((await ask('wild')).status).toBe(200)
  expect((await ask('wild')).status).toBe(200)
  // The next place is taken by one that waits.
  void limits.admit({ client: { id: 'openai wild' } })
  const refused = await ask('wild')
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('4')
  expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
  expect((await ask('quiet')).status).toBe(200)
  await crowded.server.close()
})
