import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { ModelsState } from '@shared/models/models'
import { writeTinyCrossEncoder } from '../../bench/tiny-models/tiny-cross-encoder'
import { writeTinyEncoder } from '../../bench/tiny-models/tiny-encoder'
import { chatMlTemplate, writeTinyGguf } from '../../bench/tiny-models/tiny-gguf'
import { createEngine } from '@engine/engine'
import { forkHost } from '@engine/inference/supervision/fork-host'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { openOnnxEmbedder } from '@engine/inference/onnx/onnx-embedder'
import { titleFromName } from '@engine/ingest/files/file-name'
import { embeddedText } from '@engine/ports/models/embedded-text'
import type { Engine } from '@engine/ports/engine-interface'
import { builtEntry } from '../built-entry'
import { outline } from '../fakes/pipeline-rooms'

const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
const documents = {
  'pumps.md': 'The main pump was replaced in March 2021. It moves 40 litres per second.',
  'levels.md': 'The water level of the reservoir is measured every 15 minutes by a radar gauge.',
  'spare.md': 'A spare pump for the reservoir was bought in 2022. It is stored in the cellar.',
  'rota.md': 'The night shift begins at ten. The person on duty checks the pump, the pump room and the pump log.',
}
const builtIn = createHashedNgramEmbedder().id
const question = 'When was the main pump replaced?'
const compound = 'When was the main pump replaced and how often is the water level measured?'
const parts = ['When was the main pump replaced?', 'How often is the water level of the reservoir measured?']
const said = 'The main pump was replaced in March 2021 [1]. It was painted gold by seven sailors in Norway [1].'
const understood = JSON.stringify({
  standalone: compound,
  parts,
  queries: ['main pump replacement date'],
  intents: [{ kind: 'KB', topic: '', confidence: 0.95 }],
})
const toStage8 = ['session', '1>', '1 done', '2>', '3>', '2 done', '3 done', '4>', '4 done', '5>', '5 done']
const written = [
  '6>',
  '6 done',
  '7>',
  '7 done',
  '8>',
  'stage_wait',
  'first_token',
  'token',
  'evidence',
  'token',
  '8 done',
  'critic',
]

/** Models, and an engine that has read the documents: starting it and looking into a model take seconds. */
let models = ''
let folder = ''
let engine: Engine
const processes: number[] = []
const added = new Map<string, string>()

beforeAll(async () => {
  models = await mkdtemp(join(tmpdir(), 'cairn-tiny-models-'))
  await writeTinyGguf(join(models, 'sayer.gguf'), {
    script: said,
    json: spaced(understood),
    chatTemplate: chatMlTemplate,
  })
  await writeTinyEncoder(join(models, 'tiny-encoder'))
  await writeTinyCrossEncoder(join(models, 'tiny-cross'))
  folder = await mkdtemp(join(tmpdir(), 'cairn-models-'))
  await mkdir(join(folder, 'files'))
  for (const [name, text] of Object.entries(documents)) await writeFile(join(folder, 'files', name), text)
  engine = await createEngine({
    folder: join(folder, 'store'),
    resources,
    forkHost: (_entry, _role, log) => {
      const host = forkHost(builtEntry('inference-host'), log)
      if (host.pid !== undefined) processes.push(host.pid)
      return host
    },
  })
  await engine.changeSettings({ models: { threads: 1, tasks: { understand: { model: null, deadline_ms: 30_000 } } } })
  await collect(engine.ingest({ paths: [join(folder, 'files')] }))
})

afterAll(async () => {
  await engine.close()
  for (const made of [models, folder]) await rm(made, { recursive: true, force: true, maxRetries: 5 })
})

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

const ask = (asked: string, session = 's') => collect(engine.ask({ question: asked, session_id: session }))
const final = (events: readonly CairnEvent[]) => events.find((event) => event.type === 'final')
const tokensOf = (events: readonly CairnEvent[]) =>
  events.flatMap((event) => (event.type === 'token' ? [event.content] : []))
const stage = (events: readonly CairnEvent[], number: number) =>
  events.find((event) => event.type === 'stage_end' && event.stage === number) as Extract<
    CairnEvent,
    { type: 'stage_end' }
  >
const lastTurn = async (session = 's') => (await engine.getSession(session)).session.turns?.at(-1)

/** Every document a session's last question found, the best first, whether or not it was near enough. */
async function ranking(session: string): Promise<string[]> {
  const { evidences } = await engine.getSession(session)
  const { found = [], dropped = [] } = (await lastTurn(session)) ?? {}
  const titleOf = (text = '') => titleFromName(Object.entries(documents).find(([, one]) => one === text)?.[0] ?? '')
  return [
    ...found.map(({ evidence_id: id, score }) => ({ title: titleOf(evidences[id]?.content), score })),
    ...dropped.map(({ document_title: title, score }) => ({ title, score })),
  ]
    .toSorted((a, b) => b.score - a.score)
    .map(({ title }) => title)
}

