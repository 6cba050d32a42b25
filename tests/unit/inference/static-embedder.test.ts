import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { truncateFile, writeRandomBytes } from '../../../bench/tiny-models/broken-files'
import { safetensorsFile, writeTinyStatic, type TinyStatic } from '../../../bench/tiny-models/tiny-static'
import { inspectModelFolder } from '@engine/inference/onnx/inspect-model-folder'
import { readFloats, readSafetensors } from '@engine/inference/static-embedding/safetensors'
import { openStaticEmbedder } from '@engine/inference/static-embedding/static-embedder'
import { innerTokens } from './tiny-reference'

const never = new AbortController().signal
const texts = ['The pump is serviced twice a year.', '', '水泵每半年维护一次。', '🙂 water level']

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-static-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function reference(model: TinyStatic, text: string): number[] {
  const sum = new Array<number>(model.dimensions).fill(0)
  for (const id of innerTokens(model.pieces, text)) {
    if (model.pieces[id] === '[UNK]') continue
    const weight = model.weights?.[id] ?? 1
    for (let at = 0; at < sum.length; at += 1) {
      sum[at] = (sum[at] ?? 0) + weight * (model.embeddings[id * model.dimensions + at] ?? 0)
    }
  }
  const length = Math.hypot(...sum)
  if (length === 0) sum[0] = 1
  return sum.map((value) => value / (length || 1))
}

describe('static embedders', () => {
  // Would catch a table, weights or a mapping read at the wrong place, and unknown tokens that count.
  test.each([false, true])('vectors equal the reference in doubles (mapped: %s)', async (mapped) => {
    const written = await writeTinyStatic(folder, { mapped })
    const model = await openStaticEmbedder(folder)
    const { dimensions, vectors } = await model.embed(texts, 'passage', never)
    for (const [at, text] of texts.entries()) {
      const expected = reference(written, text)
      expected.forEach((value, column) => expect(vectors[at * dimensions + column]).toBeCloseTo(value, 5))
    }
    expect(model.loaded.details.dimensions).toBe(64)
  })

  test('are known without loading', async () => {
    await writeTinyStatic(folder)
    expect(await inspectModelFolder(folder)).toMatchObject({
      kind: 'embedder',
      format: 'static',
      details: { quantization: 'float32', dimensions: 64, context_length: 512 },
    })
  })

  test('half-precision and 8-bit tables are read', async () => {
    const path = join(folder, 'x.safetensors')
    const halfs = { name: 'h', type: 'F16', shape: [4], data: Uint16Array.of(0x3c00, 0xc100, 0x0001, 0x7bff) } as const
    const brains = { name: 'b', type: 'BF16', shape: [2], data: Uint16Array.of(0x3f80, 0xc040) } as const
    const bytes = { name: 'i', type: 'I8', shape: [2], data: Int8Array.of(-128, 5) } as const
    await writeFile(path, safetensorsFile([halfs, brains, bytes]))
    const file = await readSafetensors(path, 'x')
    expect(Array.from(await readFloats(path, file, 'h'))).toEqual([1, -2.5, 2 ** -24, 65504])
    expect(Array.from(await readFloats(path, file, 'b'))).toEqual([1, -3])
    expect(Array.from(await readFloats(path, file, 'i'))).toEqual([-128, 5])
  })

  test.each([
    ['cut off', (path: string) => truncateFile(path, 0.5)],
    ['cut to nothing', (path: string) => truncateFile(path, 0)],
    ['random bytes', (path: string) => writeRandomBytes(path)],
    ['no table', (path: string) => writeFile(path, safetensorsFile([]))],
  ])('a broken file is a typed error: %s', async (_name, damage) => {
    await writeTinyStatic(folder)
    await damage(join(folder, 'model.safetensors'))
    await expect(inspectModelFolder(folder)).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
    await expect(openStaticEmbedder(folder)).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
  })
})
