import { randomUUID } from 'node:crypto'
import { copyFile, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStoreFolder } from '@engine/platform/durable-files'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import type { StagedFiles } from '@engine/ports/storage/staged-files'
import { hasCode } from '@shared/errors'

/** Staged files in a folder of the store, made when it is first needed. */
export function createStagedFiles(folder: string, files: DurableFiles): StagedFiles {
  return {
    async stage(path, extension) {
      await makeStoreFolder(folder)
      const temporary = files.temporaryPath()
      const target = join(folder, `${randomUUID()}${extension}`)
      try {
        await copyFile(path, temporary)
        const copy = await open(temporary, 'r+')
        try {
          await copy.sync()
        } finally {
          await copy.close()
        }
        await files.rename(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      return target
    },
    async list() {
      try {
        const paths = (await readdir(folder)).map((name) => join(folder, name))
        const dated = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })))
        return dated.toSorted((a, b) => a.at - b.at).map(({ path }) => path)
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return []
        throw error
      }
    },
    async remove(path) {
      await rm(path, { force: true })
      await files.syncFolder(folder)
    },
  }
}
