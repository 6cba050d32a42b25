import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { createRouterClient } from '@orpc/server'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { CallLimits } from '@engine/api/limits/call-limits'
import { createRouter } from '@engine/api/router'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { TurnSlots } from '@shells/answers/turn-slots'
import { startDoorServer } from '@shells/doors/door-server'
import { DoorVisits } from '@shells/doors/door-visits'
import { createOpenAiDoor } from '@shells/doors/openai/openai-door'
import { headlessActions } from '@shells/headless-actions'
import { createMcpServer } from '@shells/mcp/mcp-server'
import { referenceServer } from '../fakes/external-tools-kit'

const resources = resolve(import.meta.dirname, '../../resources')
const question = '@everything/echo message=hello'
const chat = 'mine'
const token = 'k'.repeat(43)

let folder = ''
let engine: Engine
const leaving: (() => Promise<unknown>)[] = []

/** The user allowed the tool for good, and this very call in this very chat: nothing more can be allowed. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-aside-tools-'))
  const store = join(folder, 'store')
  engine = await createEngine({ folder: store, resources })
  const args = [referenceServer('everything'), 'stdio']
  const server = { type: 'stdio' as const, command: process.execPath, args, env: {} }
  await engine.tools.servers.put([{ ...server, name: 'everything', enabled: true }])
  const [run] = runsIn(await collect(engine.ask({ question, session_id: chat })))
  await engine.tools.consents.answer(chat, run?.call_id ?? '', 'once')
  await engine.tools.consents.set('everything', 'echo', 'always')
  await engine.tools.servers.restart('everything')
})

afterAll(async () => {
  for (const leave of leaving.toReversed()) await leave()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}
function runsIn(events: readonly CairnEvent[]) {
  return events.flatMap((event) => (event.type === 'tool' && event.run.ms !== undefined ? [event.run] : []))
}
const api = () => createRouterClient(createRouter(engine, headlessActions(engine, '/nowhere')))

async function byMcp(conversation?: string): Promise<string> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const inner = api()
  await createMcpServer({ engine: () => Promise.resolve(inner), slots: new TurnSlots(2) }).connect(far)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
  leaving.push(() => client.close())
  const asked = conversation === undefined ? { question } : { question, conversation }
  return JSON.stringify((await client.callTool({ name: 'ask', arguments: asked })).content)
}

async function byOpenAi(): Promise<string> {
  const doors = [
    createOpenAiDoor({
      client: api(),
      slots: new TurnSlots(2),
      limits: new CallLimits(),
      visits: new DoorVisits(Date.now),
    }),
  ]
  const server = await startDoorServer({ port: 0, doors, token: () => token, log: () => undefined })
  leaving.push(() => server.close())
  const client = new OpenAI({ baseURL: `http://127.0.0.1:${server.port}/v1`, apiKey: token, maxRetries: 0 })
  const answer = await client.chat.completions.create({
    model: 'cairn',
    messages: [{ role: 'user', content: question }],
  })
  return answer.choices[0]?.message.content ?? ''
}

async function byContract(session_id?: string): Promise<string> {
  const final = (await collect(engine.askAside({ question, session_id }))).at(-1)
  return final?.type === 'final' ? final.response : ''
}

async function asProgramInChat(): Promise<string> {
  const final = (await collect(engine.ask({ question, session_id: chat, from_program: true }))).at(-1)
  return final?.type === 'final' ? final.response : ''
}

/** How often the tool really ran, and whether its program was started. */
function done() {
  const [server] = engine.tools.servers.servers()
  const runs = engine.tools.consents.log(2000).filter(({ act }) => act === 'run').length
  return { runs, state: server?.state, pid: server?.pid ?? null }
}

describe('a question of another program that calls a tool by name', () => {
  // Would catch a program that acts through another one with what the user allowed, even by knowing the chat's id.
  test.each([
    ['MCP', () => byMcp()],
    ['MCP, going on in the chat', () => byMcp(chat)],
    ['the OpenAI door', byOpenAi],
    ['the contract', () => byContract()],
    ['the contract, in the chat', () => byContract(chat)],
    ['a chat of the user', asProgramInChat],
  ])('by %s runs no tool and starts no program, and says so', async (_, ask) => {
    const answer = await ask()
    expect(answer).toContain('did not run')
    expect(answer).not.toContain('Echo: hello')
    expect(done()).toEqual({ runs: 0, state: 'stopped', pid: null })
  })

  test('runs where the user asks it', async () => {
    const [run] = runsIn(await collect(engine.ask({ question, session_id: chat })))
    expect(run).toMatchObject({ state: 'done', text: 'Echo: hello' })
    expect(done().runs).toBe(1)
  })
})
