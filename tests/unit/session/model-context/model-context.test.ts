import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { QualityLabel } from '@shared/events'
import { ModelContext } from '@engine/session/model-context/model-context'
import { createDurableFiles } from '@engine/storage/files/durable-file'

function sources() {
  let count = 0
  return { uuid: () => `id-${++count}`, now: () => 1_700_000_000_000.5 + count }
}
const result = { title: 'T', content: 'C', source: 'https://a', rank: 1, relevance_score: 0.5, timestamp: 5 }
const figures = { searchEngine: 'Bocha', executionTimeMs: 3.6 }

function created() {
  const rooms = sources()
  return { rooms, context: ModelContext.create({ rawQuestion: 'Why?', sequence: 2 }, rooms) }
}

/** What a call threw, as code and message. */
function failureOf(call: () => unknown): [string, string] {
  try {
    call()
  } catch (thrown) {
    if (thrown instanceof CairnError) return [thrown.code, thrown.message]
    throw thrown
  }
  return ['', '']
}

describe('searches', () => {
  test('start a session once, with whole milliseconds', () => {
    const { rooms, context } = created()
    const session = context.createSearchSession(rooms, { strategy: 'wide' })
    context.addSearchResults('q', [result], figures, rooms)
    expect(context.createSearchSession(rooms)).toBe(session)
    expect(context.searchSession).toMatchObject({
      session_id: 'id-2',
      original_question: 'Why?',
      session_timestamp: 1_700_000_000_002,
      session_metadata: { strategy: 'wide' },
      query_results: [{ query: 'q', total_results_count: 1, execution_time_ms: 4 }],
    })
  })

  // The source kept the flat list only by hand, so that old readers missed whatever was found later.
  test('append their contents to the flat list', () => {
    const { rooms, context } = created()
    context.addSearchResults('one', [result, { ...result, content: 'D' }], figures, rooms)
    context.addSearchResults('two', [{ ...result, content: 'E' }], { ...figures, totalResultsCount: 90 }, rooms)
    expect(context.retriverChunks).toEqual(['C', 'D', 'E'])
    expect(context.getProcessingSummary()).toMatchObject({
      query_count: 2,
      result_count: 3,
      total_results_count: 92,
      search_time_ms: 8,
      search_engines: ['Bocha'],
      chunk_count: 3,
      label: null,
    })
  })

  test('that do not fit are refused and leave nothing behind', () => {
    const { rooms, context } = created()
    const call = () => context.addSearchResults('q', [result, { ...result, rank: 0.5 }], figures, rooms)
    expect(failureOf(call)[1]).toContain('results[1].rank')
    expect([context.searchSession, context.retriverChunks]).toEqual([null, []])
  })
})

describe('an evaluation', () => {
  test('has flags that follow every label and never contradict each other', () => {
    for (const label of QualityLabel.options) {
      const { context } = created()
      const { should_return_to_chief: back, ready_for_output: ready } = context.updateEvaluation({ label })
      expect([label, back, ready]).toEqual([label, !label.startsWith('complete'), label.startsWith('complete')])
    }
  })

  test('keeps what an update does not name, flags included', () => {
    const { context } = created()
    context.updateEvaluation({ label: 'complete_good', confidence: 0.5, ready_for_output: false })
    context.updateEvaluation({ reasoning: 'because' })
    expect(context.evaluation).toMatchObject({
      label: 'complete_good',
      confidence: 0.5,
      reasoning: 'because',
      should_return_to_chief: false,
      ready_for_output: false,
    })
    expect(context.updateEvaluation({ should_return_to_chief: true })).toMatchObject({ ready_for_output: false })
    expect(context.updateEvaluation({ ready_for_output: true })).toMatchObject({ should_return_to_chief: false })
  })

  test('without a label, with both flags or an impossible confidence is refused; the old one stays', () => {
    const { context } = created()
    expect(failureOf(() => context.updateEvaluation({ confidence: 1 }))[0]).toBe('INVALID_INPUT')
    const before = context.updateEvaluation({ label: 'complete_good' })
    expect(failureOf(() => context.updateEvaluation({ should_return_to_chief: true, ready_for_output: true }))[0]).toBe(
      'INVALID_INPUT',
    )
    expect(failureOf(() => context.updateEvaluation({ confidence: 2 }))[1]).toContain('confidence')
    expect(context.evaluation).toEqual(before)
  })
})

