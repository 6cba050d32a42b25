import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { crossEncoderLogit, writeTinyCrossEncoder } from '../../../bench/tiny-models/tiny-cross-encoder'
import type { WordPieces } from '../../../bench/tiny-models/word-pieces'
import { openCrossEncoder, scoresOf } from '@engine/inference/onnx/cross-encoder'
import { inspectModelFolder } from '@engine/inference/onnx/inspect-model-folder'
import type { LoadedReranker } from '@engine/inference/host/loaded-model'
import { innerTokens } from './tiny-reference'

const options = { gpu: 'off', threads: 1, context_length: 512 } as const
const never = new AbortController().signal
const question = 'How often is the pump serviced?'
const passages = [
  'Visitors must sign the book.',
  'The pump is serviced twice a year, and how often depends on the season and on the water of the river.',
  'The pump is blue.',
  '水泵每半年维护一次。',
  '',
]

let folder: string
const open: LoadedReranker[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-reranker-'))
})

afterEach(async () => {
  for (const model of open.splice(0)) await model.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function load(): Promise<LoadedReranker> {
  const model = await openCrossEncoder(folder, options)
  open.push(model)
  return model
}

/** The reranker's formula in double precision. */
function reference(words: WordPieces, asked: string, passage: string): number {
  const row = (id: number) => Array.from(words.embeddings.subarray(id * words.dimensions, (id + 1) * words.dimensions))
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  const a = innerTokens(words.pieces, asked).map(row)
  const b = innerTokens(words.pieces, passage).map(row)
  const found = a.reduce((sum, one) => sum + Math.max(0, ...b.map((other) => dot(one, other))), 0)
  const all = a.reduce((sum, one) => sum + dot(one, one), 1e-6)
  const logit = (crossEncoderLogit.scale * found) / all + crossEncoderLogit.offset
  return 1 / (1 + Math.exp(-logit))
}

describe('scores of an ONNX cross-encoder', () => {
  // Would catch segments told apart wrongly, padding that counts, and scores in the order of their batches.
  test.each([1, 2] as const)('equal the reference in doubles, in order: %s label(s)', async (labels) => {
    const words = await writeTinyCrossEncoder(folder, { labels })
    const model = await load()
    const scores = await model.score(question, passages, never)
    passages.forEach((passage, at) => expect(scores[at]).toBeCloseTo(reference(words, question, passage), 4))
    expect(Math.max(...scores)).toBe(scores[1])
    for (const [at, passage] of passages.entries()) {
      expect((await model.score(question, [passage], never))[0]).toBeCloseTo(scores[at] ?? 0, 5)
    }
  })

  test('a long passage is cut, the question is kept; an endless question leaves room for the passage', async () => {
    const words = await writeTinyCrossEncoder(folder, { maxLength: 24 })
    const model = await load()
    const filler = 'river '.repeat(200)
    const ids = innerTokens(words.pieces, question).length
    const kept = `pump ${'river '.repeat(24 - 3 - ids - 1)}`
    const [late, early] = await model.score(question, [`${filler}pump`, `pump ${filler}`], never)
    expect(early).toBeCloseTo(reference(words, question, kept), 4)
    expect(early).toBeGreaterThan((late ?? 1) + 0.01)
    const [score] = await model.score('pump '.repeat(500), ['pump'], never)
    expect(score).toBeCloseTo(reference(words, 'pump '.repeat(11), 'pump'), 4)
  })

  test('no passages give no scores; it is known as a reranker, and cancelling is typed', async () => {
    await writeTinyCrossEncoder(folder)
    const model = await load()
    expect(await model.score(question, [], never)).toEqual([])
    expect(await inspectModelFolder(folder)).toMatchObject({ kind: 'reranker', format: 'onnx' })
    await expect(model.score(question, passages, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  test('probabilities stay, and wrong shapes or numbers are typed errors', () => {
    expect(scoresOf({ data: Float32Array.of(0.25, 0.75), shape: [2, 1] }, 2, true)).toEqual([0.25, 0.75])
    const wrong = [
      { data: Float32Array.of(1, 2, 3), shape: [1, 3] },
      { data: Float32Array.of(1, 2), shape: [2, 1] },
      { data: Float32Array.of(Number.NaN), shape: [1, 1] },
    ]
    for (const output of wrong)
      expect(() => scoresOf(output, 1, false)).toThrow(expect.objectContaining({ code: 'MODEL_UNUSABLE' }))
  })
})
