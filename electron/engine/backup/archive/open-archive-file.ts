import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { CairnError, hasCode, toCairnError } from '@shared/errors'
import { requireLong } from '@engine/platform/sealing/passphrase-key'
import { type ArchiveFile, PlainFile } from './archive-file'
import { headerBytes, isSealed, newSealKey, openSealKey } from './seal/seal-header'
import { SealedFile } from './seal/sealed-archive'

/**
 * A file to back up to: the one that is there, or a new one, with a passphrase where one is given. Throws PASSWORD_NEEDED and
 * PASSWORD_WRONG, and INVALID_INPUT for a passphrase that is too short, or for a backup that was begun without one.
 */
export async function fileToWrite(path: string, passphrase: string | undefined): Promise<ArchiveFile> {
  const beginning = await beginningOf(path)
  if (beginning && isSealed(beginning)) return opened(path, beginning, passphrase)
  if (passphrase === undefined) return new PlainFile(path)
  if (beginning) {
    throw new CairnError(
      'INVALID_INPUT',
      `“${basename(path)}” was begun without a passphrase, and what it holds can be read without one.`,
      'Choose a new file for backups with a passphrase.',
    )
  }
  requireLong(passphrase)
  return new SealedFile(path, await newSealKey(passphrase))
}

/** A backup to be read. Throws PASSWORD_NEEDED, PASSWORD_WRONG, FILE_VANISHED, and INVALID_INPUT for a damaged beginning. */
export async function fileToRead(path: string, passphrase: string | undefined): Promise<ArchiveFile> {
  const beginning = await beginningOf(path)
  return beginning && isSealed(beginning) ? opened(path, beginning, passphrase) : new PlainFile(path)
}

async function opened(path: string, header: Buffer, passphrase: string | undefined): Promise<ArchiveFile> {
  if (passphrase !== undefined) return new SealedFile(path, await openSealKey(header, passphrase, path))
  throw new CairnError(
    'PASSWORD_NEEDED',
    `The backup “${basename(path)}” was made with a passphrase.`,
    'Give the passphrase that it was begun with.',
  )
}

/** Undefined where there is no such file. */
async function beginningOf(path: string): Promise<Buffer | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined
    throw toCairnError(thrown)
  }
}
