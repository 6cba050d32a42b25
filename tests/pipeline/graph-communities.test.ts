import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import { serverModelId } from '@engine/inference/loopback/loopback-models'
import type { Engine } from '@engine/ports/engine-interface'
import { OpenAiServer } from '../fakes/openai-server'

const resources = resolve(import.meta.dirname, '../../resources')

let folder = ''
let server: OpenAiServer
let engine: Engine

const open = () => createEngine({ folder: join(folder, 'store'), resources })
const model = () => serverModelId(server.url, 'tiny')
const kept = () => readFile(join(folder, 'store', 'graph-communities.json'), 'utf8')
/** It waits for the graph to be quiet. */
const soon = { timeout: 20_000 }
const files = {
  'station.md': '# Station\n\nThe Mirador Station uses Kessel Gauges. Kessel Gauges measure Lake Arden.\n',
  'lake.md':
    '# Lake\n\nLake Arden feeds the Mirador Station. The Mirador Station stands at Lake Arden with Kessel Gauges.\n',
}
const made = 'It has won many international prizes for its outstanding architecture.'
const borneOut = 'Lake Arden feeds the Mirador Station.'

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

async function largest(): Promise<string> {
  const [head] = await engine.graph.communities()
  return head?.id ?? ''
}

// The documents are read once; each test opens a copy of that store.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-described-'))
  await mkdir(join(folder, 'files'))
  engine = await open()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'files', name), text)
  await collect(engine.ingest({ paths: Object.keys(files).map((name) => join(folder, 'files', name)) }))
  await engine.close()
  await rename(join(folder, 'store'), join(folder, 'prepared'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

beforeEach(async () => {
  await cp(join(folder, 'prepared'), join(folder, 'store'), { recursive: true })
  server = await OpenAiServer.start()
  const answer = JSON.stringify({ title: 'Mirador Station and Lake Arden', summary: `${borneOut} ${made}` })
  server.behaviour = { kind: 'answer', words: [answer] }
  engine = await open()
})
afterEach(async () => {
  await engine.close()
  await server.close()
  await rm(join(folder, 'store'), { recursive: true, force: true })
})

test('a model’s title and what is borne out of its summary are there after a restart, and go with a document', async () => {
  const id = await largest()
  const extractive = await engine.graph.describeCommunity(id)
  expect(extractive.summary.by).toBeNull()
  await engine.changeSettings({ models: { language: model() } })
  const described = await engine.graph.describeCommunity(id)
  expect(described).toMatchObject({
    title: 'Mirador Station and Lake Arden',
    summary: { text: borneOut, by: 'tiny', passages: extractive.summary.passages },
  })
  expect(server.chats).toHaveLength(1)
  await engine.close()
  engine = await open()
  expect(await engine.graph.community(id)).toEqual(described)
  expect((await engine.graph.communities())[0]?.title).toBe(described.title)
  expect(server.chats).toHaveLength(1)
  const lake = engine.listDocuments({}).find(({ name }) => name === 'lake.md')?.id ?? ''
  await engine.deleteDocuments([lake])
  await expect.poll(kept, soon).toBe('[]')
  for (const { title } of await engine.graph.communities()) expect(title).not.toBe(described.title)
})

// Would catch a window that goes on to show what a model has written which is no more the chosen one.
test('a summary under the documents’ own title goes from every window with its model', async () => {
  await engine.changeSettings({ models: { language: model() } })
  await expect.poll(() => engine.graph.state().building, soon).toBe(false)
  server.next.push({ kind: 'answer', words: [JSON.stringify({ title: 'Globex', summary: borneOut })] })
  const id = await largest()
  const { title } = await engine.graph.community(id)
  const { version } = engine.graph.state()
  expect(await engine.graph.describeCommunity(id)).toMatchObject({ title, summary: { by: 'tiny' } })
  expect(engine.graph.state().version).toBe(version)
  await engine.changeSettings({ models: { language: null } })
  await expect.poll(() => engine.graph.state().version, soon).toBe(version + 1)
  expect((await engine.graph.community(id)).summary.by).toBeNull()
})

// Would catch a description that holds up a person's question.
test('makes way for a question', async () => {
  await engine.changeSettings({ models: { language: model() } })
  const id = await largest()
  server.next.push({ kind: 'silent' })
  const described = engine.graph.describeCommunity(id)
  await server.asked(1)
  await collect(engine.ask({ question: 'What feeds the Mirador Station?', session_id: 's' }))
  expect(server.left).toBe(1)
  expect((await described).summary.by).toBe('tiny')
})

test('communities are described by themselves behind a reading of the library, and a picture has their titles', async () => {
  await engine.changeSettings({ models: { language: model() }, graph: { model_extraction: true } })
  await expect
    .poll(async () => (await engine.graph.communities())[0]?.title, soon)
    .toBe('Mirador Station and Lake Arden')
  // Otherwise a window would read its picture again and again, or never.
  await expect
    .poll(async () => (await engine.graph.picture({ limit: 1 })).version - engine.graph.state().version, soon)
    .toBe(0)
  const { communities } = await engine.graph.picture({ limit: 100 })
  expect(communities[0]?.title).toBe('Mirador Station and Lake Arden')
})
