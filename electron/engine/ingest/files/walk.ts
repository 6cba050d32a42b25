import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { isBelow } from '@engine/platform/paths'
import { isLeftOutOf, type VaultKind, vaultOf } from '@shared/folders/folder-look'
import { isIgnoredFile, isIgnoredFolder } from './ignored-names'
import { openablePath } from './odd-names'

const deepest = 32

export interface FoundFile {
  readonly path: string
  /** The folder it lies in, from the added folder's own name on: `station/reports`. Null for a file that was added by itself. */
  readonly folder: string | null
}

/**
 * Every file under the given paths, in a stable order. A path that names a file is always yielded, even when it does
 * not exist: its error belongs to it. Inside folders hidden and temporary files are left out; links are followed once,
 * so that loops end, and only to what lies in the added folder itself; what a program of notes or papers keeps for itself is left out.
 * Throws only when aborted.
 */
export async function* walk(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<FoundFile> {
  const visited = new Set<string>()
  for (const path of paths) {
    signal?.throwIfAborted()
    if (await isFolder(path)) {
      const added = { name: basename(resolve(path)), real: await realOf(path) }
      yield* walkFolder({ path, added, vault: null, depth: 0, visited, signal })
    } else yield { path, folder: null }
  }
}

interface Folder {
  readonly path: string
  /** The folder that was added. */
  readonly added: { readonly name: string; readonly real: string }
  /** Whose folder the added one is, known below it. */
  readonly vault: VaultKind | null
  readonly depth: number
  readonly visited: Set<string>
  readonly signal: AbortSignal | undefined
}

async function* walkFolder(folder: Folder): AsyncGenerator<FoundFile> {
  const { added, depth, visited, signal } = folder
  const real = await realOf(folder.path)
  if (visited.has(real) || depth > deepest) return
  visited.add(real)
  const entries = await entriesIn(folder.path)
  const from = relative(added.real, real)
  const name = from === '' ? added.name : [added.name, ...from.split(sep)].join('/')
  if (entries === null) {
    // A folder that cannot be read is reported like a file that cannot: by its own path.
    yield { path: folder.path, folder: name }
    return
  }
  const vault = depth === 0 ? vaultOf(new Set(entries.map((entry) => entry.name))) : folder.vault
  for (const entry of entries) {
    signal?.throwIfAborted()
    if (isLeftOutOf(vault, [...from.split(sep), entry.name].filter(Boolean).join('/'))) continue
    const path = join(folder.path, entry.name)
    if (entry.isSymbolicLink() && !isBelow(await realOf(path), added.real)) continue
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path)))) {
      if (!isIgnoredFolder(entry.name)) yield* walkFolder({ ...folder, path, vault, depth: depth + 1 })
    } else if (!isIgnoredFile(entry.name)) yield { path, folder: name }
  }
}

/** Where a path really leads; itself where that cannot be told, as for a link to nowhere. */
async function realOf(path: string): Promise<string> {
  return realpath(await openablePath(path)).catch(() => resolve(path))
}

async function entriesIn(folder: string): Promise<Dirent[] | null> {
  try {
    const entries = await readdir(await openablePath(folder), { withFileTypes: true })
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return null
  }
}

/** Size and date of a file; of one that cannot be looked at as if it were small and new, so that its error is soon told. */
export async function factsOf(path: string): Promise<{ size: number; modifiedAt: number | null }> {
  try {
    const { size, mtimeMs } = await stat(await openablePath(path))
    return { size, modifiedAt: mtimeMs }
  } catch {
    return { size: 0, modifiedAt: null }
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(await openablePath(path))).isDirectory()
  } catch {
    // Missing, forbidden, or a link to nowhere: reading the file will say which.
    return false
  }
}
