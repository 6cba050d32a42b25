import { readdir, stat } from 'node:fs/promises'
import { basename, relative, resolve, sep } from 'node:path'
import { type FolderLook, lookAt, type NamedFolder } from '@shared/folders/folder-look'
import { walk } from '../files/walk'

/** What stands in those of these paths that are folders, from names alone; null where none is. Throws only when aborted. */
export async function lookInto(paths: readonly string[], signal?: AbortSignal): Promise<FolderLook | null> {
  const folders: NamedFolder[] = []
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (facts) => facts.isDirectory(),
      () => false,
    )
    if (!isFolder) continue
    const files: string[] = []
    for await (const found of walk([path], signal)) files.push(relative(path, found.path).split(sep).join('/'))
    const top = new Set(await readdir(path).catch(() => []))
    folders.push({ name: basename(resolve(path)), top, files })
  }
  return folders.length === 0 ? null : lookAt(folders)
}
