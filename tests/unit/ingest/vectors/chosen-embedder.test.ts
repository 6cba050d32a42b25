import { describe, expect, test } from 'vitest'
import type { EmbeddingState } from '@shared/models/models'
import { ChosenEmbedder } from '@engine/ingest/vectors/chosen-embedder'

function scene(chosen: string | null, installed: string[], state: Partial<EmbeddingState> = {}) {
  const asked: string[] = []
  const embedder = new ChosenEmbedder({
    chosen: () => chosen,
    builtIn: 'builtin/x',
    canEmbed: (id) => id === 'builtin/x' || installed.includes(id),
    reEmbedding: {
      choose: (id) => {
        asked.push(id)
        return Promise.resolve()
      },
      state: () => ({ current: 'builtin/x', dimensions: 8, usable: true, next: null, ...state }),
    },
    closing: new AbortController().signal,
    log: () => undefined,
  })
  return { embedder, asked, install: (id: string) => installed.push(id) }
}

describe('the chosen embedder', () => {
  test('is put to work, the built-in one where none is chosen', async () => {
    const none = scene(null, [])
    await none.embedder.apply()
    expect(none.asked).toEqual(['builtin/x'])
    const one = scene('onnx:a', ['onnx:a'])
    await one.embedder.apply()
    expect(one.asked).toEqual(['onnx:a'])
  })

  // Catches hours of vectors thrown away because a disk was not plugged in at one start.
  test('that is not there costs no vectors, and is taken up when it is back', async () => {
    const { embedder, asked, install } = scene('onnx:a', [])
    await embedder.apply()
    await embedder.look()
    expect(asked).toEqual([])
    install('onnx:a')
    await embedder.look()
    expect(asked).toEqual(['onnx:a'])
  })

  test('whose vectors serve or are being made is left alone', async () => {
    const serving = scene('onnx:a', ['onnx:a'], { current: 'onnx:a' })
    await serving.embedder.look()
    const next = { id: 'onnx:a', state: 'failed', done: 0, total: 1, error: null } as const
    const failed = scene('onnx:a', ['onnx:a'], { next })
    await failed.embedder.look()
    expect([serving.asked, failed.asked]).toEqual([[], []])
  })
})
