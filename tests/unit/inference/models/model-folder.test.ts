import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { ModelFolder, type ModelFolderOptions } from '../../../../electron/inference/models/model-folder'
import type { ModelFiles } from '../../../../electron/inference/host/protocol'
import { entryAt, ggufBytes, someDetails } from '../../../fakes/catalogue-entry'

let scratch = ''
let folder = ''
let open: ModelFolder[] = []

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-models-'))
  folder = join(scratch, 'models')
})
afterEach(async () => {
  for (const one of open) await one.close()
  open = []
  await rm(scratch, { recursive: true, force: true })
})

async function opened(options: Partial<ModelFolderOptions> = {}) {
  const inspected: ModelFiles[] = []
  const logged: string[] = []
  let told = 0
  let ids = 0
  const models = await ModelFolder.open({
    folder,
    inspect: (files) => {
      inspected.push(files)
      return Promise.resolve(someDetails)
    },
    newId: () => `id-${(ids += 1)}`,
    now: () => 1_700_000_000_000 + ids,
    changed: () => (told += 1),
    log: (line) => logged.push(line),
    ...options,
  })
  open.push(models)
  return { models, inspected, logged, told: () => told }
}

async function place(files: Readonly<Record<string, string | Buffer>>, name = 'given'): Promise<string> {
  const base = join(scratch, name)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(base, path, '..'), { recursive: true })
    await writeFile(join(base, path), content)
  }
  return base
}

const bert = JSON.stringify({ architectures: ['BertModel'], model_type: 'bert', _name_or_path: 'someone/tiny-bert' })
const onnxModel = { 'onnx/model.onnx': 'graph', 'tokenizer.json': '{}', 'config.json': bert }

