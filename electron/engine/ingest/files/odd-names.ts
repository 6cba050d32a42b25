import { Buffer } from 'node:buffer'
import { readdir } from 'node:fs/promises'
import { parse, sep } from 'node:path'

/** What stands for bytes that are no UTF-8, when a name is read as text. */
const lost = '\ufffd'

/**
 * A path as the file system takes it. Linux allows names that are not UTF-8; as text they cannot be opened again, so the name with
 * those bytes is looked up in its folder. Where several names read the same, or none does, the path is returned as it is.
 */
export async function openablePath(path: string): Promise<string | Buffer> {
  if (!path.includes(lost)) return path
  const { root } = parse(path)
  let found = Buffer.from(root)
  for (const part of path.slice(root.length).split(sep)) {
    const name = part.includes(lost) ? await bytesOf(found, part) : Buffer.from(part)
    if (!name) return path
    found = Buffer.concat([found, found.at(-1) === sep.charCodeAt(0) ? Buffer.alloc(0) : Buffer.from(sep), name])
  }
  return found
}

async function bytesOf(folder: Buffer, shown: string): Promise<Buffer | undefined> {
  const names = await readdir(folder, { encoding: 'buffer' }).catch(() => [])
  const [name, second] = names.filter((one) => one.toString('utf8') === shown)
  return second ? undefined : name
}
