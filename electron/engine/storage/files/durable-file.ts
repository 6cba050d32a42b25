import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DurableFiles } from '@engine/ports/storage/document-store'

/** A fresh path inside `folder` that nothing uses yet. */
export function temporaryPath(folder: string): string {
  return join(folder, randomBytes(12).toString('hex'))
}

/**
 * Replaces a file in one step that survives power loss: write beside, fsync, rename, fsync the directory. A crash leaves
 * either the old content or the new one. `temporaryFolder` must be on the same file system.
 */
export async function writeDurably(path: string, data: string | Uint8Array, temporaryFolder: string): Promise<void> {
  const temporary = temporaryPath(temporaryFolder)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(data)
      await file.sync()
    } finally {
      await file.close()
    }
    await renameDurably(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Adds to the end of a file, and returns once that, and the name of a new file, have reached the disk. What fails half-way is
 * taken back; a crash may leave a part of `data` behind.
 */
export async function appendDurably(path: string, data: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    const { size } = await file.stat()
    try {
      await file.appendFile(data)
      await file.datasync()
    } catch (error) {
      await file.truncate(size)
      throw error
    }
    if (size === 0) await syncFolder(dirname(path))
  } finally {
    await file.close()
  }
}

/** Renames an already synced file and makes the new name durable. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for syncing; NTFS journals its names itself.
  if (process.platform === 'win32') return
  await syncPath(folder)
}

/** Fsyncs one file or folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** True for an error of the operating system with this code, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
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
