import { existsSync } from 'node:fs'
import { access, type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CairnError, hasCode } from '@shared/errors'

/**
 * Replaces a file in one step that survives power loss: write `beside`, fsync, rename, fsync the folder. A crash leaves
 * either the old content or the new content. `beside` must be on the same file system.
 */
export async function replaceDurably(path: string, data: string | Uint8Array, beside: string): Promise<void> {
  try {
    const file = await openToWrite(beside, 'w')
    try {
      await file.writeFile(data)
      await file.sync()
    } finally {
      await file.close()
    }
    await renameDurably(beside, path)
  } catch (thrown) {
    await rm(beside, { force: true })
    throw thrown
  }
}

/** Replaces a file by a value as JSON, in one step that survives power loss. */
export function writeJsonDurably(path: string, value: unknown): Promise<void> {
  return replaceDurably(path, `${JSON.stringify(value, undefined, 2)}\n`, `${path}.new`)
}

/** Opens a file of a store. Throws FILE_VANISHED with the folder that is gone, such as a store that was moved away while it was open. */
export async function openToWrite(path: string, flags: 'a' | 'w'): Promise<FileHandle> {
  try {
    return await open(path, flags, 0o600)
  } catch (thrown) {
    throw naming(path, thrown)
  }
}

/** What to throw where something could not be made because a folder above it is gone: the system's error names only what was to be made. */
function naming(path: string, thrown: unknown): unknown {
  let gone = path
  while (!existsSync(dirname(gone))) gone = dirname(gone)
  if (gone === path || !hasCode(thrown, 'ENOENT')) return thrown
  const action = 'Put it back, or start Cairn with the place where it lies now.'
  return new CairnError('FILE_VANISHED', `The folder ${gone} is no longer there.`, action, { cause: thrown })
}

/** The value in a JSON file, unparsed by any schema; undefined where there is no such file or it is damaged. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown
  } catch (thrown) {
    if (thrown instanceof SyntaxError || hasCode(thrown, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return undefined
    throw thrown
  }
}

/**
 * Makes a folder of a store, and the one above it where `depth` is 2. Never the store's own: where that was moved away while it was open, a new one
 * in its place would hide that, and keep it from being moved back. Resolves with whether there was none.
 */
export async function makeStoreFolder(path: string, depth: 1 | 2 = 1): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return false
    if (depth === 1 || !hasCode(thrown, 'ENOENT')) throw naming(path, thrown)
  }
  // Mostly there is one, so the one above it is not looked at first.
  await makeStoreFolder(dirname(path))
  return makeStoreFolder(path)
}

/** Whether a path exists. Throws the system's error where that cannot be told. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return false
    throw thrown
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
