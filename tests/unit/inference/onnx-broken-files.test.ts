import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { truncateFile, writeRandomBytes, writeWrongMagic } from '../../../bench/tiny-models/broken-files'
import { onnxFiles } from '../../../bench/tiny-models/onnx-file'
import { writeTinyCrossEncoder } from '../../../bench/tiny-models/tiny-cross-encoder'
import { writeTinyEncoder } from '../../../bench/tiny-models/tiny-encoder'
import { openCrossEncoder } from '@engine/inference/onnx/cross-encoder'
import { inspectModelFolder } from '@engine/inference/onnx/inspect-model-folder'
import { openOnnxEmbedder } from '@engine/inference/onnx/onnx-embedder'

const options = { gpu: 'off', threads: 1, context_length: 512 } as const
const unusable = { name: 'CairnError', code: 'MODEL_UNUSABLE', message: expect.stringMatching(/\.$/) as string }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-broken-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const edit = async (name: string, change: (text: string) => string) =>
  writeFile(join(folder, name), change(await readFile(join(folder, name), 'utf8')))

describe('an embedder that cannot be used says so in words, before and when it is loaded', () => {
  const model = 'onnx/model.onnx'
  test.each<[string, () => Promise<void>, RegExp]>([
    ['cut off in its weights', () => truncateFile(join(folder, model), 0.5), /cut off/],
    ['cut off near its end', () => truncateFile(join(folder, model), 0.999), /cut off/],
    ['empty', () => truncateFile(join(folder, model), 0), /not an ONNX model/],
    ['of another kind', () => writeWrongMagic(join(folder, model)), /ONNX/],
    ['random bytes', () => writeRandomBytes(join(folder, model)), /ONNX/],
    ['without a model', () => rm(join(folder, model)), /no ONNX model/],
    ['without a tokenizer', () => rm(join(folder, 'tokenizer.json')), /no file tokenizer\.json/],
    [
      'with a damaged tokenizer',
      () => edit('tokenizer.json', (text) => text.slice(0, 1000)),
      /tokenizer\.json is damaged/,
    ],
    [
      'with another tokenizer',
      () => writeFile(join(folder, 'tokenizer.json'), '{"model":{"vocab":{}}}'),
      /tokenizer\.json/,
    ],
    ['with a damaged config', () => writeFile(join(folder, 'config.json'), '{"a":'), /config\.json is damaged/],
    [
      'with a pooling nobody knows',
      () =>
        edit('1_Pooling/config.json', (text) =>
          text.replace('"pooling_mode_max_tokens":false', '"pooling_mode_max_tokens":true'),
        ),
      /pools its tokens in a way/,
    ],
    [
      'with layers behind the pooling',
      () => edit('modules.json', (text) => text.replace('models.Normalize', 'models.Dense')),
      /Dense/,
    ],
    [
      'with several models',
      async () => {
        const bytes = await readFile(join(folder, model))
        await rm(join(folder, model))
        for (const name of ['one.onnx', 'two.onnx']) await writeFile(join(folder, name), bytes)
      },
      /several models/,
    ],
    [
      'PyTorch’s only',
      async () => {
        await rm(join(folder, model))
        await writeFile(join(folder, 'pytorch_model.bin'), 'x')
      },
      /PyTorch/,
    ],
  ])('%s', async (_name, damage, words) => {
    await writeTinyEncoder(folder)
    await damage()
    await expect(inspectModelFolder(folder)).rejects.toMatchObject(unusable)
    await expect(inspectModelFolder(folder)).rejects.toThrow(words)
    await expect(openOnnxEmbedder(folder, options)).rejects.toMatchObject(unusable)
  })

  test('weights beside the model: missing, or outside its folder', async () => {
    await writeTinyEncoder(folder, { externalData: true, file: 'model.onnx' })
    await rm(join(folder, 'model.onnx_data'))
    await expect(inspectModelFolder(folder)).rejects.toThrow(/model\.onnx_data is missing/)
    const model = {
      nodes: [],
      inputs: [{ name: 'input_ids', type: 'int64', dimensions: [1] }],
      outputs: [{ name: 'w', type: 'float32', dimensions: [1] }],
      tensors: [{ name: 'w', dimensions: [1000], data: new Float32Array(1000) }],
      external: '../secret',
    } as const
    await writeFile(join(folder, 'model.onnx'), onnxFiles(model).model)
    await expect(inspectModelFolder(folder)).rejects.toThrow(/outside its folder/)
  })

  test('a graph that wants what a text does not give, and one whose numbers are none', async () => {
    await writeTinyEncoder(folder, { fault: 'unknown-input' })
    await expect(inspectModelFolder(folder)).rejects.toThrow(/pixel_values/)
    await writeTinyEncoder(folder, { fault: 'nan' })
    await expect(openOnnxEmbedder(folder, options)).rejects.toMatchObject(unusable)
  })

  test('an operator nobody knows is found when it is opened', async () => {
    const { model } = onnxFiles({
      nodes: [{ op: 'Frobnicate', inputs: ['input_ids'], output: 'last_hidden_state' }],
      inputs: [{ name: 'input_ids', type: 'int64', dimensions: ['b', 's'] }],
      outputs: [{ name: 'last_hidden_state', type: 'float32', dimensions: ['b', 's', 4] }],
      tensors: [],
    })
    await writeTinyEncoder(folder)
    await writeFile(join(folder, 'onnx/model.onnx'), model)
    await expect(openOnnxEmbedder(folder, options)).rejects.toMatchObject(unusable)
  })

  test('a folder that is not there, an empty one, and models of the other kind', async () => {
    await expect(inspectModelFolder(join(folder, 'none'))).rejects.toMatchObject(unusable)
    await expect(inspectModelFolder(folder)).rejects.toMatchObject(unusable)
    const other = join(folder, 'reranker')
    await mkdir(other)
    await writeTinyCrossEncoder(other)
    await writeTinyEncoder(folder)
    await expect(openOnnxEmbedder(other, options)).rejects.toMatchObject(unusable)
    await expect(openCrossEncoder(folder, options)).rejects.toMatchObject(unusable)
  })
})
