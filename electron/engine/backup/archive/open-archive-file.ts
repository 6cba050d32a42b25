import { open, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { CairnError, hasCode } from '@shared/errors'
import { notRead, notWritten } from '@engine/platform/place/named-file'
import { requireLong } from '@engine/platform/sealing/passphrase-key'
import { type ArchiveFile, PlainFile } from './archive-file'
import { checksumIn } from './moment'
import { notABackup } from './read-archive'
import { headerBytes, isSealed, newSealKey, openSealKey } from './seal/seal-header'
import { SealedFile } from './seal/sealed-archive'

/**
 * A file to back up to: the one that is there, or a new one, with a passphrase where one is given. Throws PASSWORD_NEEDED and
 * PASSWORD_WRONG, FILE_VANISHED where there is no folder for it, and INVALID_INPUT for a passphrase that is too short, or for a backup
 * that was begun without one.
 */
export async function fileToWrite(path: string, passphrase: string | undefined): Promise<ArchiveFile> {
  await stat(dirname(path)).catch((thrown: unknown) => {
    throw notWritten(thrown, path)
  })
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

/** A backup to be read. Throws PASSWORD_NEEDED, PASSWORD_WRONG, FILE_VANISHED, and FILE_CORRUPT for a damaged beginning. */
export async function fileToRead(path: string, passphrase: string | undefined): Promise<ArchiveFile> {
  const beginning = await beginningOf(path)
  if (beginning) return isSealed(beginning) ? opened(path, beginning, passphrase) : new PlainFile(path)
  throw new CairnError('FILE_VANISHED', `There is no backup ${path}.`, 'Check the path.')
}

const nameBytes = 100

/** Throws as `fileToRead`, and FILE_CORRUPT for a file that begins as no backup does; the rest of it is not read. */
export async function requireBackup(path: string, passphrase: string | undefined): Promise<void> {
  const file = await fileToRead(path, passphrase)
  try {
    const [first = ''] = (await file.read(0, nameBytes)).toString('latin1').split('\0')
    if (checksumIn(first) === undefined) throw notABackup(path)
  } finally {
    file.forget()
  }
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
    if (!hasCode(thrown, 'EISDIR')) throw notRead(thrown, path)
    throw new CairnError('FILE_CORRUPT', `${path} is a folder, not a backup.`, 'Name the file of a backup.')
  }
}
