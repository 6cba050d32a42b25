import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encoderShares, writeTinyEncoder, type TinyEncoder } from '../../../bench/tiny-models/tiny-encoder'
import { openOnnxEmbedder } from '@engine/inference/onnx/onnx-embedder'
import { inspectModelFolder } from '@engine/inference/onnx/inspect-model-folder'
import type { LoadedEmbedder } from '@engine/inference/host/loaded-model'
import { basicTokens } from './tiny-reference'

const options = { gpu: 'off', threads: 1, context_length: 512 } as const
const never = new AbortController().signal
const texts = [
  'The main pump is serviced twice a year.',
  'Water level',
  '水泵每半年维护一次。',
  'Visitors sign the book before they enter the station, and again when they leave it on the same evening.',
]

let folder: string
const open: LoadedEmbedder[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-onnx-'))
})

afterEach(async () => {
  for (const model of open.splice(0)) await model.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function load(): Promise<LoadedEmbedder> {
  const model = await openOnnxEmbedder(folder, options)
  open.push(model)
  return model
}

async function embed(model: LoadedEmbedder, some: readonly string[], role: 'query' | 'passage' = 'passage') {
  const { dimensions, vectors } = await model.embed(some, role, never)
  return some.map((_, at) => Array.from(vectors.subarray(at * dimensions, (at + 1) * dimensions)))
}

/** The encoder's formula in double precision, written anew, for one text alone. */
function reference(encoder: TinyEncoder, text: string, pooling: string, from = 0): number[] {
  const { dimensions: size, embeddings, positions, mixing, bias } = encoder
  const ids = basicTokens(encoder.pieces, text, encoder.maxLength)
  const at = (matrix: Float32Array, row: number, column: number) => matrix[row * size + column] ?? 0
  const columns = Array.from({ length: size }, (_, column) => column)
  const x = ids.map((id, place) => columns.map((c) => at(embeddings, id, c) + at(positions, place, c)))
  const mean = columns.map((c) => x.reduce((sum, row) => sum + (row[c] ?? 0), 0) / x.length)
  const hidden = x.map((row) => {
    const about = columns.map((c) => (row[c] ?? 0) + (mean[c] ?? 0))
    return columns.map((c) => {
      const turned = about.reduce((sum, value, k) => sum + value * at(mixing, k, c), 0)
      return (about[c] ?? 0) + encoderShares.mixed * Math.tanh(turned + (bias[c] ?? 0))
    })
  })
  const rows = hidden.slice(from)
  const pooled = columns.map((c) => {
    const values = rows.map((row) => row[c] ?? 0)
    if (pooling === 'cls') return hidden[0]?.[c] ?? 0
    if (pooling === 'max') return Math.max(...values)
    if (pooling === 'lasttoken') return values.at(-1) ?? 0
    return values.reduce((sum, value) => sum + value, 0) / values.length
  })
  const length = Math.hypot(...pooled)
  return pooled.map((value) => value / length)
}

const difference = (a: readonly number[] = [], b: readonly number[] = []) =>
  a.length === b.length ? Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? NaN)))) : NaN
const cosine = (a: readonly number[] = [], b: readonly number[] = []) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