/** As a grammar writes JSON: a space after each comma and colon. */
function spaced(json: string): string {
  return json.replace(/([,:])(?=["[{\d])/gu, '$1 ')
}

/** Adds a model unless another test has. */
async function add(name: string): Promise<string> {
  const known = added.get(name)
  if (known !== undefined && engine.models.state().installed.some(({ id }) => id === known)) return known
  const { id, problem } = await engine.models.add([join(models, name)])
  expect(problem).toBeNull()
  added.set(name, id)
  return id
}

/** Resolves with the first state of the models that fits. */
async function until(fits: (state: ModelsState) => boolean): Promise<ModelsState> {
  const leave = new AbortController()
  try {
    for await (const change of engine.watch(leave.signal)) {
      const state = change.type === 'models' ? change.models : change.type === 'snapshot' ? change.models : undefined
      if (state && fits(state)) return state
    }
  } finally {
    leave.abort()
  }
  throw new Error('The engine ended before.')
}

const searchedWith =
  (id: string) =>
  ({ embedding: { current, usable, next } }: ModelsState) =>
    current === id && usable && next === null

describe('a language model in the whole pipeline', () => {
  beforeAll(async () => {
    const id = await add('sayer.gguf')
    await engine.changeSettings({ models: { language: id } })
    await engine.models.load(id)
  })

  afterAll(() => engine.changeSettings({ models: { language: null } }))

  // Would catch an answer that comes in one piece, evidence after its mark, and events out of their order.
  test('writes token by token, in the order of events, and is judged', async () => {
    const events = await ask(question)
    expect(outline(events)).toEqual([...toStage8, ...written, 'final'])
    const tokens = tokensOf(events)
    expect(tokens.length).toBeGreaterThan(4)
    expect(tokens.join('')).toBe(final(events)?.response)
    expect(final(events)).toMatchObject({ response: said, model: 'sayer' })
    expect(final(events)?.usage.completion_tokens).toBeGreaterThan(10)
    expect(stage(events, 8).summary_notes).toContainEqual({ key: 'written_by', values: { model: 'sayer' } })
    const critic = events.find((event) => event.type === 'critic')
    expect(critic?.sentences.map(({ verdict }) => verdict)).toEqual(['supported', 'unsupported'])
    const evidence = events.find((event) => event.type === 'evidence')
    expect(evidence?.items.map(({ document_name: name }) => name)).toEqual(['pumps.md'])
  })

  // Would catch a grammar that llama.cpp does not take, and a reply that is asked for but never used.
  test('understands the question in JSON that keeps to its form', async () => {
    const events = await ask(compound, 'c')
    expect(stage(events, 2)).toMatchObject({ status: 'done' })
    const note = { key: 'understood_by', values: { model: 'sayer' } }
    expect(stage(events, 2).summary_notes).toContainEqual(note)
    expect((await lastTurn('c'))?.queries).toEqual(expect.arrayContaining([...parts, 'main pump replacement date']))
  })

  test('is left out where rules are asked for, and its answer is that of no model', async () => {
    const rules = await collect(engine.ask({ question, session_id: 'r', model: 'rules' }))
    expect(final(rules)).not.toHaveProperty('model')
    await engine.changeSettings({ models: { language: null } })
    expect(final(await ask(question, 'n'))?.response).toBe(final(rules)?.response)
  })
})

describe('an embedder and a reranker of ONNX', () => {
  // Would catch a cross-encoder that is loaded and then not listened to.
  test('put first what holds the whole question, and say who did', async () => {
    const asked = 'Which pump log does the person on the night shift check?'
    await ask(asked, 'before')
    const id = await add('tiny-cross')
    await engine.changeSettings({ models: { reranker: id } })
    // A question does not wait long for a model that is only being loaded.
    await engine.models.load(id)
    const events = await ask(asked, 'after')
    expect(stage(events, 6).summary_notes).toContainEqual({ key: 'reranked_by', values: { model: id } })
    const features = (await lastTurn('after'))?.found?.map((one) => one.features?.['reranked'])
    expect(features?.length).toBeGreaterThan(0)
    expect(features).not.toContain(undefined)
    expect(await ranking('before')).toEqual(['rota', 'pumps', 'spare', 'levels'])
    expect(await ranking('after')).toEqual(['rota', 'spare', 'pumps', 'levels'])
    await engine.changeSettings({ models: { reranker: null } })
  })

  // Would catch vectors of the old embedder that are searched with a question of the new one.
  test('have the whole store embedded again, and searched by its vectors', async () => {
    const id = await add('tiny-encoder')
    const before = await engine.info()
    expect(before.embedder).toBe(builtIn)
    await engine.changeSettings({ models: { embedder: id } })
    const state = await until(searchedWith(id))
    // A window that opens now is told at once.
    const installed = expect.arrayContaining([expect.objectContaining({ id })]) as unknown
    expect((await engine.watch().next()).value).toMatchObject({ type: 'snapshot', models: { installed } })
    expect(state.embedding.dimensions).toBe(64)
    expect(await engine.info()).toMatchObject({ embedder: id, chunks: before.chunks })
    await ask(question, 'e')
    const found = (await lastTurn('e'))?.found ?? []
    const reference = await similarities(question)
    const { evidences } = await engine.getSession('e')
    const scores = found.flatMap(({ evidence_id, found_by }) =>
      found_by.flatMap(({ channel, query, score }) =>
        channel === 'vector' && query === question ? [{ evidence_id, score }] : [],
      ),
    )
    expect(scores.length).toBeGreaterThan(0)
    for (const { evidence_id, score } of scores) {
      expect(score).toBeCloseTo(reference.get(evidences[evidence_id]?.content ?? '') ?? NaN, 4)
    }
    expect((await engine.check()).problems).toEqual([])
  })

  // Would catch a document that waits for its vectors before words find it, or that whoever reads it in leaves without them.
  test('make the vectors of a new document after words find it', async () => {
    const id = await add('tiny-encoder')
    await engine.changeSettings({ models: { embedder: id } })
    await until(searchedWith(id))
    const path = join(folder, 'late.md')
    await writeFile(path, 'The sluice gate was painted green in May 2024.')
    const states = new Set<string>()
    for await (const event of engine.ingest({ paths: [path] })) {
      if (event.type !== 'progress') continue
      if (event.document?.status === 'ready') states.add(event.document.live?.vectors ?? 'made')
      if (event.job === 'vectors') states.add(event.job)
    }
    expect([...states]).toEqual(['waiting', 'vectors'])
    const late = engine.listDocuments({}).find(({ name }) => name === 'late.md')
    expect(late?.live?.vectors).toBeUndefined()
    const asked = await ask('Which colour is the sluice gate?', 'late')
    expect(stage(asked, 6).reason_notes ?? []).toEqual([])
    expect((await engine.check()).problems).toEqual([])
    await engine.deleteDocuments([late?.id ?? ''])
  })

  // Would catch a store that answers nothing, or for ever by words only, because a model is gone.
  test('deleted while it is chosen, leaves words, says so, and then the built-in one again', async () => {
    const id = await add('tiny-encoder')
    await engine.changeSettings({ models: { embedder: id } })
    await until(searchedWith(id))
    await engine.models.delete(id)
    await engine.models.pauseEmbedding(true)
    expect(engine.models.state().embedding).toMatchObject({ current: id, usable: false, next: { id: builtIn } })
    expect(engine.getSettings().models.embedder).toBeNull()
    const meanwhile = await ask(question, 'meanwhile')
    expect(stage(meanwhile, 6)).toMatchObject({ status: 'degraded' })
    expect(stage(meanwhile, 6).reason_notes?.map(({ key }) => key)).toEqual(['words_only'])
    expect(final(meanwhile)?.response).toContain('March 2021')
    await engine.models.pauseEmbedding(false)
    await until(searchedWith(builtIn))
    const after = await ask(question, 'afterwards')
    expect(stage(after, 6)).toMatchObject({ status: 'done' })
    expect(engine.models.state().installed.map((one) => one.id)).not.toContain(id)
  })
})

/** Cosine similarities of the documents' texts to a question, by a session of ONNX Runtime of our own. */
async function similarities(asked: string): Promise<ReadonlyMap<string, number>> {
  const options = { gpu: 'off', threads: 1, context_length: 512 } as const
  const model = await openOnnxEmbedder(join(models, 'tiny-encoder'), options)
  const { signal } = new AbortController()
  try {
    const texts = Object.entries(documents).map(([name, text]) =>
      embeddedText({ title: titleFromName(name), heading_path: [], context: '', text }),
    )
    const passages = await model.embed(texts, 'passage', signal)
    const { vectors: query } = await model.embed([asked], 'query', signal)
    const dot = (at: number) =>
      query.reduce((sum, value, k) => sum + value * (passages.vectors[at * passages.dimensions + k] ?? 0), 0)
    return new Map(Object.values(documents).map((text, at) => [text, dot(at)]))
  } finally {
    await model.dispose()
  }
}

// Would catch a child that outlives Cairn and keeps gigabytes of memory.
test('closing ends every process that ran a model', async () => {
  await engine.models.load(await add('sayer.gguf'))
  await engine.models.load(await add('tiny-cross'))
  // Those that only looked into files are gone already.
  expect(processes.filter(isAlive)).toHaveLength(2)
  await engine.close()
  expect(processes.filter(isAlive)).toEqual([])
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
