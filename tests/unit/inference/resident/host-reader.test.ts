import { describe, expect, test } from 'vitest'
import { createHostReader } from '@engine/inference/resident/host-reader'
import { answeringHost } from './answering-host'

const model = {
  id: 'onnx:reader',
  files: { kind: 'reader', format: 'onnx', path: '/models/reader' },
  contextLength: 512,
} as const

function readerOf(answer: unknown) {
  const { resident, calls } = answeringHost(() => answer)
  return { reader: createHostReader(model, resident, { clock: () => 0 }), calls }
}

const span = { start: 0, end: 4, score: 3, none: -1 }

describe('a reader in the host', () => {
  test('reads all passages in one call; none for none', async () => {
    const { reader, calls } = readerOf([span, null])
    expect(await reader.read('Who?', ['Mara', ''])).toEqual([span, null])
    expect(await reader.read('Who?', [])).toEqual([])
    expect(calls).toEqual([{ type: 'read', key: 'onnx:reader', question: 'Who?', passages: ['Mara', ''] }])
  })

  // Would catch a citation that opens another place, or none: outside its passage, empty, or of another passage.
  test.each([
    [[{ ...span, end: 5 }]],
    [[{ ...span, start: 4 }]],
    [[{ ...span, start: 0.5 }]],
    [[span, span]],
    [['Mara']],
    ['Mara'],
  ])('an answer of another form is a typed error: %j', async (answer) => {
    await expect(readerOf(answer).reader.read('Who?', ['Mara'])).rejects.toMatchObject({ code: 'MODEL_FAILED' })
  })

  test('an aborted call asks nothing', async () => {
    const { reader, calls } = readerOf([span])
    await expect(reader.read('Who?', ['Mara'], AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(calls).toEqual([])
  })
})
