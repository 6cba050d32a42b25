import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDurableFiles, putInPlace } from '@engine/storage/files/durable-file'
import { temporaryFolder } from '../store-fixture'

describe('adding to a file', () => {
  it('makes it, and leaves what was there (bug: each text takes the place of the one before)', async () => {
    const folder = await temporaryFolder()
    const files = createDurableFiles(folder)
    const path = join(folder, '文.model')
    for (const text of ['one\n', '', '二\n']) await files.append(path, text)
    expect(await readFile(path, 'utf8')).toBe('one\n二\n')
    await writeFile(path, 'torn')
    await files.append(path, '\nwhole\n')
    expect(await readFile(path, 'utf8')).toBe('torn\nwhole\n')
  })

  it('fails where the folder is gone (bug: what is lost counts as written)', async () => {
    const folder = await temporaryFolder()
    const added = createDurableFiles(folder).append(join(folder, 'none', 'a'), 'x')
    const message = `The folder ${join(folder, 'none')} is no longer there.`
    await expect(added).rejects.toMatchObject({ code: 'FILE_VANISHED', message })
  })
})

describe('files that have changed places', () => {
  const written = async (names: readonly string[]) => {
    const folder = await temporaryFolder()
    for (const name of names) await writeFile(join(folder, name), name)
    return { folder, at: (name: string) => join(folder, name), aside: [] as string[] }
  }

  it('go back, and one whose place is taken is put aside', async () => {
    const { folder, at, aside } = await written(['a', 'b', 'c'])
    const putAside = async (path: string) => void aside.push(await readFile(path, 'utf8'))
    const wrong = [
      { path: at('a'), to: at('b') },
      { path: at('b'), to: at('a') },
      { path: at('c'), to: at('a') },
    ]
    await putInPlace(folder, wrong, putAside)
    expect(await readFile(at('b'), 'utf8')).toBe('a')
    expect([...aside, await readFile(at('a'), 'utf8')].toSorted()).toEqual(['b', 'c'])
  })

  it('are brought home by the next call where one was cut short (bug: nobody saw them any more)', async () => {
    const { folder, at } = await written(['a', 'b.0123456789abcdef.moving', 'b.moving'])
    await putInPlace(folder, [], () => Promise.reject(new Error('Nothing is to be put aside.')))
    expect((await readdir(folder)).toSorted()).toEqual(['a', 'b', 'b.moving'])
    expect(await readFile(at('b'), 'utf8')).toBe('b.0123456789abcdef.moving')
  })
})
