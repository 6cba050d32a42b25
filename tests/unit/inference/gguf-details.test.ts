import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ggufFile, type GgufValue } from '../../../bench/tiny-models/gguf/gguf-file'
import { chatMlTemplate, tinyGguf } from '../../../bench/tiny-models/tiny-gguf'
import { checkedHeader, inspectGguf, memoryNeed } from '@engine/inference/gguf/gguf-details'
import { fileTypeName, tensorBytes } from '@engine/inference/gguf/gguf-tensor-sizes'

let scratch = ''
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-gguf-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

async function written(bytes: Uint8Array): Promise<string> {
  const path = join(scratch, 'model.gguf')
  await writeFile(path, bytes)
  return path
}

/** A file with this head and one small tensor. */
function fileWith(head: Record<string, GgufValue>): Buffer {
  const tensor = { name: 'output.weight', dimensions: [4, 2], data: new Float32Array(8) }
  return ggufFile(new Map(Object.entries(head)), [tensor])
}
const text = (value: string): GgufValue => ({ type: 'string', value })
const number = (value: number): GgufValue => ({ type: 'uint32', value })
const tokens: GgufValue = { type: 'strings', value: ['a', 'b', 'c'] }

describe('what a file says of itself', () => {
  test('is read without loading it', async () => {
    const whole = tinyGguf({ script: 'Hello.', contextLength: 2048, chatTemplate: chatMlTemplate })
    const details = inspectGguf(await written(whole))
    expect(details).toMatchObject({
      architecture: 'llama',
      quantization: 'F32',
      context_length: 2048,
      dimensions: null,
      has_chat_template: true,
    })
    // F32: four bytes each, and nearly all of the file.
    expect((details.parameters ?? 0) * 4).toBeLessThanOrEqual(whole.length)
    expect((details.parameters ?? 0) * 4).toBeGreaterThan(whole.length * 0.9)
  })

  // Catches a need that leaves out the context, or counts every head where only some keep keys and values.
  test('its memory is weights, keys and values, and buffers', async () => {
    const head = {
      'general.architecture': text('llama'),
      'llama.context_length': number(4096),
      'llama.block_count': number(2),
      'llama.embedding_length': number(64),
      'llama.attention.head_count': number(4),
      'llama.attention.head_count_kv': number(1),
      'tokenizer.ggml.tokens': tokens,
    }
    const header = checkedHeader(await written(fileWith(head)))
    const weights = 8 * 4
    const buffers = 512 * (3 + 16 * 64) * 4
    // 2 layers, 1 head, 16 for keys and 16 for values, 2 bytes each.
    expect(memoryNeed(header, 1000)).toBe(weights + 2 * 1 * 32 * 1000 * 2 + buffers)
    expect(memoryNeed(header, 4096)).toBe(inspectGguf(join(scratch, 'model.gguf')).memory_bytes)
  })

  // From llama.cpp's own table: a block of 256 weights in Q4_K takes 144 bytes.
  test('quantised weights take what their blocks take', () => {
    expect(tensorBytes(12, [512, 3])).toBe(2 * 144 * 3)
    expect(tensorBytes(8, [32])).toBe(34)
    expect(tensorBytes(999, [512])).toBe(0)
    expect(fileTypeName(15)).toBe('Q4_K_M')
  })
})

describe('what cannot be used is refused in words', () => {
  const language = { 'general.architecture': text('llama'), 'tokenizer.ggml.tokens': tokens }
  test.each<[string, Uint8Array, RegExp]>([
    ['nothing', Buffer.alloc(0), /not a GGUF/u],
    ['another kind of file', Buffer.from('PK and so on, and on, and on'), /not a GGUF/u],
    ['a model of embeddings', fileWith({ ...language, 'general.architecture': text('bert') }), /no language model/u],
    ['an adapter', fileWith({ ...language, 'general.type': text('adapter') }), /no language model/u],
    ['one of several parts', fileWith({ ...language, 'split.count': number(3) }), /one part of a model in 3/u],
    ['weights without a tokenizer', fileWith({ 'general.architecture': text('llama') }), /no tokenizer/u],
    ['a vocabulary', ggufFile(new Map(Object.entries(language)), []), /no weights/u],
  ])('%s', async (_name, bytes, words) => {
    const path = await written(bytes)
    expect(() => inspectGguf(path)).toThrow(words)
    expect(() => inspectGguf(path)).toThrow(expect.objectContaining({ code: 'MODEL_UNUSABLE' }) as Error)
  })

  // Catches a file cut anywhere being given to native code, which would map what is not there.
  test('a file cut short, wherever', async () => {
    const whole = tinyGguf({ script: 'Hello.' })
    const padding = 32
    for (let share = 0; share < 40; share += 1) {
      const path = await written(whole.subarray(0, Math.floor(((whole.length - padding) * share) / 40)))
      expect(() => inspectGguf(path)).toThrow(expect.objectContaining({ code: 'MODEL_UNUSABLE' }) as Error)
    }
  })

  // Catches lengths of a damaged header being believed: gigabytes asked for, or counted through for hours.
  test('a header with any of its first bytes replaced ends quickly, refused or not', async () => {
    const whole = tinyGguf({ script: 'Hello.' })
    for (let at = 8; at < 200; at += 3) {
      const bytes = Buffer.from(whole)
      bytes.fill(0xff, at, at + 8)
      const path = await written(bytes)
      try {
        inspectGguf(path)
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'MODEL_UNUSABLE' })
      }
    }
  })

  test('a file that is not there', () => {
    expect(() => inspectGguf(join(scratch, 'none.gguf'))).toThrow(
      expect.objectContaining({ code: 'FILE_VANISHED' }) as Error,
    )
  })
})
