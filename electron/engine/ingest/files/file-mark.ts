import type { Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import type { FileMark } from '@shared/documents'
import { hasCode } from '@shared/errors'
import { openablePath } from './odd-names'

/** What a file system says of a file, as it is kept. */
export function markOf({ size, mtimeMs, ctimeMs, dev }: Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'dev'>): FileMark {
  return { size, modified: mtimeMs, changed: ctimeMs, device: dev }
}

/** Whether a file is still the one of this mark. Its device may have another number after a restart. */
export function isSameMark(a: FileMark, b: FileMark): boolean {
  return a.size === b.size && a.modified === b.modified && a.changed === b.changed
}

/** The mark of the file at a path; `gone` where there is none, `away` where that cannot be told. Links are followed. */
export async function lookAt(path: string): Promise<FileMark | 'gone' | 'away'> {
  try {
    const facts = await stat(await openablePath(path))
    return facts.isFile() ? markOf(facts) : 'gone'
  } catch (thrown) {
    return hasCode(thrown, 'ENOENT', 'ENOTDIR') ? 'gone' : 'away'
  }
}

/** Whether anything stands at a path, a link to nowhere included; `away` where that cannot be told. */
export async function isThere(path: string): Promise<boolean | 'away'> {
  try {
    await lstat(await openablePath(path))
    return true
  } catch (thrown) {
    return hasCode(thrown, 'ENOENT', 'ENOTDIR') ? false : 'away'
  }
}
