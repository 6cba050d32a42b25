import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { ModelsState } from '@shared/models/models'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { estimatedTokens } from '@engine/inference/built-in/measured-tokens'
import { OpenAiServer } from '../fakes/openai-server'

const resources = resolve(import.meta.dirname, '../../resources')
const secret = 'sk-tiny-secret'
const question = 'When was the main pump replaced?'
let folder = ''
let server: OpenAiServer
let engine: Engine
const logged: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-served-'))
  await mkdir(join(folder, 'files'))
  const pumps = Array.from({ length: 60 }, (_, at) => {
    return `## Pump ${at}\n\nPump ${at} was replaced in 19${at + 30}, ${'after a long winter, '.repeat(12)} by two fitters.\n`
  })
  await writeFile(join(folder, 'files', 'pumps.md'), `The main pump was replaced in March 2021.\n\n${pumps.join('\n')}`)
  await writeFile(join(folder, 'files', 'levels.md'), 'The water level is measured every 15 minutes.')
  server = await OpenAiServer.start(['tiny', 'tiny-embed'])
  engine = await open()
  for await (const { type } of engine.ingest({ paths: [join(folder, 'files')] })) expect(type).toBe('progress')
  await engine.changeSettings({ models: { servers: [server.url] } })
})
afterEach(async () => {
  await engine.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

function open(): Promise<Engine> {
  return createEngine({ folder: join(folder, 'store'), resources, log: (line) => logged.push(line) })
}

async function ask(session = 's'): Promise<CairnEvent[]> {
  const events: CairnEvent[] = []
  for await (const event of engine.ask({ question, session_id: session })) events.push(event)
  return events
}

/** Resolves with the first state that fits. */
async function until(fits: (state: ModelsState) => boolean): Promise<ModelsState> {
  const left = new AbortController()
  for await (const change of engine.watch(left.signal)) {
    const state = change.type === 'models' ? change.models : change.type === 'snapshot' ? change.models : undefined
    if (!state || !fits(state)) continue
    left.abort()
    return state
  }
  throw new Error('The engine ended its changes.')
}

const answerOf = (events: readonly CairnEvent[]) =>
  events.flatMap((event) => (event.type === 'token' ? [event.content] : [])).join('')
const idOf = (model: string) => `server:127.0.0.1:${server.port}/${model}`

describe('an embedder of a server', () => {
  test('makes the index’s vectors; without its server words are searched, and once it is back meanings again', async () => {
    await engine.models.findServers()
    await engine.models.load(idOf('tiny-embed'))
    await engine.changeSettings({ models: { embedder: idOf('tiny-embed') } })
    const { embedding } = await until((state) => state.embedding.current === idOf('tiny-embed'))
    expect(embedding).toMatchObject({ usable: true, next: null })
    expect(answerOf(await ask())).toContain('March 2021')

    const { port } = server
    await server.close()
    expect(answerOf(await ask('away'))).toContain('March 2021')
    await engine.close()
    engine = await open()
    expect(engine.models.state().embedding).toMatchObject({ current: idOf('tiny-embed'), usable: false })
    expect(answerOf(await ask('away-again'))).toContain('March 2021')

    server = await OpenAiServer.start(['tiny', 'tiny-embed'], port)
    await engine.models.findServers()
    expect((await until((state) => state.embedding.usable)).embedding.next).toBeNull()
    server.embedded.length = 0
    expect(answerOf(await ask('back'))).toContain('March 2021')
    expect(server.embedded.length).toBeGreaterThan(0)
  })
})

describe('a language model of a server', () => {
  // Would catch prompts of 4,096 tokens for a model that runs with fewer, whose beginning its server cuts off silently.
  test('is sent no more than it reads beside its answer', async () => {
    server.listed = { max_model_len: 2000 }
    server.behaviour = { kind: 'answer', words: ['The main pump was replaced', ' in March 2021 [1].'] }
    await engine.models.findServers()
    await engine.changeSettings({ models: { language: idOf('tiny') } })
    await ask()
    const sizes = server.chats.map(({ messages, max_tokens: most }) => {
      return estimatedTokens.count(messages.map(({ content }) => content).join('\n')) + most
    })
    expect(Math.max(...sizes)).toBeGreaterThan(1000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2000)
  })

  // Would catch a key in a record, an export, the settings, the state a window is told, or the log.
  test('with a key answers; the key is in its own file and nowhere else', async () => {
    server.key = secret
    const [before] = await engine.models.findServers()
    expect(before).toMatchObject({ needs_key: true, has_key: false, models: [] })
    const [after] = await engine.models.setServerKey(server.url, secret)
    expect(after).toMatchObject({ needs_key: false, has_key: true })
    await engine.changeSettings({ models: { language: idOf('tiny'), embedder: idOf('tiny-embed') } })
    await until((state) => state.embedding.current === idOf('tiny-embed'))
    server.behaviour = { kind: 'answer', words: ['The main pump was replaced', ' in March 2021 [1].'] }
    expect(answerOf(await ask())).toContain('March 2021')
    server.behaviour = { kind: 'status', status: 400, message: `The budget of ${secret} is spent` }
    await ask('spent')
    let exported = ''
    for await (const chunk of engine.exportSessions({ ids: ['s', 'spent'], format: 'bundle' })) {
      if (chunk.type === 'data') exported += Buffer.from(chunk.base64, 'base64').toString('latin1')
    }
    expect(JSON.stringify([exported, logged, engine.getSettings(), engine.models.state()])).not.toContain(secret)
    const store = join(folder, 'store')
    await engine.close()
    const holding: string[] = []
    for (const entry of await readdir(store, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      if ((await readFile(join(entry.parentPath, entry.name))).includes(secret)) holding.push(entry.name)
    }
    expect(holding).toEqual(['server-keys.json'])
    engine = await open()
    await expect(engine.models.setServerKey('http://models.example.org/v1', 'k')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})
