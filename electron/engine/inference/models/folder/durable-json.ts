import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file in one step that survives power loss: write beside, fsync, rename, fsync the folder. */
export async function writeJsonDurably(path: string, value: unknown): Promise<void> {
  const beside = `${path}.new`
  try {
    const file = await open(beside, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(value, undefined, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (thrown) {
    await rm(beside, { force: true })
    throw thrown
  }
  await syncFolder(dirname(path))
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for syncing; NTFS journals its names itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What a JSON file holds, unparsed by any schema; undefined where there is none or it is damaged. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown
  } catch (thrown) {
    if (thrown instanceof SyntaxError || hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}

/** True for an error of the operating system with one of these codes, such as `ENOENT`. */
export function hasCode(thrown: unknown, ...codes: string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && codes.includes(thrown.code)
}
