import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ModelUploads } from '@engine/inference/models/import/model-uploads'

let folder = ''
let uploads: ModelUploads
let now = Date.now()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-uploads-'))
  now = Date.now()
  uploads = new ModelUploads({ folder, now: () => now })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* bytes(...pieces: string[]) {
  for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece))
}

describe('uploads of model files', () => {
  test('keep the folders they came in, which tell two files of one name apart', async () => {
    const one = await uploads.receive('bge/config.json', 'b1', bytes('{"a":', '1}'))
    const two = await uploads.receive('bge/1_Pooling/config.json', 'b1', bytes('{}'))
    expect(await readFile(one, 'utf8')).toBe('{"a":1}')
    expect(two.endsWith(join('bge', '1_Pooling', 'config.json'))).toBe(true)
    expect(uploads.batchOf([one, two])).toEqual({ batch: 'b1', paths: [join(folder, '.uploads', 'b1', 'bge')] })
  })

  test('a single file is added as itself, and files elsewhere are no uploads', async () => {
    const path = await uploads.receive('模型.gguf', 'b2', bytes('GGUF'))
    expect(uploads.batchOf([path])).toEqual({ batch: 'b2', paths: [path] })
    expect(uploads.batchOf([path, '/home/u/model.gguf'])).toBeUndefined()
    expect(uploads.batchOf(['/home/u/model.gguf'])).toBeUndefined()
    expect(uploads.batchOf([join(folder, '.uploads', '..', 'x', 'y')])).toBeUndefined()
  })

  test.each(['../../../etc/passwd', '..\\..\\x', '/etc/passwd'])('%s stays inside', async (name) => {
    const path = await uploads.receive(name, 'b3', bytes('x')).catch(() => join(folder, '.uploads', 'b3'))
    expect(path.startsWith(join(folder, '.uploads', 'b3'))).toBe(true)
  })

  test.each([
    ['a/b/c/d', 'b4'],
    ['', 'b4'],
    ['a', '../b'],
    ['a', ''],
  ])('name %j in batch %j is refused', async (name, batch) => {
    await expect(uploads.receive(name, batch, bytes('x'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('what breaks off leaves nothing behind', async () => {
    async function* broken() {
      yield await Promise.resolve(Buffer.from('half'))
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    await expect(uploads.receive('m.gguf', 'b5', broken())).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(existsSync(join(folder, '.uploads', 'b5', 'm.gguf.part'))).toBe(false)
    expect(existsSync(join(folder, '.uploads', 'b5', 'm.gguf'))).toBe(false)
  })

  test('only what is older than a day is swept', async () => {
    const old = await uploads.receive('m.gguf', 'old', bytes('x'))
    const young = await uploads.receive('m.gguf', 'young', bytes('x'))
    await utimes(join(folder, '.uploads', 'old'), 1000, 1000)
    await uploads.sweep()
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  })
})
