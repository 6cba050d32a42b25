import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StartEvaluationInput, EvaluationRunHeader } from '@shared/evaluation/evaluation-run'
import { createEngine } from '@engine/engine'
import { readSetFile } from '@engine/evaluation/sets/set-file'
import type { Engine } from '@engine/ports/engine-interface'
import { copySampleStore } from '../sample-store'

const resources = resolve(import.meta.dirname, '../../resources')
let scratch = ''
let engine: Engine

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-evaluation-'))
  const folder = join(scratch, 'store')
  await copySampleStore(folder)
  engine = await createEngine({ folder, resources })
})
afterAll(async () => {
  await engine.close()
  await rm(scratch, { recursive: true, force: true })
})

async function run(input: StartEvaluationInput): Promise<EvaluationRunHeader> {
  const { id } = await engine.evaluation.runs.start(input)
  let last: EvaluationRunHeader | undefined
  for await (const header of engine.evaluation.runs.follow(id)) last = header
  if (!last) throw new Error('Nothing was told of the run.')
  return last
}

const lines = [
  {
    id: 'hut',
    question: 'When was the stone hut on Kestrel Col opened?',
    keywords: [['12 June 1968']],
    sources: [{ document: 'history-timeline.txt', passage: '12 June 1968' }],
    citations: { at_least: 1 },
  },
  {
    id: 'before',
    question: 'And who was director before her?',
    previous: ['Who has been the director of the station since 2021?'],
    keywords: [['Anton Greve']],
  },
  { id: 'sum', question: 'What is 12 * 12?', keywords: [['144']], tools: ['calculator'] },
  { id: 'wifi', question: 'What is the password of the guest Wi-Fi?', expect: 'refusal' },
  {
    id: 'wrong',
    question: 'When was the stone hut on Kestrel Col opened?',
    keywords: [['1967']],
    sources: [{ document: 'nowhere.md' }],
  },
]

describe('a set that is asked of the library', () => {
  let setId = ''
  let first: EvaluationRunHeader

  test('has its answers checked, with what it was asked of, and fills no list of chats', async () => {
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    setId = (await engine.evaluation.sets.import('huts.jsonl', text)).id
    first = await run({ set_id: setId, label: 'as set' })
    const { results } = await engine.evaluation.runs.get(first.id, 0)
    const faults = results.flatMap(({ question, checks }) =>
      checks.flatMap((check) => check.faults.map(({ fault }) => `${question.id}: ${fault}`)),
    )
    expect(faults).toEqual(['wrong: lacks', 'wrong: other_sources'])
    expect(first).toMatchObject({ state: 'done', total: 5, missing: ['nowhere.md'], counts: { asked: 5, passed: 4 } })
    expect(first.conditions).toMatchObject({
      retrieval: { passages: 5 },
      models: { language: null },
    })
    expect(first.conditions.library.version).toMatch(/^[0-9a-f]{16}$/u)
    expect(results[0]?.answer?.stages.length).toBeGreaterThan(5)
    expect(results[2]?.answer?.tools).toMatchObject([{ tool: 'calculator', state: 'done' }])
    expect(await engine.listSessions()).toEqual([])
    expect(await engine.searchSessions('hut', 10)).toEqual([])
  })

  // Would catch a comparison of two settings in which both runs use those in force.
  test('is asked under other settings where that is said', async () => {
    const narrow = await run({ set_id: setId, settings: { passages: 1 }, model: 'rules' })
    expect(narrow.conditions.retrieval).toMatchObject({ passages: 1, cross_language: true })
    expect(narrow.set_version).toBe(first.set_version)
    expect(narrow.conditions.library).toEqual(first.conditions.library)
    const { results } = await engine.evaluation.runs.get(narrow.id, 0)
    expect(results[0]?.answer?.evidence).toHaveLength(1)
    expect(engine.getSettings().retrieval.passages).toBe(5)
    expect((await engine.evaluation.runs.list(setId)).map(({ id }) => id)).toEqual([narrow.id, first.id])
  })
})

describe('a model that is not here', () => {
  // Would catch a run whose figures are those of another model, or of none.
  test('is refused, and no run is kept', async () => {
    const before = await engine.evaluation.runs.list()
    await expect(engine.evaluation.runs.start({ set_id: 'golden', model: 'gguf:none' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await engine.evaluation.runs.list()).toEqual(before)
  })
})

describe('a collection that is not here', () => {
  // Would catch a run whose figures look like a fall in quality, because it searched nothing.
  test('is refused, and no run is kept', async () => {
    const before = await engine.evaluation.runs.list()
    const filter = { collections: ['default', 'nosuch'] }
    await expect(engine.evaluation.runs.start({ set_id: 'golden', filter })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no collection "nosuch".',
    })
    expect(await engine.evaluation.runs.list()).toEqual(before)
  })
})

describe('an answer of a chat', () => {
  test('becomes a question of a set, which its answer passes', async () => {
    const ids: string[] = []
    for (const question of [
      'Who has been the director of the station since 2021?',
      'And who was director before her?',
    ]) {
      for await (const event of engine.ask({ question, session_id: 'chat1' }))
        if (event.type === 'session') ids.push(event.turn_id)
    }
    const input = { session_id: 'chat1', set_id: undefined, title: 'Mine' }
    const { set } = await engine.evaluation.sets
      .save({ title: 'From chats', questions: [] })
      .then(async ({ id }) => engine.evaluation.sets.addTurn({ ...input, set_id: id, turn_id: ids[0] ?? '' }))
    const { question } = await engine.evaluation.sets.addTurn({ ...input, set_id: set.id, turn_id: ids[1] ?? '' })
    expect(question).toMatchObject({
      ...{ id: 'q2', previous: ['Who has been the director of the station since 2021?'], language: 'en' },
      ...{
        expect: 'answer',
        citations: { at_least: 1 },
      },
    })
    expect(question.sources.map(({ document }) => document)).toContain('history-timeline.txt')
    expect(question.keywords.length).toBeGreaterThan(0)
    expect((await run({ set_id: set.id })).counts).toMatchObject({ asked: 2, passed: 2 })
    await expect(engine.evaluation.sets.addTurn({ ...input, turn_id: 'none' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const { text, name } = await engine.evaluation.sets.export({ id: set.id, leave_out_sensitive: true })
    expect(name).toBe('From chats.jsonl')
    expect(readSetFile(text).questions).toEqual((await engine.evaluation.sets.get(set.id)).questions)
  })

  test('the shipped set is asked as `bench golden` asks it, and cannot be changed', async () => {
    const golden = await engine.evaluation.sets.get('golden')
    const shipped = readSetFile(await readFile(join(resources, 'golden', 'golden.json'), 'utf8'))
    expect(golden.questions).toEqual(shipped.questions)
    await expect(engine.evaluation.sets.save({ ...golden, title: 'x' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(engine.evaluation.sets.delete('golden')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
