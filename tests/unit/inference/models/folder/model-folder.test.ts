import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { ModelFolder, type ModelFolderOptions } from '@engine/inference/models/folder/model-folder'
import type { ModelFiles } from '@engine/inference/host/protocol'
import { entryAt, ggufBytes, someDetails } from '../../../../fakes/catalogue-entry'

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

  // Catches gigabytes that are copied although nothing can load them.
  test('a model in several GGUF files is refused before anything is copied', async () => {
    const parts = { 'big-00001-of-00002.gguf': ggufBytes(10), 'big-00002-of-00002.gguf': ggufBytes(10) }
    const base = await place(parts)
    const { models, inspected } = await opened()
    for (const given of [[join(base, 'big-00001-of-00002.gguf')], [base]]) {
      await expect(models.add(given)).rejects.toMatchObject({
        code: 'MODEL_UNUSABLE',
        message: 'big is split into 2 files, and Cairn runs models that are one file.',
      })
    }
    expect([inspected, await readdir(folder)]).toEqual([[], []])
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

  // Catches a cancelled download whose model is there all the same, and one that waits for another's gigabytes.
  test('stopped while it is looked into, it is not installed; stopped while it waits, it ends at once', async () => {
    const given = await place({ 'm.gguf': ggufBytes(10), 'n.gguf': ggufBytes(10) })
    let go: () => void = () => undefined
    let looking: () => void = () => undefined
    const begun = new Promise<void>((resolve) => (looking = resolve))
    const { models } = await opened({
      inspect: () => {
        looking()
        return new Promise((resolve) => (go = () => resolve(someDetails)))
      },
    })
    const [first, second] = [new AbortController(), new AbortController()]
    const adding = models.add([join(given, 'm.gguf')], { move: true }, first.signal)
    const waiting = models.add([join(given, 'n.gguf')], {}, second.signal)
    await begun
    second.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
    first.abort()
    go()
    await expect(adding).rejects.toMatchObject({ code: 'CANCELLED' })
    expect([models.list(), await readdir(folder), (await readdir(given)).toSorted()]).toEqual([
      [],
      [],
      ['m.gguf', 'n.gguf'],
    ])
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
    // Not before it is told to: whoever opens it may yet find that the store is another's.
    expect([again.models.list().length, existsSync(join(folder, 'bare.gguf'))]).toEqual([2, true])
    again.models.start()
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
      again.models.start()
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

  // Catches vectors or a loaded model that are taken for those of another model which has the same id.
  test('two models that had the same id are told apart by their stamps; the same one is not', async () => {
    const one = ggufBytes(3_000_000)
    const other = Buffer.from(one)
    other.fill(0, 1_200_000, 1_300_000)
    const { models } = await opened()
    const add = async (bytes: Buffer, name: string) =>
      models.add([join(await place({ 'm.gguf': bytes }, name), 'm.gguf')])
    const first = await add(one, 'one')
    expect(first.stamp).toMatch(/^[0-9a-f]{32}$/)
    expect((await opened()).models.get(first.id)?.stamp).toBe(first.stamp)
    await models.delete(first.id)
    const second = await add(other, 'two')
    expect(second.id).toBe(first.id)
    expect(second.stamp).not.toBe(first.stamp)
    await models.delete(first.id)
    expect((await add(one, 'three')).stamp).toBe(first.stamp)
  })

  test('a model that an older version added gets its stamp when it is next seen', async () => {
    const { models } = await opened()
    const { id, stamp } = await models.add([await place({ 'm.gguf': ggufBytes(10) })])
    const path = join(folder, 'm/cairn-model.json')
    await writeFile(path, (await readFile(path, 'utf8')).replace(/,\s*"stamp": "[0-9a-f]+"/, ''))
    expect((await opened()).models.get(id)?.stamp).toBe(stamp)
    expect(await readFile(path, 'utf8')).toContain(stamp)
  })

  // Catches a folder that is made in the place where a disk should be: the disk would then come to lie elsewhere.
  test('that is not there is made with the first model, not before', async () => {
    const { models } = await opened()
    expect([models.list(), models.problem, existsSync(folder)]).toEqual([[], null, false])
    await models.add([await place({ 'm.gguf': ggufBytes(10) })])
    expect(existsSync(folder)).toBe(true)
  })
})

describe('a folder that another Cairn has open', () => {
  /** One lock for all that open the folder, as between processes. */
  const locks = () => {
    let isHeld = false
    return () => {
      if (isHeld) return Promise.reject(new CairnError('STORE_LOCKED', 'A store.', 'Close process 7.'))
      isHeld = true
      return Promise.resolve({
        release: () => {
          isHeld = false
          return Promise.resolve()
        },
      })
    }
  }

  // Catches a second Cairn that sweeps away what the first is just bringing in.
  test('is used, and nothing in it is changed, until the other one is closed', async () => {
    const lock = locks()
    const given = await place({ 'm.gguf': ggufBytes(10), 'n.gguf': ggufBytes(10) })
    await mkdir(folder)
    const first = (await opened({ lock })).models
    const { id } = await first.add([join(given, 'm.gguf')])
    await mkdir(join(folder, '.incoming-of-first'))
    await writeFile(join(folder, 'bare.gguf'), ggufBytes(10))

    const second = (await opened({ lock })).models
    second.start()
    await second.settled()
    expect(second.isReadOnly).toBe(true)
    expect(second.problem).toMatchObject({ code: 'STORE_LOCKED', action: 'Close process 7.' })
    expect(second.list().map((model) => model.id)).toEqual([id])
    expect(second.filesOf(id).path).toContain('m.gguf')
    await expect(second.add([join(given, 'n.gguf')])).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    await expect(second.delete(id)).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    await expect(second.requireWritable()).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    expect((await readdir(folder)).toSorted()).toEqual(['.incoming-of-first', 'bare.gguf', 'm'])

    await first.close()
    await second.add([join(given, 'n.gguf')])
    await second.settled()
    expect([second.isReadOnly, second.problem]).toEqual([false, null])
    expect((await readdir(folder)).toSorted()).toEqual(['bare', 'm', 'n'])
    expect(
      second
        .list()
        .map((model) => model.id)
        .toSorted(),
    ).toEqual(['gguf:bare', 'gguf:m', 'gguf:n'])
  })

  // Catches models that cannot be had on a disk whose file system knows no hard links.
  test('is used without a lock where none can be held', async () => {
    const lock = () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }))
    const { models, logged } = await opened({ lock })
    await models.add([await place({ 'm.gguf': ggufBytes(10) })])
    expect([models.isReadOnly, logged.length]).toEqual([false, 1])
  })
})
