import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readerLogits, writeTinyReader } from '../../../bench/tiny-models/tiny-reader'
import { writeTinyCrossEncoder } from '../../../bench/tiny-models/tiny-cross-encoder'
import type { LoadedReader } from '@engine/inference/host/loaded-model'
import { inspectModelFolder } from '@engine/inference/onnx/inspect-model-folder'
import { openOnnxReader } from '@engine/inference/onnx/reading/onnx-reader'

const options = { gpu: 'off', threads: 1, context_length: 512 } as const
const never = new AbortController().signal
const question = 'When was the main pump replaced?'
const { answer, other, none } = readerLogits

let folder: string
const open: LoadedReader[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-reader-'))
})

afterEach(async () => {
  for (const model of open.splice(0)) await model.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function load(answers: readonly string[], maxLength = 512): Promise<LoadedReader> {
  await writeTinyReader(folder, { answers, maxLength })
  const model = await openOnnxReader(folder, options)
  open.push(model)
  return model
}

describe('the best span of a passage, by an ONNX reader', () => {
  // Would catch a place that is off by the question, by a character of two units, or by what tokenizers fold.
  test.each([
    ['The main pump was replaced in March 2021. It is blue.', 'March 2021'],
    ['主水泵于2021年3月更换。', '2021年3月'],
    ['🛠️ Zoë’s work: 🚰 the pump, MÁRCH  2021.', 'MÁRCH  2021'],
    ['维修记录🔧：2021年3月（更换）', '2021年3月'],
  ])('stands letter for letter in %s', async (passage, expected) => {
    const model = await load([/\p{Script=Han}/u.test(expected) ? expected : 'march 2021'])
    const [span] = await model.read(question, [passage], never)
    expect(span && passage.slice(span.start, span.end)).toBe(expected)
    expect(span).toMatchObject({ score: 2 * answer, none: 2 * none })
  })

  // Would catch a question's own words taken for an answer, and passages mixed up when they share a batch.
  test('is of each passage in order, never of the question, and below none where nothing answers', async () => {
    const model = await load(['pump', 'march 2021'])
    const passages = ['The weather was fine.', 'In March 2021.', '', 'The pump is blue.']
    const found = await model.read('Which pump?', passages, never)
    expect(found.map((span, at) => span && passages[at]?.slice(span.start, span.end))).toEqual([
      expect.any(String),
      'March 2021',
      null,
      'pump',
    ])
    expect(found[0]).toMatchObject({ score: 2 * other, none: 2 * none })
    expect(await model.read(question, [], never)).toEqual([])
  })

  // Would catch a passage of which only the beginning is read, places of a window that begin at 0, and a cut answer.
  test('is found wherever it stands in a passage of many windows', async () => {
    const model = await load(['march 2021'], 64)
    for (const before of [0, 20, 37, 41, 300]) {
      const passage = `${'river '.repeat(before)}March 2021 ${'river '.repeat(30)}`
      const [span] = await model.read(question, [passage], never)
      expect(span && passage.slice(span.start, span.end)).toBe('March 2021')
      expect(span?.score).toBe(2 * answer)
    }
  })

  test('an endless question leaves room for the passage', async () => {
    const model = await load(['march 2021'], 32)
    const [span] = await model.read('pump '.repeat(500), ['It was in March 2021.'], never)
    expect(span?.score).toBe(2 * answer)
  })

  test('cancelling is typed, and a model of another kind is refused', async () => {
    const model = await load(['pump'])
    await expect(model.read(question, ['The pump.'], AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(await inspectModelFolder(folder, 'reader')).toMatchObject({ kind: 'reader', format: 'onnx' })
    const other = join(folder, 'other')
    await writeTinyCrossEncoder(other)
    await expect(openOnnxReader(other, options)).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
  })

  // Would catch a model that is added as a reader and fails at the first question only.
  test('a file without starts and ends is no reader, and says what it lacks', async () => {
    await writeTinyReader(folder, { answers: ['pump'], outputs: ['last_hidden_state', 'end_logits'] })
    await expect(inspectModelFolder(folder, 'reader')).rejects.toMatchObject({
      code: 'MODEL_UNUSABLE',
      message: expect.stringContaining('start_logits and end_logits, and it has last_hidden_state') as unknown,
    })
  })
})
