import { dirname } from 'node:path'
import { CairnError, hasCode, toCairnError } from '@shared/errors'

/** Why a file that a person named cannot be read, said with its path. */
export function notRead(thrown: unknown, path: string): CairnError {
  if (hasCode(thrown, 'EISDIR')) return isFolder(thrown, path)
  if (!hasCode(thrown, 'ENOENT', 'ENOTDIR')) return toCairnError(thrown)
  return new CairnError('FILE_VANISHED', `There is no file ${path}.`, 'Check the path.', { cause: thrown })
}

/** Why a file that a person named cannot be written, said with its path, or that of the folder that is to hold it. */
export function notWritten(thrown: unknown, path: string): CairnError {
  if (hasCode(thrown, 'EISDIR')) return isFolder(thrown, path)
  if (!hasCode(thrown, 'ENOENT', 'ENOTDIR')) return toCairnError(thrown)
  const action = 'Make that folder first, or name another one.'
  return new CairnError('FILE_VANISHED', `There is no folder ${dirname(path)}.`, action, { cause: thrown })
}

function isFolder(thrown: unknown, path: string): CairnError {
  return new CairnError('INVALID_INPUT', `${path} is a folder.`, 'Name a file.', { cause: thrown })
}
