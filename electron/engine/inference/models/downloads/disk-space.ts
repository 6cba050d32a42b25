import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CairnError, hasCode } from '@shared/errors'

/** Bytes to leave free: sessions and documents are usually on the same disk. */
const marginBytes = 64_000_000

/** Bytes that can still be written on the disk of a folder, which need not exist yet; null where that cannot be told. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (thrown) {
    const parent = dirname(folder)
    if (hasCode(thrown, 'ENOENT') && parent !== folder) return freeBytesOf(parent)
    // A file system that does not say is no reason to refuse anything.
    return null
  }
}

/** Whether `bytes` more fit, with some left over; `free` is null where that cannot be told. */
export function hasSpace(bytes: number, free: number | null): boolean {
  return free === null || free >= bytes + marginBytes
}

/** Throws CairnError DISK_FULL where `bytes` more would not fit, with some left over. */
export function requireSpace(what: string, bytes: number, free: number | null): void {
  if (hasSpace(bytes, free)) return
  const message = `${what} needs ${sizeInWords(bytes)}, and ${sizeInWords(free ?? 0)} are free on this disk.`
  throw new CairnError('DISK_FULL', message, 'Free some space and try again; nothing already saved was lost.')
}

/** As `1.3 GB`. */
export function sizeInWords(bytes: number): string {
  return bytes < 1e9 ? `${Math.max(1, Math.round(bytes / 1e6))} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