describe('vectors of an ONNX model', () => {
  // Would catch a wrong pooling, a padded token that is pooled, and results in the order of their batches.
  test.each(['mean', 'cls', 'max', 'lasttoken'] as const)('equal the reference in doubles: %s', async (pooling) => {
    const encoder = await writeTinyEncoder(folder, { pooling })
    const model = await load()
    const found = await embed(model, texts)
    for (const [at, text] of texts.entries()) {
      expect(difference(found[at], reference(encoder, text, pooling))).toBeLessThan(1e-4)
    }
  })

  test('do not depend on what else is in the batch, nor on its size', async () => {
    await writeTinyEncoder(folder)
    const model = await load()
    const many = Array.from({ length: 150 }, (_, at) => `${texts[at % 4] ?? ''} ${'pump '.repeat(at % 23)}${at}`)
    const together = await embed(model, many)
    for (const at of [0, 17, 77, 149]) {
      expect(difference(together[at], (await embed(model, [many[at] ?? '']))[0])).toBeLessThan(1e-5)
    }
  })

  test('are of unit length and finite for empty, odd and endless texts', async () => {
    await writeTinyEncoder(folder)
    const odd = ['', '   ', '🙂', '\u0000\ud800', 'a'.repeat(100_000), 'water '.repeat(20_000)]
    for (const vector of await embed(await load(), odd)) expect(cosine(vector, vector)).toBeCloseTo(1, 4)
  })

  test('are of the text’s beginning where it is longer than the model reads, with the last special token', async () => {
    const encoder = await writeTinyEncoder(folder, { maxLength: 16, pooling: 'lasttoken' })
    const text = 'pump water level station year month '.repeat(20)
    expect(difference((await embed(await load(), [text]))[0], reference(encoder, text, 'lasttoken'))).toBeLessThan(1e-4)
  })

  test('prefixes come from the prompts file, and differ between query and passage', async () => {
    const encoder = await writeTinyEncoder(folder, { prompts: { query: 'question: ', document: 'text: ' } })
    const model = await load()
    const [query] = await embed(model, ['water level'], 'query')
    const [passage] = await embed(model, ['water level'], 'passage')
    expect(difference(query, reference(encoder, 'question: water level', 'mean'))).toBeLessThan(1e-4)
    expect(difference(passage, reference(encoder, 'text: water level', 'mean'))).toBeLessThan(1e-4)
  })

  test('prefixes of a known family are used where the files name none, or empty ones', async () => {
    for (const prompts of [{ query: '', document: '' }, undefined]) {
      const encoder = await writeTinyEncoder(folder, { name: 'intfloat/e5-small-v2', ...(prompts && { prompts }) })
      const [query] = await embed(await load(), ['water level'], 'query')
      expect(difference(query, reference(encoder, 'query: water level', 'mean'))).toBeLessThan(1e-4)
    }
  })

  test('a prefix can be kept out of the pooling', async () => {
    const encoder = await writeTinyEncoder(folder, { prompts: { query: 'question: ' } })
    const file = join(folder, '1_Pooling/config.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"include_prompt":true', '"include_prompt":false'))
    const [query] = await embed(await load(), ['water level'], 'query')
    // [CLS], "question" and ":" are read but not pooled; "question" is one piece.
    expect(difference(query, reference(encoder, 'question: water level', 'mean', 3))).toBeLessThan(1e-4)
  })

  test('a known family’s pooling is used where the files name none', async () => {
    const encoder = await writeTinyEncoder(folder, { pooling: null, name: 'BAAI/bge-m3' })
    expect(difference((await embed(await load(), texts))[0], reference(encoder, texts[0] ?? '', 'cls'))).toBeLessThan(
      1e-4,
    )
  })

  test('8-bit weights stay within 0.02 of the exact vectors', async () => {
    const encoder = await writeTinyEncoder(folder, { int8: true, file: 'onnx/model_int8.onnx' })
    const found = await embed(await load(), texts)
    for (const [at, text] of texts.entries()) {
      const exact = reference(encoder, text, 'mean')
      expect(difference(found[at], exact)).toBeLessThan(0.02)
      expect(cosine(found[at], exact)).toBeGreaterThan(0.999)
    }
  })

  test.each([
    ['a pooling graph', { pooled: true }],
    ['token types', { tokenTypes: true }],
    ['weights in a file of their own', { externalData: true, file: 'model.onnx' }],
    ['no Normalize module', { normalize: false }],
  ] as const)('models with %s work', async (_name, extra) => {
    const encoder = await writeTinyEncoder(folder, extra)
    const typed = 'tokenTypes' in extra
    const positions = encoder.positions.map((value, at) => value + (typed ? (encoder.types[at % 64] ?? 0) : 0))
    const found = await embed(await load(), texts)
    for (const [at, text] of texts.entries()) {
      expect(difference(found[at], reference({ ...encoder, positions }, text, 'mean'))).toBeLessThan(1e-4)
    }
  })

  test('find the text about the question', async () => {
    await writeTinyEncoder(folder)
    const model = await load()
    const [query] = await embed(model, ['how often is the pump serviced'], 'query')
    const [near, , , far] = await embed(model, texts)
    expect(cosine(query, near)).toBeGreaterThan(cosine(query, far) + 0.1)
  })

  test('cancelling stops between batches', async () => {
    await writeTinyEncoder(folder)
    const model = await load()
    const controller = new AbortController()
    const many = Array.from({ length: 4000 }, (_, at) => `water level ${at} `.repeat(30))
    const running = model.embed(many, 'passage', controller.signal)
    setImmediate(() => controller.abort())
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  test('what the files say is known without loading, and agrees with what was loaded', async () => {
    await writeTinyEncoder(folder, { int8: true })
    const inspected = await inspectModelFolder(folder)
    expect(inspected).toMatchObject({
      kind: 'embedder',
      format: 'onnx',
      details: { architecture: 'BertModel', quantization: 'int8', context_length: 256, dimensions: 64 },
    })
    expect(inspected.details.parameters).toBeGreaterThan(300_000)
    expect((await load()).loaded).toEqual({ details: inspected.details, device: 'cpu', gpus: [] })
  })
})
