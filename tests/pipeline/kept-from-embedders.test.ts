import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { ModelsState } from '@shared/models/models'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { OpenAiServer } from '../fakes/openai-server'
import { elsewhere, modelElsewhere, sentTo, serverElsewhere } from '../support/server-elsewhere'

const resources = resolve(import.meta.dirname, '../../resources')
/** Of the confidential documents, the one in an archive among them. */
const kept = [/nine hundred silver/iu, /Orla Venn/u, /银币/u, /twelve brass keys/iu]

let folder = ''
let engine: Engine
let server: OpenAiServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-embedders-'))
  await mkdir(join(folder, 'files'))
  const vault = 'The vault in Tarnwick holds nine hundred silver coins. Its watchman is Orla Venn.'
  await add('vault.md', `# Ledger of the Deep Vault\n\n${vault}\n\n金库里存有九百枚银币。\n`, false)
  await add('ferry.md', '# Ferry\n\nThe ferry to Tarnwick leaves at six every morning.\n', false)
  server = await serverElsewhere(['tiny-embed'])
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  for await (const { type } of engine.ingest({ paths: [join(folder, 'files')] })) expect(type).toBe('progress')
  await mark('vault.md')
}, 120_000)
afterAll(async () => {
  await engine.close()
  await server.close()
  vi.unstubAllGlobals()
  await rm(folder, { recursive: true, force: true })
})

async function add(name: string, text: string, read = true): Promise<void> {
  await writeFile(join(folder, 'files', name), text)
  if (!read) return
  for await (const { type } of engine.ingest({ paths: [join(folder, 'files', name)] })) expect(type).toBe('progress')
}

const recordOf = (name: string) => engine.listDocuments({}).find((record) => record.name === name)
const vectorsOf = (name: string) => recordOf(name)?.live?.vectors
const mark = (name: string) => engine.updateDocuments({ ids: [recordOf(name)?.id ?? ''], add_tags: ['机密'] })
const unmark = (name: string) => engine.updateDocuments({ ids: [recordOf(name)?.id ?? ''], remove_tags: ['机密'] })

async function until(fits: (state: ModelsState) => boolean): Promise<void> {
  const left = new AbortController()
  for await (const change of engine.watch(left.signal)) {
    const state = change.type === 'models' ? change.models : change.type === 'snapshot' ? change.models : undefined
    if (state && fits(state)) left.abort()
  }
}

async function ask(question: string): Promise<CairnEvent[]> {
  const events: CairnEvent[] = []
  for await (const event of engine.ask({ question, search_anyway: true })) events.push(event)
  return events
}

function expectNothingKept(): void {
  for (const words of kept) expect(sentTo(server)).not.toMatch(words)
}

// Would catch a library that is sent whole the moment somebody chooses an embedder of another machine.
test('an embedder of another machine makes the vectors of all but the confidential documents', async () => {
  const embedder = modelElsewhere('tiny-embed')
  await engine.changeSettings({ models: { servers: [elsewhere.address], allowed_hosts: [elsewhere.host] } })
  await engine.models.findServers()
  await engine.changeSettings({ models: { embedder } })
  await until(({ embedding }) => embedding.current === embedder && embedding.next === null)
  expect(sentTo(server)).toContain('leaves at six')
  expectNothingKept()
  expect([vectorsOf('ferry.md'), vectorsOf('vault.md')]).toEqual([undefined, 'waiting'])
})

// Would catch an answer that has become silent about them, and a question that carries out what it quotes.
test('words still find them, the answer says that not all was searched by meaning, and the question goes without what it quotes', async () => {
  server.embedded.length = 0
  const events = await ask(
    '"The vault in Tarnwick holds nine hundred silver coins" - who is the watchman of the vault?',
  )
  const final = events.at(-1)
  expect(final?.type === 'final' ? final.response : '').toContain('Orla Venn')
  expect(JSON.stringify(events)).toContain('vectors_missing')
  expect(server.embedded.length).toBeGreaterThan(0)
  expectNothingKept()
  expect(sentTo(server)).toContain('[kept back]')
})

// Would catch a mark that only holds for documents that were there before, and vectors that never come.
test('a new document is sent until it is marked, and a marked one as soon as the mark is gone', async () => {
  await add('keys.md', '# Keys\n\nThe porter of Tarnwick has a bunch of keys.\n')
  await expect.poll(() => vectorsOf('keys.md'), { timeout: 30_000 }).toBeUndefined()
  expect(sentTo(server)).toContain('bunch of keys')
  await mark('keys.md')
  server.embedded.length = 0
  await add('keys.md', '# Keys\n\nThe porter of Tarnwick has twelve brass keys, and a bell.\n')
  await add('mill.md', '# Mill\n\nThe mill of Tarnwick grinds barley.\n')
  await expect.poll(() => vectorsOf('mill.md'), { timeout: 30_000 }).toBeUndefined()
  expect(sentTo(server)).toContain('grinds barley')
  expectNothingKept()
  expect([vectorsOf('keys.md'), vectorsOf('vault.md')]).toEqual(['waiting', 'waiting'])

  await unmark('vault.md')
  await expect.poll(() => vectorsOf('vault.md'), { timeout: 30_000 }).toBeUndefined()
  expect(sentTo(server)).toMatch(/nine hundred silver[^]*银币/u)
  expect(sentTo(server)).not.toContain('twelve brass')
  expect(vectorsOf('keys.md')).toBe('waiting')
})