describe('as a record', () => {
  test('keeps unknown fields at every level, and fills what old records lack', () => {
    const record = {
      sequence: 0,
      timestamp: 1,
      raw_question: 'q',
      uuid: 'u',
      more: [1],
      search_session: {
        session_id: 's',
        query_results: [],
        session_timestamp: 1,
        original_question: 'q',
        session_metadata: {},
        more: { deep: true },
      },
    }
    const context = ModelContext.fromDict(record)
    expect(context.toDict()).toMatchObject({ ...record, retriver_chunks: [], evaluation: null })
    expect(ModelContext.fromJson(context.toJson(1)).toDict()).toEqual(context.toDict())
  })

  test('is a copy: who changes it does not change the context', () => {
    const { context } = created()
    context.toDict().prompts.push({ role: 'user' })
    expect(context.prompts).toEqual([])
  })

  test.each([
    [{}, 'sequence'],
    [{ search_session: { query_results: [{ results: [{}] }] } }, 'search_session.query_results[0].results[0].title'],
    [{ evaluation: { label: 'fine' } }, 'evaluation.label'],
    [{ prompts: [{ role: 1 }] }, 'prompts[0].role'],
    [{ timestamp: 1.5 }, 'timestamp'],
    [{ tool_config: { a: [Number.NaN] } }, 'tool_config.a[0]'],
    [{ tool_config: { a: new Date(0) } }, 'tool_config.a'],
    [[], 'the whole'],
  ])('that does not fit is refused by path: %j', (change, path) => {
    const whole = Array.isArray(change) ? change : { ...created().context.toDict(), ...change }
    if (path === 'sequence') Reflect.deleteProperty(whole, 'sequence')
    const [code, message] = failureOf(() => ModelContext.fromDict(whole))
    expect([code, message]).toEqual(['INVALID_INPUT', expect.stringContaining(path)])
  })
})

describe('in a file', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-model-context-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const failure = async (path: string) => {
    const thrown: unknown = await ModelContext.loadFromFile(path).catch((error: unknown) => error)
    return thrown instanceof CairnError ? [thrown.code, thrown.message] : [thrown]
  }

  test('is saved and loaded whole, and leaves no other file', async () => {
    const { rooms, context } = created()
    context.addSearchResults('查询 👩‍👩‍👧', [result], figures, rooms)
    const path = join(folder, 'context.json')
    await context.saveToFile(path, createDurableFiles(folder))
    expect((await ModelContext.loadFromFile(path)).toDict()).toEqual(context.toDict())
    expect(await readdir(folder)).toEqual(['context.json'])
  })

  // Would catch a save that empties the old file before it knows that the new one can be written.
  test('stays as it was when a new one cannot be made', async () => {
    const { context } = created()
    const path = join(folder, 'context.json')
    await context.saveToFile(path, createDurableFiles(folder))
    const before = await readFile(path, 'utf8')
    context.toolConfig = { bad: Number.NaN }
    await expect(context.saveToFile(path, createDurableFiles(folder))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  test('that is missing, a folder, no text, no JSON or no context says so', async () => {
    const path = join(folder, 'bad.json')
    expect(await failure(path)).toEqual(['FILE_VANISHED', expect.stringContaining(path)])
    expect(await failure(folder)).toEqual(['INVALID_INPUT', expect.stringContaining('folder')])
    await writeFile(path, Uint8Array.of(0xff, 0xfe, 0x00))
    expect(await failure(path)).toEqual(['FILE_CORRUPT', expect.stringContaining('UTF-8')])
    await writeFile(path, '{"sequence": 1,')
    expect(await failure(path)).toEqual(['FILE_CORRUPT', expect.stringContaining('not JSON')])
    await writeFile(path, '{"sequence": "1"}')
    expect(await failure(path)).toEqual(['FILE_CORRUPT', expect.stringContaining('sequence')])
  })
})
