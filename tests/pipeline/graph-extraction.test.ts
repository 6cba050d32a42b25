import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { ExtractionState } from '@shared/graph'
import { createEngine } from '@engine/engine'
import { serverModelId } from '@engine/inference/loopback/loopback-models'
import type { Engine } from '@engine/ports/engine-interface'
import { OpenAiServer } from '../fakes/openai-server'

const resources = resolve(import.meta.dirname, '../../resources')
/** No pattern of rules reads a relation in it. */
const sentence = 'Maria Holt spent her whole working life at the Ellerby Observatory.'
const chinese = '林黛玉从小寄居在荣国府。'

let folder = ''
let server: OpenAiServer
let engine: Engine

// The documents are read once; each test opens a copy of that store in the same place.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-extraction-'))
  await mkdir(join(folder, 'files'))
  engine = await open()
  await add({
    'holt.md': `# Maria Holt\n\nShe kept bees.\n\n${sentence}\n`,
    'roof.md': '# Roof\n\nThe Ellerby Observatory has a copper roof.\n',
    '红楼梦.md': `# 红楼梦\n\n${chinese}\n`,
  })
  await engine.close()
  await rename(join(folder, 'store'), join(folder, 'prepared'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

beforeEach(async () => {
  await cp(join(folder, 'prepared'), join(folder, 'store'), { recursive: true })
  server = await OpenAiServer.start()
  server.behaviour = { kind: 'answer', words: [answer] }
  engine = await open()
})
afterEach(async () => {
  await engine.close()
  await server.close()
  await rm(join(folder, 'store'), { recursive: true, force: true })
})

/** What the model always says: some of it stands in no document, and one relation joins names no passage has together. */
const answer = JSON.stringify({
  entities: [
    { name: 'Maria Holt', type: 'person' },
    { name: 'Ellerby Observatory', type: 'place' },
    { name: 'Globex Corporation', type: 'organisation' },
    { name: '林黛玉', type: 'person' },
    { name: '荣国府', type: 'place' },
  ],
  relations: [
    { source: 'Maria Holt', relation: 'related_to', target: 'Ellerby Observatory', sentence: 2 },
    { source: 'Globex Corporation', relation: 'uses', target: 'Ellerby Observatory', sentence: 1 },
    { source: 'Maria Holt', relation: 'uses', target: '荣国府', sentence: 1 },
    { source: '林黛玉', relation: 'related_to', target: '荣国府', sentence: 1 },
  ],
})

const open = () => createEngine({ folder: join(folder, 'store'), resources })
const model = () => serverModelId(server.url, 'tiny')

async function add(files: Readonly<Record<string, string>>): Promise<void> {
  const paths = Object.keys(files).map((name) => join(folder, 'files', name))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'files', name), text)
  await collect(engine.ingest({ paths }))
}

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

const switchOn = () => engine.changeSettings({ models: { language: model() }, graph: { model_extraction: true } })

/** Resolves with the first state that windows are told of and that fits. */
async function until(fits: (state: ExtractionState) => boolean): Promise<ExtractionState> {
  const leave = new AbortController()
  try {
    for await (const change of engine.watch(leave.signal)) {
      const graph = change.type === 'graph' || change.type === 'snapshot' ? change.graph : undefined
      if (graph?.extraction && fits(graph.extraction)) return graph.extraction
    }
  } finally {
    leave.abort()
  }
  throw new Error('The engine ended before.')
}

const read = (all: number) => until(({ state, done, total }) => state === 'done' && done === all && total === all)
const entity = async (name: string) => {
  const [hit] = await engine.graph.search(name, 1)
  return hit?.name === name ? engine.graph.entity(hit.id) : undefined
}
const related = async (name: string) =>
  (await entity(name))?.statements.flatMap(({ relation, other, passages }) =>
    relation === 'related_to' ? [[other.name, passages.map(({ text }) => text)]] : [],
  )
const records = async () =>
  (await readdir(join(folder, 'store', 'graph'))).filter((name) => name.endsWith('.model')).length
const idOf = (name: string) => engine.listDocuments({}).find((document) => document.name === name)?.id ?? ''

