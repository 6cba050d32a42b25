import { describe, expect, test } from 'vitest'
import type { HostRequest } from '@engine/inference/host/protocol'
import { createHostReranker } from '@engine/inference/resident/host-reranker'
import { CairnError } from '@shared/errors'
import { answeringHost } from './answering-host'

const model = {
  id: 'onnx:judge',
  files: { kind: 'reranker', format: 'onnx', path: '/models/judge' },
  contextLength: 512,
} as const

function rerankerOf(answer: (request: HostRequest) => unknown, clock = () => 0) {
  const { resident, calls } = answeringHost(answer)
  return { reranker: createHostReranker(model, resident, { clock }), calls }
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

  // Would catch a slow machine being asked for more than it can do, each time anew.
  test('says how fast it is, and after a call that was late that it is slower than that', async () => {
    let time = 0
    const late = new AbortController()
    const { reranker } = rerankerOf(
      (request) => {
        if (request.type !== 'rerank') return null
        time += 100 * request.passages.length
        if (request.question === 'late') {
          late.abort(new CairnError('DEADLINE_EXCEEDED', 'Too late.'))
          throw new CairnError('CANCELLED', 'Cancelled.')
        }
        return request.passages.map(() => 0.5)
      },
      () => time,
    )
    expect(reranker.perSecond).toBeNull()
    await reranker.score('q', ['a', 'b'])
    expect(reranker.perSecond).toBe(10)
    await expect(reranker.score('late', ['a', 'b'], late.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(reranker.perSecond).toBe(5)
  })
})
