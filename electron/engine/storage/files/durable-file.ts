import { randomBytes } from 'node:crypto'
import { copyFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  exists,
  makeStoreFolder,
  openToWrite,
  renameDurably,
  replaceDurably,
  syncFolder,
} from '@engine/platform/durable-files'
import { namesIn } from '@engine/platform/stored-text'
import type { DurableFiles } from '@engine/ports/storage/document-store'

/** A fresh path inside `folder` that nothing uses yet. */
export function temporaryPath(folder: string): string {
  return join(folder, randomBytes(12).toString('hex'))
}

/** Replaces a file in one step that survives power loss. `temporaryFolder` must be on the same file system. */
export function writeDurably(path: string, data: string | Uint8Array, temporaryFolder: string): Promise<void> {
  return replaceDurably(path, data, temporaryPath(temporaryFolder))
}

/**
 * Adds to the end of a file, and returns once that, and the name of a new file, have reached the disk. What fails half-way is
 * taken back; a crash may leave a part of `data` behind.
 */
async function appendDurably(path: string, data: string): Promise<void> {
  const file = await openToWrite(path, 'a')
  try {
    const { size } = await file.stat()
    try {
      await file.appendFile(data)
      await file.datasync()
    } catch (error) {
      await file.truncate(size)
      // A new file that nothing could be written to would be taken for a damaged one.
      if (size === 0) await rm(path, { force: true })
      throw error
    }
    if (size === 0) await syncFolder(dirname(path))
  } finally {
    await file.close()
  }
}

/** The port for rooms that keep files of their own in the store. */
export function createDurableFiles(temporaryFolder: string): DurableFiles {
  return {
    temporaryPath: () => temporaryPath(temporaryFolder),
    write: (path, data) => writeDurably(path, data, temporaryFolder),
    append: appendDurably,
    rename: renameDurably,
    syncFolder,
  }
}

/** Puts a file where a person can look at it, or a copy of it where there is such a file. */
export type PutAside = (path: string, options?: { readonly copy: boolean }) => Promise<void>

/** A file that lies where another belongs, and where it belongs itself. */
export interface Misplaced {
  readonly path: string
  readonly to: string
}

/** A file of `putInPlace` that has left the wrong place and is not in its own yet. */
const underWay = /^(.+)\.[0-9a-f]{16}\.moving$/u

/**
 * Files of a folder that have changed places go back to where they belong in it; one whose place is taken is put aside. What was
 * under way when an earlier call was cut short goes with them.
 */
export async function putInPlace(folder: string, misplaced: readonly Misplaced[], putAside: PutAside): Promise<void> {
  for (const { path, to } of misplaced) await rename(path, `${to}.${randomBytes(8).toString('hex')}.moving`)
  for (const name of await namesIn(folder)) {
    const [, own] = underWay.exec(name) ?? []
    if (own === undefined) continue
    if (await exists(join(folder, own))) await putAside(join(folder, name))
    else await renameDurably(join(folder, name), join(folder, own))
  }
}

/** Puts damaged files into a folder, which is made for the first of them. */
export function putAsideIn(folder: string, log: (line: string) => void): PutAside {
  return async (path, { copy } = { copy: false }) => {
    if (copy && !(await exists(path))) return
    await makeStoreFolder(folder, 2)
    const target = join(folder, basename(path))
    await (copy ? copyFile(path, target) : rename(path, target))
    await syncFolder(folder)
    log(`store: ${path} is damaged${copy ? '; a copy of it' : ' and'} was put aside in ${folder}`)
  }
}
