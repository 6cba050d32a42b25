import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createRouter } from '@engine/api/router'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { TurnSlots } from '@shells/answers/turn-slots'
import { headlessActions } from '@shells/headless-actions'
import { createMcpServer } from '@shells/mcp/mcp-server'

const resources = resolve(import.meta.dirname, '../../resources')
const question = 'What does the vault in Tarnwick hold?'
let folder = ''
let engine: Engine
let client: Client
let secretId = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-kept-'))
  const files = join(folder, 'files')
  await mkdir(files)
  await writeFile(join(files, 'vault.md'), '# Vault\n\nThe vault in Tarnwick holds nine hundred silver coins.\n')
  await writeFile(join(files, 'ferry.md'), '# Ferry\n\nThe ferry to Tarnwick leaves at six every morning.\n')
  await writeFile(join(files, 'coins.csv'), 'coin,weight\nthaler,28\nguilder,10\n')
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  for await (const event of engine.ingest({ paths: [files] })) expect(event.type).not.toBe('error')
  const record = engine.listDocuments({}).find(({ name }) => name === 'vault.md')
  secretId = record?.id ?? ''
  const api = createRouterClient(createRouter(engine, headlessActions(engine, '/nowhere')))
  const [near, far] = InMemoryTransport.createLinkedPair()
  await createMcpServer({ engine: () => Promise.resolve(api), slots: new TurnSlots(2) }).connect(far)
  client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
})
afterAll(async () => {
  await client.close()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function all(events: AsyncIterable<CairnEvent>): Promise<string> {
  const texts: string[] = []
  for await (const event of events) texts.push(JSON.stringify(event))
  return texts.join('\n')
}
const told = async (name: string, args: Record<string, unknown>) =>
  JSON.stringify(await client.callTool({ name, arguments: args }))
const mark = (tags: { add_tags?: string[]; remove_tags?: string[] }) =>
  engine.updateDocuments({ ids: [secretId], ...tags })

/** Everything a program may ask, as text. */
async function asked(): Promise<Record<string, string>> {
  return {
    ask: await told('ask', { question }),
    list: await told('list_documents', {}),
    search: await told('search', { query: question }),
    read: await told('read_passage', { document: secretId }),
    resources: JSON.stringify(await client.listResources()),
    graph: await told('graph_neighbours', { name: 'Tarnwick' }),
    table: await told('table_query', { table: 'coins.csv', select: [{ column: 'coin' }] }),
    aside: await all(engine.askAside({ question })),
  }
}

// Would catch a way for an assistant, which may send on what it reads, to a document that its owner marked.
test('what is marked as confidential is for other programs as if it were not there, and only for them', async () => {
  const before = await asked()
  for (const way of ['ask', 'search', 'read', 'aside']) expect(before[way], way).toContain('silver')
  for (const way of ['list', 'resources']) expect(before[way], way).toContain('vault.md')

  await mark({ add_tags: ['机密'] })
  const now = await asked()
  for (const [way, text] of Object.entries(now)) {
    expect(text, way).not.toContain('silver')
    expect(text, way).not.toContain('vault.md')
  }
  expect(now['list']).toContain('ferry.md')
  expect(now['list']).toContain('1 document is marked as confidential')
  for (const way of ['graph', 'table']) expect(now[way], way).toContain('kept from other programs')
  expect(await told('ask', { question: 'When does the ferry to Tarnwick leave?' })).toContain('six')
  // The person's own chats are what they were.
  expect(await all(engine.ask({ question }))).toContain('silver')

  await mark({ remove_tags: ['机密'] })
  expect((await asked())['ask']).toContain('silver')
})
