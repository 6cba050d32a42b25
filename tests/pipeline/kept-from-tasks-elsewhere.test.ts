import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AskInput } from '@shared/api/api'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { OpenAiServer } from '../fakes/openai-server'
import { evidenceItem, refTo } from '../support/research/sample-run'
import { elsewhere, modelElsewhere, sentTo, serverElsewhere } from '../support/server-elsewhere'

const resources = resolve(import.meta.dirname, '../../resources')
/** Of the confidential documents, in both languages, and of a note in the user's own words that rests on one. */
const kept = [/nine hundred silver/iu, /Orla Venn/u, /九百枚银币/u, /沈知秋/u, /forty-four rubies/iu]

let folder = ''
let engine: Engine
let server: OpenAiServer
let secretIds: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-tasks-'))
  const files = join(folder, 'files')
  await mkdir(files)
  const texts = {
    'vault.md': '# Deep Vault\n\nThe vault in Tarnwick holds nine hundred silver coins. Its watchman is Orla Venn.\n',
    '金库.md': '# 金库\n\n塔恩维克的金库里存有九百枚银币，看守人是沈知秋。\n',
    'town.md': '# Tarnwick\n\nThe vault in Tarnwick was dug in 1702. Mina Karr built the ferry house in Tarnwick.\n',
    '渡口.md': '# 渡口\n\n塔恩维克的金库建于1702年。渡口由林远山修建。\n',
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(files, name), text)
  server = await serverElsewhere(['tiny'])
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  for await (const { type } of engine.ingest({ paths: [files] })) expect(type).toBe('progress')
  secretIds = ['vault.md', '金库.md'].flatMap((name) => idOf(name))
  await engine.updateDocuments({ ids: secretIds, add_tags: ['confidential'] })
  const tasks = { judge: { model: modelElsewhere('tiny'), deadline_ms: null } }
  const models = { servers: [elsewhere.address], allowed_hosts: [elsewhere.host], language: modelElsewhere('tiny') }
  await engine.changeSettings({ models: { ...models, tasks } })
}, 120_000)
afterAll(async () => {
  await engine.close()
  await server.close()
  vi.unstubAllGlobals()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.chats.length = 0
  server.behaviour = { kind: 'answer', words: ['It was dug', ' in 1702 [1].'] }
})

const idOf = (name: string) => engine.listDocuments({}).flatMap((one) => (one.name === name ? [one.id] : []))

async function ask(question: string, session_id: string, more: Partial<AskInput> = {}): Promise<string> {
  for await (const event of engine.ask({ question, session_id, ...more })) {
    if (event.type === 'final') return event.response
  }
  throw new Error('The turn has no end.')
}
/** What the server was asked to do, by the names of the forms it was to answer in. */
const asked = (task: string) =>
  server.chats.filter(({ response_format: form }) => JSON.stringify(form ?? {}).includes(`"name":"${task}"`))

function expectNothingKept(): void {
  for (const words of kept) expect(sentTo(server)).not.toMatch(words)
}