describe('adding a model', () => {
  test('a GGUF file is copied, inspected where it was put aside, and there after a restart', async () => {
    const given = await place({ '小模型 v1.Q4_K_M.gguf': ggufBytes(100) })
    const { models, inspected, told } = await opened()
    const added = await models.add([join(given, '小模型 v1.Q4_K_M.gguf')])
    expect(added).toMatchObject({
      id: 'gguf:小模型-v1.Q4_K_M',
      kind: 'language',
      format: 'gguf',
      name: '小模型 v1.Q4_K_M',
      bytes: 100,
      entry_id: null,
      details: someDetails,
      problem: null,
    })
    expect(inspected).toHaveLength(1)
    expect(inspected[0]?.path).toMatch(/\.incoming-.*\.gguf$/)
    expect(told()).toBe(1)
    expect(models.filesOf(added.id)).toEqual({
      kind: 'language',
      format: 'gguf',
      path: join(folder, '小模型-v1.Q4_K_M', '小模型 v1.Q4_K_M.gguf'),
    })
    expect(existsSync(join(given, '小模型 v1.Q4_K_M.gguf'))).toBe(true)
    const again = await opened()
    expect(again.models.list()).toEqual([added])
    expect(again.inspected).toEqual([])
  })

  // Catches a repository that is copied with all five variants of the same weights, or without its pooling settings.
  test('of a repository the model that suits a processor is taken, with what belongs to it', async () => {
    const given = await place({
      'onnx/model.onnx': 'full',
      'onnx/model_quantized.onnx': 'small',
      'onnx/model_quantized.onnx_data': 'weights',
      'pytorch_model.bin': 'python',
      'tokenizer.json': '{}',
      'config.json': bert,
      'modules.json': '[]',
      '1_Pooling/config.json': '{}',
      '.git/config': 'no',
      'docs/readme.json': '{}',
    })
    const { models } = await opened()
    const added = await models.add([given])
    expect(added).toMatchObject({ id: 'onnx:given', kind: 'embedder', format: 'onnx', name: 'given' })
    const there = await readdir(join(folder, 'given'), { recursive: true, withFileTypes: true })
    const names = there.filter((one) => one.isFile()).map(({ name }) => name)
    expect(names.toSorted()).toEqual([
      'cairn-model.json',
      'config.json',
      'config.json',
      'model_quantized.onnx',
      'model_quantized.onnx_data',
      'modules.json',
      'tokenizer.json',
    ])
    expect(models.filesOf(added.id).path).toBe(join(folder, 'given'))
  })

  test('the files of one model are put together, and a cross-encoder is told from an embedder', async () => {
    const config = JSON.stringify({ architectures: ['XLMRobertaForSequenceClassification'], _name_or_path: 'a/ranker' })
    const base = await place({ 'onnx/model.onnx': 'g', 'tokenizer.json': '{}', 'config.json': config })
    const { models } = await opened()
    const list = ['onnx/model.onnx', 'tokenizer.json', 'config.json'].map((path) => join(base, path))
    expect(await models.add(list)).toMatchObject({ id: 'onnx:ranker', kind: 'reranker', name: 'ranker' })
    expect(existsSync(join(folder, 'ranker/onnx/model.onnx'))).toBe(true)
  })

  test('a Model2Vec table is a static embedder', async () => {
    const base = await place({
      'model.safetensors': 'table',
      'onnx/model.onnx': 'the same as a graph',
      'tokenizer.json': '{}',
      'config.json': '{"model_type":"model2vec"}',
    })
    const { models } = await opened()
    expect(await models.add([base])).toMatchObject({
      id: 'static:given',
      kind: 'embedder',
      format: 'static',
      bytes: 33,
    })
  })

  test('a model in several GGUF files needs all of them', async () => {
    const parts = { 'big-00001-of-00002.gguf': ggufBytes(10), 'big-00002-of-00002.gguf': ggufBytes(10) }
    const base = await place(parts)
    const { models } = await opened()
    await expect(models.add([join(base, 'big-00001-of-00002.gguf')])).rejects.toMatchObject({
      code: 'MODEL_UNUSABLE',
      message: 'big has 2 parts, and only 1 are here.',
    })
    const added = await models.add([base])
    expect(added).toMatchObject({ id: 'gguf:big', bytes: 20 })
    expect(models.filesOf(added.id).path).toBe(join(folder, 'big/big-00001-of-00002.gguf'))
  })

  // Catches a half-copied model in the list, and space that is lost for ever.
  test('a failure leaves nothing behind, and says what is wrong', async () => {
    const { models } = await opened({
      inspect: () => Promise.reject(new CairnError('MODEL_UNUSABLE', 'Its weights are cut off.', 'Download it again.')),
    })
    const given = await place({ 'a.gguf': ggufBytes(50), 'b.gguf': 'not one', 'c.safetensors': 'x', ...onnxModel })
    const cases: [string[], string][] = [
      [['a.gguf'], 'Its weights are cut off.'],
      [['b.gguf'], 'b.gguf is no GGUF file, or it is damaged.'],
      [['c.safetensors'], 'These weights are in a format that Cairn cannot run.'],
      [['onnx/model.onnx'], 'tokenizer.json and config.json are missing beside the model.'],
      [['a.gguf', 'b.gguf'], 'b.gguf is no GGUF file, or it is damaged.'],
    ]
    for (const [names, message] of cases) {
      const adding = models.add(names.map((name) => join(given, name)))
      await expect(adding).rejects.toMatchObject({ code: 'MODEL_UNUSABLE', message })
    }
    await expect(models.add([join(given, 'gone.gguf')])).rejects.toMatchObject({ code: 'FILE_VANISHED' })
    expect(await readdir(folder)).toEqual([])
    expect(models.list()).toEqual([])
  })

  test('an embedder that does not say how long its vectors are is refused', async () => {
    const { models } = await opened({ inspect: () => Promise.resolve({ ...someDetails, dimensions: null }) })
    await expect(models.add([await place(onnxModel)])).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
    expect(await readdir(folder)).toEqual([])
  })

  test('what would not fit on the disk is refused before anything is written', async () => {
    const { models, inspected } = await opened({ freeBytes: () => Promise.resolve(50) })
    const given = await place({ 'a.gguf': ggufBytes(100) })
    await expect(models.add([join(given, 'a.gguf')])).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect([inspected, await readdir(folder)]).toEqual([[], []])
  })

  // Catches a folder that smuggles in a file from elsewhere, such as a key.
  test('a link that leads out of the folder is not followed', async () => {
    await place({ 'secret.json': '{"key":1}' }, 'elsewhere')
    const given = await place(onnxModel)
    await symlink(join(scratch, 'elsewhere/secret.json'), join(given, 'extra.json'))
    const { models } = await opened()
    await expect(models.add([given])).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
    expect(await readdir(folder)).toEqual([])
  })

  test('the same content is the model that is there; another of the same name gets another', async () => {
    const bytes = ggufBytes(3_000_000)
    const one = await place({ 'm.gguf': bytes }, 'one')
    const two = await place({ 'renamed.gguf': bytes, 'm.gguf': ggufBytes(3_000_000) }, 'two')
    const { models } = await opened()
    const first = await models.add([join(one, 'm.gguf')])
    const [again, other] = await Promise.all([
      models.add([join(two, 'renamed.gguf')]),
      models.add([join(two, 'm.gguf')]),
    ])
    expect(again).toEqual(first)
    expect(other.id).toBe('gguf:m-2')
    expect(models.list()).toHaveLength(2)
  })

  test('moved files are gone from where they were, or there again after a failure', async () => {
    const given = await place({ 'm.gguf': ggufBytes(10) })
    const entry = entryAt({ url: (path) => `https://example.org${path}`, put: () => undefined }, 'e', {
      'm.gguf': Buffer.alloc(10),
    })
    let fails = true
    const { models } = await opened({
      inspect: () =>
        fails ? Promise.reject(new CairnError('MODEL_FAILED', 'It died.', '')) : Promise.resolve(someDetails),
    })
    await expect(models.add([given], { move: true, entry })).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    expect([await readdir(given), await readdir(folder)]).toEqual([['m.gguf'], []])
    fails = false
    expect(await models.add([given], { move: true, entry })).toMatchObject({
      name: 'The e',
      entry_id: 'e',
      licence: 'MIT',
    })
    expect(await readdir(given)).toEqual([])
  })

  test('stops when it is told to', async () => {
    const given = await place({ 'm.gguf': ggufBytes(10) })
    const { models } = await opened()
    await expect(models.add([given], {}, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})

describe('the folder', () => {
  // Catches models that vanish because Cairn does not know a folder that a person filled by hand.
  test('what a person put there is taken on: a bare GGUF, a folder, and a copied model', async () => {
    const { models } = await opened()
    const known = await models.add([await place({ 'known.gguf': ggufBytes(10) })])
    await cp(join(folder, 'known'), join(folder, 'known copy'), { recursive: true })
    await writeFile(join(folder, 'bare.gguf'), ggufBytes(20))
    await mkdir(join(folder, 'hand made/onnx'), { recursive: true })
    for (const [path, content] of Object.entries(onnxModel)) await writeFile(join(folder, 'hand made', path), content)
    await mkdir(join(folder, 'notes'))
    await writeFile(join(folder, 'notes/todo.txt'), 'no model')

    const again = await opened()
    await again.models.settled()
    const ids = again.models.list().map(({ id, problem }) => ({ id, problem }))
    expect(ids.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'gguf:bare', problem: null },
      { id: known.id, problem: null },
      { id: 'gguf:known copy', problem: null },
      { id: 'onnx:hand made', problem: null },
    ])
    expect(existsSync(join(folder, 'bare/bare.gguf'))).toBe(true)
    expect(again.logged.join()).toContain('notes')
    expect((await opened()).models.list()).toHaveLength(4)
  })

  test('a damaged model is shown with what is wrong, and can be deleted', async () => {
    const { models } = await opened()
    const { id } = await models.add([await place({ 'm.gguf': ggufBytes(10) })])
    await writeFile(join(folder, 'm/m.gguf'), 'GGUF')
    const damaged = (await opened()).models
    expect(damaged.get(id)?.problem).toMatchObject({ code: 'FILE_CORRUPT' })
    expect(() => damaged.filesOf(id)).toThrow(/not what was added/)
    await rm(join(folder, 'm/m.gguf'))
    const missing = (await opened()).models
    expect(missing.get(id)?.problem).toMatchObject({ code: 'FILE_VANISHED' })
    await missing.delete(id)
    expect([missing.list(), await readdir(folder)]).toEqual([[], []])
    await expect(missing.delete(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(() => missing.filesOf(id)).toThrow(/not installed/)
  })

  test('a record that is no JSON, or that points out of its folder, is made anew', async () => {
    const { models } = await opened()
    const { id } = await models.add([await place({ 'm.gguf': ggufBytes(10) })])
    const path = join(folder, 'm/cairn-model.json')
    const evil = (await readFile(path, 'utf8')).replace('"m.gguf"', '"../../secret"')
    for (const text of ['{', evil]) {
      await writeFile(path, text)
      const again = await opened()
      await again.models.settled()
      expect(again.models.get(id)).toMatchObject({ id, problem: null })
    }
  })

  // Catches gigabytes that a crash leaves for ever, and a download that is lost because its model was being installed.
  test('what a crash left is removed; what was being moved is put back; downloads stay', async () => {
    const back = join(scratch, 'download/files')
    await mkdir(back, { recursive: true })
    await mkdir(join(folder, '.incoming-1'), { recursive: true })
    await writeFile(join(folder, '.incoming-1/m.gguf'), 'moved here')
    const moves = [{ from: join(back, 'm.gguf'), to: 'm.gguf' }]
    await writeFile(join(folder, '.incoming-1/.origin.json'), JSON.stringify({ moves }))
    await mkdir(join(folder, '.incoming-2'))
    await writeFile(join(folder, '.incoming-2/half.gguf'), 'half')
    await mkdir(join(folder, '.deleted-3'))
    await mkdir(join(folder, '.download-e'))
    const { models } = await opened()
    expect(await readdir(folder)).toEqual(['.download-e'])
    expect(await readFile(join(back, 'm.gguf'), 'utf8')).toBe('moved here')
    expect(models.list()).toEqual([])
  })

  test('one that cannot be used is said in words, and Cairn goes on; later it is tried again', async () => {
    await writeFile(folder, 'a file in its place')
    const { models, logged } = await opened()
    expect([models.list(), models.problem?.message]).toEqual([[], expect.stringContaining(folder)])
    expect(logged).toHaveLength(1)
    const given = await place({ 'm.gguf': ggufBytes(10) })
    await expect(models.add([given])).rejects.toMatchObject({ message: models.problem?.message })
    await rm(folder)
    expect((await models.add([given])).id).toBe('gguf:m')
    expect(models.problem).toBeNull()
  })
})
