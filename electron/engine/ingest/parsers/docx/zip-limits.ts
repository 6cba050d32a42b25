import { CairnError } from '@shared/errors'
import { limits } from '../../files/read-regular-file'
import { inflateEntry, type ZipEntry } from './zip-entries'

export type ArchiveLimits = Readonly<
  Record<'archiveBytes' | 'archiveRatio' | 'archiveRatioFrom' | 'archiveEntries', number>
>

/**
 * Unpacks every entry without keeping anything, counting real bytes rather than trusting the sizes the archive claims,
 * and stops at the limits. Returns the bytes of each. Throws CairnError ARCHIVE_BOMB, FILE_ENCRYPTED or FILE_CORRUPT.
 */
export function checkArchive(
  entries: readonly ZipEntry[],
  archiveSize: number,
  most: ArchiveLimits = limits,
): number[] {
  if (entries.length > most.archiveEntries) throw archiveBomb(`it holds ${entries.length} files`)
  let total = 0
  const count = (piece: Uint8Array): void => {
    total += piece.length
    if (total > most.archiveBytes) {
      throw archiveBomb(`it unpacks to more than ${Math.round(most.archiveBytes / 1024 / 1024)} MB`)
    }
    if (total > most.archiveRatioFrom && total > archiveSize * most.archiveRatio) {
      throw archiveBomb(`it unpacks to more than ${most.archiveRatio} times its size`)
    }
  }
  return entries.map((entry) => {
    if (entry.isEncrypted) {
      throw new CairnError(
        'FILE_ENCRYPTED',
        'The file is protected with a password.',
        'Remove the password in the program it comes from, save it and add it again.',
      )
    }
    const before = total
    inflateEntry(entry, count)
    return total - before
  })
}

function archiveBomb(why: string): CairnError {
  return new CairnError(
    'ARCHIVE_BOMB',
    `The file was not opened because ${why}, as files made to exhaust a computer do.`,
    'If you trust it, save a smaller copy from the program it comes from and add that.',
  )
}
