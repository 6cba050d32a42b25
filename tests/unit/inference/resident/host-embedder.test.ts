import { describe, expect, test } from 'vitest'
import type { HostClient, ResidentModels } from '@engine/inference/supervision/host-client'
import type { HostRequest } from '@engine/inference/host/protocol'
import { createHostEmbedder } from '@engine/inference/resident/host-embedder'

const files = { kind: 'embedder', format: 'onnx', path: '/models/one' } as const
const model = { id: 'onnx:one', files, contextLength: 512, dimensions: 2, unrelated: 0.7 }

/** A host that answers with `answer`, and notes what it was asked. */
function hostOf(answer: (request: HostRequest, signal: AbortSignal | undefined) => unknown) {
  const requests: HostRequest[] = []
  const host: HostClient = {
    incarnation: 1,
    call: (request, options) => {
      requests.push(request)
      return Promise.resolve(answer(request, options?.signal))
    },
    stream: () => {
      throw new Error('nobody streams')
    },
    state: () => ({ role: 'vectors', state: 'running', deaths: 0, memory_bytes: null, last_error: null }),
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  }
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
  const resident: ResidentModels = {
    use: (_model, work) => work(host, loaded),
    load: () => Promise.resolve(loaded),
    unload: () => Promise.resolve(),
    residenceOf: () => ({ state: 'ready', progress: 1, loaded }),
    hosts: () => [],
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  }
  return { resident, requests }
}

/** Each text's vector: its length and 1. */
const lengths = (request: HostRequest) =>
  request.type === 'embed'
    ? { dimensions: 2, vectors: Float32Array.from(request.texts.flatMap((text) => [text.length, 1])) }
    : null

describe('an embedder in the host', () => {
  // Would catch one call for thousands of passages, behind which every question would wait.
  test('sends passages a few hundred at a time, and keeps their order', async () => {
    const { resident, requests } = hostOf(lengths)
    const embedder = createHostEmbedder(model, resident)
    const vectors = await embedder.embedPassages(Array.from({ length: 600 }, (_, at) => 'x'.repeat(at)))
    expect(vectors.map((vector) => vector[0])).toEqual(Array.from({ length: 600 }, (_, at) => at))
    expect(requests.map((request) => request.type === 'embed' && request.texts.length)).toEqual([256, 256, 88])
    expect(embedder).toMatchObject({ id: 'onnx:one', dimensions: 2, unrelated: 0.7 })
  })

  test('keeps queries, computes equal ones at the same time once, and gives away copies', async () => {
    const { resident, requests } = hostOf(lengths)
    const embedder = createHostEmbedder(model, resident)
    const [one, two] = await Promise.all([embedder.embedQuery('pump'), embedder.embedQuery('pump')])
    expect(requests).toHaveLength(1)
    one.fill(9)
    expect(two[0]).toBe(4)
    expect((await embedder.embedQuery('pump'))[0]).toBe(4)
    expect(requests).toHaveLength(1)
  })

  test('one who gives up does not take the answer from another; when all have, the call is cancelled', async () => {
    let finish: (value: unknown) => void = () => undefined
    const signals: (AbortSignal | undefined)[] = []
    const { resident } = hostOf((_request, signal) => {
      signals.push(signal)
      return new Promise((resolve) => (finish = resolve))
    })
    const embedder = createHostEmbedder(model, resident)
    const [first, second] = [new AbortController(), new AbortController()]
    const quitter = embedder.embedQuery('pump', first.signal)
    const stayer = embedder.embedQuery('pump', second.signal)
    first.abort()
    await expect(quitter).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(signals[0]?.aborted).toBe(false)
    finish({ dimensions: 2, vectors: Float32Array.of(1, 0) })
    expect(await stayer).toEqual(Float32Array.of(1, 0))

    const alone = new AbortController()
    const abandoned = embedder.embedQuery('other', alone.signal)
    alone.abort()
    await expect(abandoned).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(signals[1]?.aborted).toBe(true)
  })

  test('a failed query is asked again, and failures keep their code', async () => {
    let fails = true
    const { resident } = hostOf((request) => (fails ? { dimensions: 2, vectors: [1, 2] } : lengths(request)))
    const embedder = createHostEmbedder(model, resident)
    await expect(embedder.embedQuery('pump')).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    fails = false
    expect((await embedder.embedQuery('pump'))[0]).toBe(4)
  })

  test('vectors of another length are refused', async () => {
    const { resident } = hostOf(() => ({ dimensions: 3, vectors: Float32Array.of(1, 0, 0) }))
    await expect(createHostEmbedder(model, resident).embedPassages(['a'])).rejects.toMatchObject({
      code: 'MODEL_UNUSABLE',
    })
    const missing = hostOf(() => ({ dimensions: 2, vectors: Float32Array.of(1, 0) }))
    await expect(createHostEmbedder(model, missing.resident).embedPassages(['a', 'b'])).rejects.toMatchObject({
      code: 'MODEL_FAILED',
    })
  })

  test('stops when aborted, before a call and between calls', async () => {
    const controller = new AbortController()
    const { resident, requests } = hostOf((request) => {
      controller.abort()
      return lengths(request)
    })
    const many = createHostEmbedder(model, resident).embedPassages(new Array<string>(600).fill('x'), controller.signal)
    await expect(many).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(requests).toHaveLength(1)
  })
})
