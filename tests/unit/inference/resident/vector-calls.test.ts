import { describe, expect, test } from 'vitest'
import type { HostClient, ResidentModels } from '@engine/inference/supervision/host-client'
import { createHostEmbedder } from '@engine/inference/resident/host-embedder'
import { ModelRecords } from '@engine/inference/routing/model-records'
import { CairnError } from '@shared/errors'
import { settled } from '../fake-clock'

const files = { kind: 'embedder', format: 'onnx', path: '/models/one' } as const
const model = { id: 'onnx:one', files, contextLength: 512, dimensions: 2, stamp: 's1' }
const coolDownMs = 300_000
const died = new CairnError('MODEL_FAILED', 'It died.', 'Again.')
const details = {
  architecture: null,
  parameters: null,
  quantization: null,
  context_length: null,
  dimensions: 2,
  has_chat_template: false,
  memory_bytes: 0,
}
const loaded = { details, device: 'cpu', gpus: [] }

type Answer = (texts: number, signal: AbortSignal | undefined) => Promise<unknown>

/** An embedder whose model does what the test says. */
function rig({ isLoaded = true } = {}) {
  const lines: string[] = []
  const state = {
    time: 1000,
    isLoaded,
    loads: 0,
    calls: 0,
    load: () => Promise.resolve(),
    answer: ((texts) => Promise.resolve({ dimensions: 2, vectors: new Float32Array(texts * 2).fill(1) })) as Answer,
  }
  const host: HostClient = {
    incarnation: 1,
    call: (request, options) => {
      state.calls += 1
      return state.answer(request.type === 'embed' ? request.texts.length : 0, options?.signal)
    },
    stream: () => {
      throw new Error('nobody streams')
    },
    state: () => ({ role: 'vectors', state: 'running', deaths: 0, memory_bytes: null, last_error: null }),
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  }
  const resident: ResidentModels = {
    use: (_model, work) => work(host, loaded),
    load: async () => {
      state.loads += 1
      await state.load()
      state.isLoaded = true
      return loaded
    },
    unload: () => Promise.resolve(),
    residenceOf: () => ({ state: 'ready', progress: 1, loaded: state.isLoaded ? loaded : null }),
    hosts: () => [],
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  }
  const records = new ModelRecords({
    now: () => state.time,
    coolDownMs: () => coolDownMs,
    log: (line) => lines.push(line),
    changed: () => undefined,
  })
  const embedder = createHostEmbedder(model, resident, { records, clock: () => state.time })
  return { state, embedder, record: () => records.runtimeOf(model.id) }
}

describe('what becomes of calls', () => {
  test('is written down: texts a second, calls, failures and the last error', async () => {
    const { state, embedder, record } = rig()
    const answer = state.answer
    state.answer = (texts, signal) => {
      state.time += 500
      return answer(texts, signal)
    }
    await embedder.embedPassages(['a', 'b', 'c'])
    expect(record()).toMatchObject({ per_second: 6, first_token_ms: null, calls: 1, failures: 0, breaker: 'closed' })
    state.answer = () => Promise.reject(died)
    await expect(embedder.embedQuery('a')).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    expect(record()).toMatchObject({ calls: 2, failures: 1, last_error: { message: 'It died.' } })
  })

  // Catches every question waiting its time for a model that fails each time.
  test('a query fails at once where the model kept failing, and names when it is tried again', async () => {
    const { state, embedder, record } = rig()
    const { answer } = state
    state.answer = () => Promise.reject(died)
    for (const text of ['a', 'b']) await expect(embedder.embedQuery(text)).rejects.toMatchObject(died.report())
    expect(record()).toMatchObject({ breaker: 'open', retry_at: state.time + coolDownMs })
    state.time += 60_000
    await expect(embedder.embedQuery('c')).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('tried again in 240 seconds') as unknown,
    })
    expect(state.calls).toBe(2)
    state.time += 240_000
    state.answer = answer
    await embedder.embedQuery('d')
    expect(record()).toMatchObject({ breaker: 'closed', last_error: null })
  })

  // Catches documents that wait five minutes for a model that is well again, and queries that go on without it.
  test('passages are tried all the same, and a success closes the breaker', async () => {
    const { state, embedder, record } = rig()
    const { answer } = state
    state.answer = () => Promise.reject(died)
    for (let round = 0; round < 4; round += 1) {
      await expect(embedder.embedPassages(['a'])).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    }
    expect([state.calls, record().breaker]).toEqual([4, 'open'])
    state.answer = answer
    await embedder.embedPassages(['a'])
    expect(record().breaker).toBe('closed')
  })

  // Catches a model that is always too slow costing every question its whole deadline.
  test('one that is loaded and late has failed; one that was cancelled has not', async () => {
    const { state, embedder, record } = rig()
    state.answer = (_texts, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new CairnError('CANCELLED', 'Cancelled.')))
      })
    const gaveUp = async (reason: CairnError) => {
      const stop = new AbortController()
      const asked = embedder.embedQuery('a', stop.signal)
      await settled()
      stop.abort(reason)
      await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' })
      await settled()
    }
    await gaveUp(new CairnError('CANCELLED', 'Cancelled.'))
    expect(record().calls).toBe(0)
    await gaveUp(new CairnError('DEADLINE_EXCEEDED', 'Too late.'))
    expect(record()).toMatchObject({ calls: 1, failures: 1, last_error: { code: 'DEADLINE_EXCEEDED' } })
  })
})

describe('loading', () => {
  // Catches a failure that nobody is there to see, so that each question begins the same loading anew.
  test('that fails after everyone has left counts', async () => {
    const { state, embedder, record } = rig({ isLoaded: false })
    let fail: (error: CairnError) => void = () => undefined
    state.load = () => new Promise((_resolve, reject) => (fail = reject))
    for (let round = 1; round <= 2; round += 1) {
      const stop = new AbortController()
      const asked = embedder.embedQuery('a', stop.signal)
      await settled()
      stop.abort(new CairnError('DEADLINE_EXCEEDED', 'Too late.'))
      await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' })
      // That it was not loaded in time says nothing of it.
      expect(record().failures).toBe(round - 1)
      fail(died)
      await settled()
      expect(record().failures).toBe(round)
    }
    await expect(embedder.embedQuery('a')).rejects.toMatchObject({
      message: expect.stringContaining('left alone') as unknown,
    })
    expect([state.loads, state.calls]).toEqual([2, 0])
  })

  test('ahead never throws, happens once, and the first question finds the model ready', async () => {
    const { state, embedder } = rig({ isLoaded: false })
    embedder.warm()
    embedder.warm()
    const asked = embedder.embedQuery('a')
    await asked
    expect(state.loads).toBe(1)
    const broken = rig({ isLoaded: false })
    broken.state.load = () => Promise.reject(died)
    broken.embedder.warm()
    await settled()
    expect(broken.record().last_error).toMatchObject({ message: 'It died.' })
  })
})