describe('on another machine', () => {
  // Would catch the reading for the graph, which goes through whole documents, as a way round the passages of an answer.
  test('the graph is read from the other documents alone, and from all once nothing is confidential', async () => {
    server.behaviour = { kind: 'answer', words: ['{"entities":[],"relations":[]}'] }
    await engine.changeSettings({ graph: { model_extraction: true } })
    const isRead = (total: number) => ({ state: 'done', done: total, total })
    await expect.poll(() => engine.graph.state().extraction, { timeout: 60_000 }).toMatchObject(isRead(2))
    expect(sentTo(server)).toMatch(/Mina Karr[^]*林远山|林远山[^]*Mina Karr/u)
    expectNothingKept()
    await engine.updateDocuments({ ids: idOf('金库.md'), remove_tags: ['confidential'] })
    await expect.poll(() => engine.graph.state().extraction, { timeout: 60_000 }).toMatchObject(isRead(3))
    expect(sentTo(server)).toContain('沈知秋')
    await engine.updateDocuments({ ids: idOf('金库.md'), add_tags: ['confidential'] })
    await engine.changeSettings({ graph: { model_extraction: false } })
  })

  // Would catch upkeep after a turn, which sends the whole answer or the whole chat for a judgement or a summary.
  test.each([
    ['en', 'Who is the watchman of the vault in Tarnwick?', 'Who built the ferry house in Tarnwick?', /Orla Venn/u],
    ['zh', '塔恩维克金库的看守人是谁？', '塔恩维克的渡口由谁修建？', /沈知秋/u],
  ])(
    'no second opinion and no summary is asked for a chat that rests on it: %s',
    async (name, secret, open, answer) => {
      const [hidden, shown] = [`hidden-${name}`, `shown-${name}`]
      for (let turn = 0; turn < 21; turn += 1) {
        await ask('Hi', hidden, { model: 'rules' })
        await ask('Hello', shown, { model: 'rules' })
      }
      const own = { documents: secretIds }
      expect(await ask(secret, hidden, { model: 'rules', search_anyway: true, filter: own })).toMatch(answer)
      server.behaviour = { kind: 'answer', words: ['It is', ' very deep [1].'] }
      await ask(secret, hidden, { search_anyway: true })
      server.behaviour = { kind: 'answer', words: ['It was built', ' long ago [1].'] }
      const others = { documents: [...idOf('town.md'), ...idOf('渡口.md')] }
      await ask(open, shown, { search_anyway: true, filter: others })
      await expect.poll(() => asked('summary').length, { timeout: 60_000 }).toBeGreaterThan(0)
      expect(JSON.stringify(asked('judge'))).toContain('long ago')
      expect(JSON.stringify(asked('summary'))).toContain('Hello')
      expect(JSON.stringify([asked('judge'), asked('summary')])).not.toMatch(/very deep|\bHi\b/u)
      expectNothingKept()
    },
  )

  // Would catch one's own words about a confidential document, in which no sentence of it is found again.
  test('a note that rests on it is kept back with it', async () => {
    const { id } = await engine.notes.create('Vault diary')
    const text = 'The vault in Tarnwick holds nine hundred silver coins.'
    const source = { ...evidenceItem(1, text), document_id: secretIds[0] ?? '' }
    const said = 'The lowest chest under the ferry house holds forty-four rubies [1].'
    await engine.notes.add(id, { kind: 'answer', text: said, sources: [source], refs: [refTo(source)], from: {} })
    await engine.notes.useAsEvidence(id, true)
    const isReady = () => engine.listDocuments({ statuses: ['ready'] }).some(({ format }) => format === 'notes')
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    const notes = { documents: idOf('Vault diary.cairn-notes') }
    const question = 'What does the lowest chest under the ferry house hold?'
    expect(await ask(question, 'note', { search_anyway: true, filter: notes })).toContain('forty-four rubies')
    await ask(question, 'note-and-town', { search_anyway: true })
    expect(server.chats.length).toBeGreaterThan(0)
    expectNothingKept()
  })

  // Would catch a report that hides that its model did not read everything.
  test.each([
    ['What does the vault in Tarnwick hold?', 'en', /passages? (?:was|were) kept back from tiny/u],
    ['塔恩维克的金库里存有什么？', 'zh', /没有交给在另一台机器上运行的 tiny/u],
  ] as const)('a report says how many passages its model did not get: %s', async (goal, locale, told) => {
    const { id } = await engine.research.start({ goal, locale, at_once: true })
    for await (const event of engine.research.follow(id, -1)) void event
    if ((await engine.research.get(id)).header.state === 'waiting') {
      await engine.research.run(id)
      for await (const event of engine.research.follow(id, -1)) void event
    }
    const { report } = await engine.research.get(id)
    expect(JSON.stringify(report)).toMatch(locale === 'en' ? /nine hundred silver/u : /九百枚银币/u)
    expect(report?.not_read.map(({ text }) => text).join('\n')).toMatch(told)
    expectNothingKept()
  })
})
