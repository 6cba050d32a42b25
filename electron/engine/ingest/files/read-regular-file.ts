import { constants, type Stats } from 'node:fs'
import { access, open, stat } from 'node:fs/promises'
import { CairnError, toCairnError } from '@shared/errors'

/** What one file may cost. Sizes in bytes, lengths in UTF-16 code units. */
export const limits = {
  fileBytes: 200 * 1024 * 1024,
  textCharacters: 20_000_000,
  archiveBytes: 512 * 1024 * 1024,
  archiveRatio: 200,
  /** The ratio alone condemns an archive only above this many unpacked bytes. */
  archiveRatioFrom: 64 * 1024 * 1024,
  archiveEntries: 20_000,
  /** Files in files in files: what lies deeper is not read. */
  memberDepth: 3,
} as const

/**
 * Reads a whole file. Only regular files are opened, so pipes and devices cannot hang the reader. Throws CairnError
 * FILE_VANISHED, PERMISSION_DENIED, INVALID_INPUT (folder, device, link loop), FILE_TOO_LARGE or FILE_EMPTY.
 */
export async function readRegularFile(path: string): Promise<Uint8Array> {
  try {
    requireReadable(await stat(path))
    // The file may have been swapped since: non-blocking, and checked again on the open handle.
    const handle = await open(path, constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK))
    try {
      requireReadable(await handle.stat())
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    throw pathError(thrown)
  }
}

/** Throws as `readRegularFile` does for a file that cannot be read, without opening anything. Returns its facts. */
export async function requireRegularFile(path: string | Buffer): Promise<Stats> {
  try {
    const facts = await stat(path)
    // A folder gets here where it could not be looked into; then that is what is wrong with it.
    if (facts.isDirectory()) await access(path, constants.R_OK | constants.X_OK)
    requireReadable(facts)
    return facts
  } catch (thrown) {
    throw pathError(thrown)
  }
}

function requireReadable(facts: Stats): void {
  if (facts.isDirectory()) {
    throw new CairnError(
      'INVALID_INPUT',
      'This is a folder, not a file.',
      'Add the folder itself, or a file inside it.',
    )
  }
  if (!facts.isFile()) {
    throw new CairnError('INVALID_INPUT', 'This is a device or a pipe, not a file.', 'Add ordinary files only.')
  }
  if (facts.size > limits.fileBytes) {
    const size = Math.ceil(facts.size / 1024 / 1024)
    const most = Math.floor(limits.fileBytes / 1024 / 1024)
    throw new CairnError(
      'FILE_TOO_LARGE',
      `The file has ${size} MB; Cairn reads files up to ${most} MB.`,
      'Split it into smaller files and add those.',
    )
  }
  if (facts.size === 0) throw emptyFile()
}

export function emptyFile(): CairnError {
  return new CairnError(
    'FILE_EMPTY',
    'The file is empty (0 bytes).',
    'Check that it was saved or downloaded completely.',
  )
}

function pathError(thrown: unknown): CairnError {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : ''
  if (code === 'ELOOP') {
    return new CairnError(
      'INVALID_INPUT',
      'This link only points back at itself.',
      'Add the file it was meant to reach.',
    )
  }
  if (code === 'ERR_INVALID_ARG_VALUE') {
    return new CairnError(
      'INVALID_INPUT',
      'No path can hold a NUL character.',
      'Check the path and add the file again.',
    )
  }
  if (code === 'ENOTDIR' || code === 'ENAMETOOLONG') {
    return new CairnError('FILE_VANISHED', 'There is no file at this path.', 'Check the path and add the file again.')
  }
  if (code === 'EIO' || code === 'ENODEV' || code === 'ENXIO') {
    return new CairnError(
      'FILE_CORRUPT',
      'The disk could not deliver this file.',
      'Check the disk or network drive, then try again.',
      { cause: thrown },
    )
  }
  return toCairnError(thrown)
}
