import type { KeyObject } from 'node:crypto'
import { CairnError } from '@shared/errors'
import { KeyedSeal } from './keyed-seal'
import { beginsSealed, openWhole, sealWhole } from './sealed-file'

/** What writers and readers of whole files put them through: a folder may hold files of both kinds. */
export interface FileSeal {
  /** Whether what is written now is to be sealed. */
  readonly isSealing: boolean
  /** The bytes of a file as they are to be written. */
  close(bytes: Uint8Array): Uint8Array
  /** What was read of a file, as it was before it was sealed. Throws STORE_DAMAGED for a sealed one that does not open. */
  open(bytes: Buffer): Buffer
  /** The key, for files that are sealed piece by piece; undefined where nothing is sealed or was. Throws CANCELLED where it was given up. */
  key(): KeyObject | undefined
}

/** Where nothing is sealed. */
export const noFileSeal: FileSeal = {
  isSealing: false,
  close: (bytes) => bytes,
  open: (bytes) => bytes,
  key: () => undefined,
}

/** Seals whole files (`sealed-file.ts`). No file that is told by its first bytes alone may begin like a sealed one in clear. */
export class SealedFiles extends KeyedSeal implements FileSeal {
  close(bytes: Uint8Array): Uint8Array {
    const key = this.key()
    return key && this.isSealing ? sealWhole(key, bytes) : bytes
  }

  open(bytes: Buffer): Buffer {
    if (!beginsSealed(bytes)) return bytes
    const key = this.key()
    const opened = key && openWhole(key, bytes)
    if (opened) return opened
    throw new CairnError('STORE_DAMAGED', 'An encrypted file of the store is damaged.')
  }
}
