import { Agent, request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, openBothDoors, type OpenDoors, token } from './door-fixture'

let doors: OpenDoors
const agents: Agent[] = []
beforeEach(async () => {
  doors = await openBothDoors()
})
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy()
  await doors.server.close()
})

/** So many calls of one program, over so many connections that it keeps. */
function many(client: string, count: number, maxSockets: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets })
  agents.push(agent)
  const headers = { 'User-Agent': client, Authorization: `Bearer ${token}` }
  const where = { host: '127.0.0.1', port: doors.server.port, path: '/v1/models', agent, headers }
  const call = () =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(where, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (more: string) => (text += more))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
      sent.on('error', reject).end()
    })
  return Promise.all(Array.from({ length: count }, call))
}

// Over real sockets and by the real clock. Catches a queue by arrival, in which who floods keeps everybody else waiting.
test('a hundred programs on one server are each answered while one floods, which alone is told how long to wait', async () => {
  const begun = performance.now()
  const over = new AbortController()
  const flooded: Answer[] = []
  const flood = (async () => {
    while (!over.signal.aborted) flooded.push(...(await many('flood', 60, 60)))
  })()
  // Two calls of each are above what it may make at once, and wait for their turn.
  const answered = await Promise.all(Array.from({ length: 99 }, (_, at) => many(`client ${at}`, 12, 1)))
  over.abort()
  await flood
  for (const answers of answered) expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const refused = flooded.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  // It got what any one program gets: ten at once, and ten a second.
  const seconds = (performance.now() - begun) / 1000
  expect(flooded.length - refused.length).toBeLessThanOrEqual(10 + 10 * seconds + 1)
  for (const { headers, text } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
  }
}, 180_000)
