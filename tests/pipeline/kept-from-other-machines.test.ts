import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AskInput } from '@shared/api/api'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { OpenAiServer } from '../fakes/openai-server'

/** A server that Cairn has to hold for another machine; what is sent to it is taken to the stand-in. */
const address = 'https://models.example/v1'
const elsewhere = 'server:models.example/tiny'
const resources = resolve(import.meta.dirname, '../../resources')
const question = 'What does the vault in Tarnwick hold?'
/** Of the confidential document: each sentence, its names, and the one fact. */
const kept = [/nine hundred silver/iu, /Orla Venn/u, /vault-ledger/iu, /Ledger of the Deep Vault/iu, /银币/u]

let folder = ''
let engine: Engine
let server: OpenAiServer
let secretId = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-elsewhere-'))
  const files = join(folder, 'files')
  await mkdir(files)
  await writeFile(
    join(files, 'vault-ledger.md'),
    '# Ledger of the Deep Vault\n\nThe vault in Tarnwick holds nine hundred silver coins. Its watchman is Orla Venn.\n\n金库里存有九百枚银币。\n',
  )
  await writeFile(
    join(files, 'town.md'),
    '# Tarnwick\n\nThe vault in Tarnwick was dug in 1702. The vault in Tarnwick holds old maps as well.\n',
  )
  await writeFile(join(files, 'ferry.md'), '# Ferry\n\nThe ferry to Tarnwick leaves at six every morning.\n')
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  for await (const event of engine.ingest({ paths: [files] })) expect(event.type).not.toBe('error')
  secretId = engine.listDocuments({}).find(({ name }) => name === 'vault-ledger.md')?.id ?? ''
  server = await OpenAiServer.start(['tiny'])
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (target: URL | string, init?: RequestInit) => {
    const url = new URL(String(target))
    return url.host === 'models.example'
      ? plain(`http://127.0.0.1:${server.port}${url.pathname}`, init)
      : plain(target, init)
  })
  await engine.updateDocuments({ ids: [secretId], add_tags: ['confidential'] })
  const models = { servers: [address], allowed_hosts: ['models.example'], language: elsewhere }
  await engine.changeSettings({ models: { ...models, tasks: { judge: { model: elsewhere, deadline_ms: null } } } })
}, 300_000)
afterAll(async () => {
  await engine.close()
  await server.close()
  vi.unstubAllGlobals()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.chats.length = 0
  server.behaviour = { kind: 'answer', words: ['It was', ' dug in 1702 [1].'] }
})

async function ask(asked: string, session_id: string, more: Partial<AskInput> = {}): Promise<CairnEvent[]> {
  const events: CairnEvent[] = []
  for await (const event of engine.ask({ question: asked, session_id, search_anyway: true, ...more }))
    events.push(event)
  return events
}
const final = (events: readonly CairnEvent[]) => {
  const last = events.at(-1)
  if (last?.type !== 'final') throw new Error(`The turn ended in ${last?.type ?? 'nothing'}.`)
  return last
}
const sent = () => server.chats.flatMap(({ messages }) => messages.map(({ content }) => content)).join('\n')
const expectNothingKept = () => {
  for (const words of kept) expect(sent()).not.toMatch(words)
}

describe('a language model on another machine', () => {
  // Would catch a passage of a confidential document in the prompt, and an answer that hides that something was left out of it.
  test('is given the other passages alone, and the answer says how many were kept back', async () => {
    const { response, model } = final(await ask(question, 'first'))
    expect(model).toBe('tiny')
    expect(sent()).toContain('dug in 1702')
    expectNothingKept()
    expect(response).toMatch(/1 confidential passage was kept back from tiny/u)
    const blocks = (await engine.getSession('first')).context_blocks
    expect(blocks.flatMap(({ decision }) => decision?.reason ?? [])).toContain('kept_back')
  })

  test('is not asked where all that was found is confidential: rules quote it here, and say why', async () => {
    const events = await ask(question, 'all-kept', { filter: { documents: [secretId] } })
    expect(final(events).response).toContain('Orla Venn')
    expect(JSON.stringify(events)).toContain('model_kept_back')
    expectNothingKept()
  })

  // Would catch what an earlier answer said going along as conversation, as a rewritten question or in a title.
  test('is not told what was answered from it before, nor what "she" then stands for', async () => {
    await ask('Who is the watchman of the vault?', 'talk', { model: 'rules' })
    await ask('Where does she live in Tarnwick?', 'talk')
    await ask('And when was the vault in Tarnwick dug?', 'talk')
    expect(server.chats.length).toBeGreaterThan(0)
    expectNothingKept()
  })

  test('is not sent its words by whoever asks: a question that quotes it loses the quotation', async () => {
    await ask(
      'When was the vault dug? My note says: "The vault in Tarnwick holds nine hundred silver coins."',
      'quoted',
    )
    expect(sent()).toContain('[kept back]')
    expectNothingKept()
  })

  test('does no research in it', async () => {
    const { id } = await engine.research.start({ goal: question, locale: 'en', at_once: true })
    for await (const event of engine.research.follow(id, -1)) void event
    const run = await engine.research.get(id)
    if (run.header.state === 'waiting') {
      await engine.research.run(id)
      for await (const event of engine.research.follow(id, -1)) void event
    }
    expect(JSON.stringify(await engine.research.get(id))).toContain('nine hundred silver')
    expectNothingKept()
  })

  test('reads all again once nothing is confidential, and nothing of it when it is marked again', async () => {
    await engine.updateDocuments({ ids: [secretId], remove_tags: ['confidential'] })
    expect(final(await ask(question, 'open')).response).not.toContain('kept back')
    expect(sent()).toContain('nine hundred silver')
    await engine.updateDocuments({ ids: [secretId], add_tags: ['机密'] })
    server.chats.length = 0
    await ask(question, 'open')
    await ask(question, 'closed')
    expect(sent()).toContain('1702')
    expectNothingKept()
  })
})

// Would catch a trace that is given away with what a model of this machine, or a search, was asked.
test('a trace with its words is exported without those of confidential documents', async () => {
  await engine.changeSettings({ diagnostics: { traces: true, trace_text: true } })
  const events = await ask('Does the vault in Tarnwick hold nine hundred silver coins?', 'traced', { model: 'rules' })
  expect(final(events).response).toContain('nine hundred silver')
  let exported = ''
  for await (const line of engine.diagnostics.exportTraces({ query: { limit: 1 }, with_text: true })) exported += line
  expect(exported).toContain('.text')
  expect(exported).not.toMatch(/Orla Venn|watchman is|银币/u)
})
