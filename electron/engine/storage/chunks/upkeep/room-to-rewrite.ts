import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** With so much free the size of the tables is not asked for. */
const certainlyEnough = 4 * 1024 ** 3
/** Rewriting keeps the old files until the new ones are published, and sorts the indexes on the disk. */
const timesTheTables = 2

/** Whether a table folder can be written anew beside itself. */
export async function hasRoomToRewrite(lanceFolder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(lanceFolder)
  const free = bavail * bsize
  return free >= certainlyEnough || free >= timesTheTables * (await bytesBelow(lanceFolder))
}

async function bytesBelow(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
