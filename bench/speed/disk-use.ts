import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { round } from '../metrics'

const mebibyte = 1024 * 1024
const atOnce = 500

/** MB (2^20 bytes) that the files of each folder directly in `folder` hold, and the files beside them as `files`. */
export async function diskUse(folder: string): Promise<Record<string, number>> {
  const used: Record<string, number> = {}
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const name = entry.isDirectory() ? entry.name : 'files'
    used[name] = (used[name] ?? 0) + (await bytesOf(entry.isDirectory() ? await filesIn(path) : [path])) / mebibyte
  }
  return Object.fromEntries(Object.entries(used).map(([name, size]) => [name, round(size, 1)]))
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

async function bytesOf(paths: readonly string[]): Promise<number> {
  let bytes = 0
  for (let at = 0; at < paths.length; at += atOnce) {
    const sizes = await Promise.all(paths.slice(at, at + atOnce).map((path) => lstat(path).then(({ size }) => size)))
    bytes += sizes.reduce((sum, size) => sum + size, 0)
  }
  return bytes
}