describe('a language model’s reading of the library', () => {
  test('puts on an entity’s card what only it can state, with the document’s own sentence, and nothing it made up', async () => {
    expect(await related('Maria Holt')).toEqual([])
    expect(engine.graph.state().extraction).toMatchObject({ state: 'off' })
    await switchOn()
    const state = await read(3)
    expect(state).toMatchObject({ model: { id: model(), name: 'tiny' }, error: null })
    expect(await related('Maria Holt')).toEqual([['Ellerby Observatory', [sentence]]])
    expect(await related('林黛玉')).toEqual([['荣国府', [chinese]]])
    expect(await entity('Globex Corporation')).toBeUndefined()
    const { statements = [] } = (await entity('Ellerby Observatory')) ?? {}
    expect(statements.filter(({ relation }) => relation === 'uses')).toEqual([])
  })

  // Would catch records that are not read beside the shares, and a run that begins from nothing.
  test('is there again after a restart, and no passage is asked about twice', async () => {
    await switchOn()
    await read(3)
    await engine.close()
    server.chats.length = 0
    engine = await open()
    await read(3)
    expect(await related('Maria Holt')).toEqual([['Ellerby Observatory', [sentence]]])
    expect(server.chats).toEqual([])
    await add({ 'new.md': '# News\n\nMaria Holt died in Madeley.\n' })
    await read(4)
    const shown = server.chats.flatMap(({ messages }) => messages.map(({ content }) => content)).join('\n')
    expect(shown).toContain('Madeley')
    expect(shown).not.toContain('Ellerby')
  })

  test('goes with its document, file and all', async () => {
    await switchOn()
    await read(3)
    expect(await records()).toBe(3)
    await engine.deleteDocuments([idOf('holt.md')])
    await read(2)
    expect(await related('Ellerby Observatory')).toEqual([])
    expect(await records()).toBe(2)
  })

  // Would catch a record in which the names of a replaced text live on.
  test('says nothing any more of a text that was replaced, and reads the new one', async () => {
    await switchOn()
    await read(3)
    await add({ 'holt.md': '# Maria Holt\n\nShe kept bees, then moved to Madeley.\n' })
    await expect.poll(() => server.chats.some((chat) => JSON.stringify(chat).includes('Madeley'))).toBe(true)
    await read(3)
    expect(await related('Ellerby Observatory')).toEqual([])
    const record = join(folder, 'store', 'graph', `${encodeURIComponent(idOf('holt.md'))}.model`)
    expect(await readFile(record, 'utf8')).not.toContain('Ellerby')
  })

  test('asks nothing while it is switched off, without a model, or where rules are to do it', async () => {
    await engine.changeSettings({ models: { language: model() } })
    await engine.changeSettings({ graph: { model_extraction: true }, models: { language: null } })
    await expect(engine.graph.extraction.resume()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await engine.changeSettings({
      models: { language: model(), tasks: { extraction: { model: 'rules', deadline_ms: null } } },
    })
    expect(engine.graph.extraction.state()).toMatchObject({ state: 'off', model: null })
    await engine.close()
    engine = await open()
    await engine.graph.communities()
    expect(engine.graph.extraction.state()).toMatchObject({ state: 'off', model: null })
    expect(server.chats).toEqual([])
    expect(await records()).toBe(0)
  })

  test('stops when it is switched off, and a person may go on all the same', async () => {
    server.behaviour = { kind: 'silent' }
    await switchOn()
    await server.asked(1)
    await engine.changeSettings({ graph: { model_extraction: false } })
    await until(({ state }) => state === 'off')
    await server.clientsLeft(1)
    server.behaviour = { kind: 'answer', words: [answer] }
    await engine.graph.extraction.resume()
    await read(3)
    expect(await related('Maria Holt')).toHaveLength(1)
  })

  // Would catch a person's question that waits until a passage has been read.
  test('makes way for a question, and goes on behind it', async () => {
    server.behaviour = { kind: 'silent' }
    await switchOn()
    await server.asked(1)
    server.behaviour = { kind: 'answer', words: [answer] }
    await collect(engine.ask({ question: 'Who is Maria Holt?', session_id: 's' }))
    expect(server.left).toBe(1)
    await read(3)
  })
})
