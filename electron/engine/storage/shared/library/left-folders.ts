import type { Bucket, BucketEntry } from '@engine/ports/storage/bucket'

const prefix = 'lance-'
const form = /^(lance-(\d{1,10})-(\d{1,6}))\//u

interface TableFolder {
  readonly name: string
  readonly term: number
  readonly made: number
  readonly entries: readonly BucketEntry[]
}

export interface LeftFolders {
  readonly bucket: Bucket
  /** The folder of tables that the newest version names. */
  readonly inUse: string
  /** Milliseconds for which a reader may go on in tables that others have taken the place of. */
  readonly readMs: number
  /** Whether this process still is the writer it was. */
  readonly isWriter: () => boolean
}

/**
 * Deletes tables that nobody reads any more: those that a crash left, of which the next writer made a copy. When they were left is when the folder
 * after them was made, by the server's clock alone. Returns the names of the folders that went.
 */
export async function deleteLeftFolders({ bucket, inUse, readMs, isWriter }: LeftFolders): Promise<string[]> {
  const { entries, now } = await bucket.list(prefix)
  const folders = foldersOf(entries)
  const at = folders.findIndex(({ name }) => name === inUse)
  // A list without the folder that counts says nothing of the others.
  if (at === -1) return []
  const gone: string[] = []
  for (const [place, { name, entries: own }] of folders.entries()) {
    if (place === at) continue
    // One behind it was begun by a writer who came to no version: nobody has ever read it.
    const leftAt = place < at ? oldest(folders[place + 1]?.entries ?? []) : newest(own)
    if (now - leftAt < readMs) continue
    for (const { key } of own) {
      if (!isWriter()) return gone
      await bucket.delete(key)
    }
    gone.push(name)
  }
  return gone
}

/** In the order in which they were made. */
function foldersOf(entries: readonly BucketEntry[]): TableFolder[] {
  const byName = new Map<string, BucketEntry[]>()
  for (const entry of entries) {
    const name = form.exec(entry.key)?.[1]
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), entry])
  }
  return [...byName]
    .map(([name, own]) => {
      const [, , term, made] = form.exec(`${name}/`) ?? []
      return { name, term: Number(term), made: Number(made), entries: own }
    })
    .toSorted((a, b) => a.term - b.term || a.made - b.made)
}

function oldest(entries: readonly BucketEntry[]): number {
  return Math.min(...entries.map(({ changedAt }) => changedAt))
}

function newest(entries: readonly BucketEntry[]): number {
  return Math.max(...entries.map(({ changedAt }) => changedAt))
}
