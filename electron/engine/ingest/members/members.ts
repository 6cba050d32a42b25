import { CairnError } from '@shared/errors'
import { limits } from '../files/read-regular-file'

/** A file that another file holds, as its parser finds it. */
export interface FoundMember {
  /** Its path in there, as it is written; parts are set apart by `/` or `\`. */
  readonly path: string
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** When it was last changed, milliseconds since the epoch. */
  readonly modified?: number | undefined
}

/** Why a file that another file holds did not become a document. */
export type Unread =
  | 'encrypted'
  | 'link'
  | 'no file'
  | 'packing'
  | 'damaged'
  | 'overlapping'
  | 'too large'
  | 'too deep'
  | 'too many'
  | 'deleted'

/** Takes the files that a file holds; each becomes a document of its own. Its limits hold while they are unpacked. */
export interface Members {
  /** Those that were taken, in order, by the path they have now; sizes in bytes. */
  readonly taken: readonly { readonly path: string; readonly size: number }[]
  /** Whether no more are taken, because of their number or their bytes, or because this file lies too deep in others. */
  readonly isFull: boolean
  /** Above this many unpacked bytes a file is what is made to exhaust a computer. */
  readonly bombBytes: number
  /** Takes one, or says why not. Throws CairnError ARCHIVE_BOMB or DISK_FULL; what `pieces` throws makes it `damaged`. */
  add(member: FoundMember): Promise<Unread | 'taken'>
}

/** What one file's members may still cost, after what the file it came with has taken already. Sizes in bytes. */
export interface MemberBudget {
  readonly count: number
  readonly bytes: number
  /** Above this many bytes together they are what is made to exhaust a computer. */
  readonly bombBytes: number
  /** Whether files in this one are read at all; false for a file that itself lies too deep. */
  readonly mayHold: boolean
}

/** A member that was unpacked into a file of its own. */
export interface UnpackedMember {
  readonly path: string
  /** Where its bytes are, absolute. */
  readonly file: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of its bytes, hex. */
  readonly hash: string
  readonly modified: number | null
}

/** For who wants a file's own text only: no member is unpacked. */
export const noMembers: Members = {
  taken: [],
  isFull: true,
  bombBytes: Infinity,
  add: () => Promise.resolve('too many'),
}

/** The error for what unpacks to far more than an archive of this size honestly holds. */
export function archiveBomb(): CairnError {
  return new CairnError(
    'ARCHIVE_BOMB',
    `The file was not opened because it unpacks to more than ${limits.archiveRatio} times its size, as files made to exhaust a computer do.`,
    'If you trust it, unpack it yourself and add the files you need.',
  )
}
