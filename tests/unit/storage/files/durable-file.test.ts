import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDurableFiles } from '@engine/storage/files/durable-file'
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
