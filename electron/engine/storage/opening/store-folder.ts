import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { CairnError, toCairnError, hasCode } from '@shared/errors'
import { temporaryPath } from '../files/durable-file'
import { linksMissing } from './store-error'

/**
 * Makes the store's folders (only their owner may look inside) and tries what durable writing needs: files, hard links,
 * renames. Throws INVALID_INPUT, STORE_UNUSABLE, PERMISSION_DENIED or DISK_FULL.
 */
export async function prepareFolder(folder: string): Promise<void> {
  if (!isAbsolute(folder)) {
    throw new CairnError(
      'INVALID_INPUT',
      `"${folder}" is not an absolute path.`,
      'Give the whole path of the store folder.',
    )
  }
  const temporaryFolder = join(folder, 'tmp')
  try {
    for (const child of ['sessions', 'objects', 'tmp']) await makeFolders(join(folder, child))
  } catch (error) {
    if (!hasCode(error, 'ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ENAMETOOLONG')) throw unusable(folder, error)
    throw new CairnError(
      'STORE_UNUSABLE',
      `${folder} is not a folder and cannot become one.`,
      'Choose another folder.',
      { cause: error },
    )
  }
  const written = temporaryPath(temporaryFolder)
  const linked = temporaryPath(temporaryFolder)
  try {
    await writeFile(written, 'cairn', { flag: 'wx', mode: 0o600 })
    await tryLinks(written, linked)
    if ((await readFile(linked, 'utf8')) !== 'cairn') throw linksMissing(undefined)
  } catch (error) {
    throw unusable(folder, error)
  } finally {
    await rm(written, { force: true })
    await rm(linked, { force: true })
  }
}

/** Like a recursive mkdir, which never ends where a parent exists that takes no folders (/proc, a drive just removed). */
async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const parent = dirname(path)
    if (hasCode(error, 'EEXIST') && (await stat(path)).isDirectory()) return
    if (!hasCode(error, 'ENOENT') || parent === path || existsSync(parent)) throw error
    await makeFolders(parent)
    await mkdir(path, { mode: 0o700 })
  }
}

/** Deletes what earlier runs have left in the temporary folder. Only the holder of the lock may do this. */
export async function emptyTemporaryFolder(folder: string): Promise<void> {
  const temporaryFolder = join(folder, 'tmp')
  await rm(temporaryFolder, { recursive: true, force: true })
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 })
}

async function tryLinks(written: string, linked: string): Promise<void> {
  try {
    await link(written, linked)
    await rename(linked, `${linked}-renamed`)
    await rename(`${linked}-renamed`, linked)
  } catch (error) {
    // The file itself could be written, so what these codes refuse is the link.
    if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL')) throw linksMissing(error)
    throw error
  }
}

function unusable(folder: string, error: unknown): CairnError {
  const known = toCairnError(error)
  if (known.code !== 'INTERNAL' && known.code !== 'FILE_VANISHED') return known
  return new CairnError('STORE_UNUSABLE', `The folder ${folder} cannot hold a store.`, 'Choose another folder.', {
    cause: error,
  })
}
