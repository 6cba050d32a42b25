import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchFile } from '@engine/ingest/nodes/fetch'
import { walk } from '@engine/ingest/files/walk'
import { FileObjectStore } from '@engine/storage/files/object-store'

let root = ''

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cairn-walk-')))
  await mkdir(join(root, 'added/inner'), { recursive: true })
  await mkdir(join(root, 'outside'))
  await writeFile(join(root, 'added/a.txt'), 'a')
  await writeFile(join(root, 'added/inner/b.txt'), 'b')
  await writeFile(join(root, 'outside/secret.txt'), 'secret')
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function found(...paths: string[]): Promise<[string, string | null][]> {
  const all: [string, string | null][] = []
  for await (const { path, folder } of walk(paths.map((path) => join(root, path)))) {
    all.push([path.slice(root.length + 1), folder])
  }
  return all
}

describe('walk', () => {
  it('tells in which folder each file lies, from the added one on', async () => {
    expect(await found('added', 'outside/secret.txt')).toEqual([
      ['added/a.txt', 'added'],
      ['added/inner/b.txt', 'added/inner'],
      ['outside/secret.txt', null],
    ])
  })

  // Would catch a link in a folder from somebody else that has the user's own files read.
  it('follows links inside the added folder once, and none that leads out of it', async () => {
    await symlink(join(root, 'outside'), join(root, 'added/way-out'))
    await symlink('../outside/secret.txt', join(root, 'added/secret.txt'))
    await symlink('..', join(root, 'added/inner/loop'))
    await symlink('inner/b.txt', join(root, 'added/same.txt'))
    await symlink('nowhere', join(root, 'added/broken.txt'))
    expect((await found('added')).map(([path]) => path)).toEqual([
      ...['added/a.txt', 'added/broken.txt', 'added/inner/b.txt', 'added/same.txt'],
    ])
  })

  it('follows a link that the user has given', async () => {
    await symlink(join(root, 'outside'), join(root, 'mine'))
    await symlink(join(root, 'outside/secret.txt'), join(root, 'mine.txt'))
    expect((await found('mine', 'mine.txt')).map(([path]) => path)).toEqual(['mine/secret.txt', 'mine.txt'])
  })

  it.runIf(process.platform === 'linux')('reads files and folders whose names are not UTF-8', async () => {
    const odd = (name: string) => Buffer.concat([Buffer.from(`${root}/added/`), Buffer.from(name, 'latin1')])
    await writeFile(odd('r\u00e9sum\u00e9.txt'), 'odd')
    await mkdir(odd('d\u00e9'))
    await writeFile(odd('d\u00e9/c.txt'), 'c')
    const paths = (await found('added')).map(([path]) => path)
    expect(paths).toEqual(['added/a.txt', 'added/d\ufffd/c.txt', 'added/inner/b.txt', 'added/r\ufffdsum\ufffd.txt'])
    await mkdir(join(root, 'objects'))
    await mkdir(join(root, 'tmp'))
    const objects = new FileObjectStore(join(root, 'objects'), join(root, 'tmp'))
    for (const path of paths) {
      const { byteSize } = await fetchFile(join(root, path), { objects }, new AbortController().signal)
      expect(byteSize).toBe(path.includes('sum') ? 3 : 1)
    }
    // Two names that read the same cannot be told apart.
    await writeFile(odd('r\u00e8sum\u00e8.txt'), 'other')
    const work = fetchFile(join(root, 'added/r\ufffdsum\ufffd.txt'), { objects }, new AbortController().signal)
    await expect(work).rejects.toMatchObject({
      code: 'FILE_VANISHED',
      message: expect.stringContaining('UTF-8') as string,
    })
    await objects.close()
  })
})
