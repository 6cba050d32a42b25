import { describe, expect, test } from 'vitest'
import type { HostClient, ResidentModels } from '../../../electron/inference/host-client'
import type { HostRequest } from '../../../electron/inference/host/protocol'
import { createHostReranker } from '../../../electron/inference/host-reranker'

const model = {
  id: 'onnx:judge',
  files: { kind: 'reranker', format: 'onnx', path: '/models/judge' },
  contextLength: 512,
} as const

function rerankerOf(answer: (request: HostRequest) => unknown) {
  const calls: HostRequest[] = []
  const call = (request: HostRequest) => {
    calls.push(request)
    return Promise.resolve(answer(request))
  }
  const unused = () => {
    throw new Error('nobody asks this')
  }
  const idle = { onChange: () => unused, close: () => Promise.resolve(), state: unused, stream: unused, incarnation: 1 }
  const host: HostClient = { ...idle, call }
  const resident: ResidentModels = {
    ...idle,
    load: unused,
    unload: unused,
    residenceOf: unused,
    hosts: () => [],
    use: (_model, work) => work(host, { details: unknownDetails, device: 'cpu', gpus: [] }),
  }
  return { reranker: createHostReranker(model, resident), calls }
}

const unknownDetails = {
  architecture: null,
  parameters: null,
  quantization: null,
  context_length: null,
  dimensions: null,
  has_chat_template: false,
  memory_bytes: 0,
}

describe('a reranker in the host', () => {
  test('scores in small calls and in order; none for none', async () => {
    const { reranker, calls } = rerankerOf((request) =>
      request.type === 'rerank' ? request.passages.map((passage) => Number(passage) / 1000) : null,
    )
    const passages = Array.from({ length: 100 }, (_, at) => String(at))
    expect(await reranker.score('q', passages)).toEqual(passages.map((passage) => Number(passage) / 1000))
    expect(calls).toHaveLength(2)
    expect(await reranker.score('q', [])).toEqual([])
    expect(reranker.id).toBe('onnx:judge')
  })

  // Would catch a score that never came being read as 0, the worst.
  test.each([[[0.5]], [[0.5, 1.5]], ['no list'], [[0.5, null]]])(
    'an answer of another form is a typed error: %j',
    async (answer) => {
      const { reranker } = rerankerOf(() => answer)
      await expect(reranker.score('q', ['a', 'b'])).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    },
  )

  test('an aborted call asks nothing', async () => {
    const { reranker, calls } = rerankerOf(() => [1])
    await expect(reranker.score('q', ['a'], AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(calls).toHaveLength(0)
  })
})
