import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isIgnoredFile, isIgnoredFolder } from './ignored-names'

const deepest = 32

/**
 * Every file under the given paths, in a stable order. A path that names a file is always yielded, even when it does
 * not exist: its error belongs to it. Inside folders hidden and temporary files are left out; links are followed once,
 * so that loops end. Throws only when aborted.
 */
export async function* walk(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<string> {
  const visited = new Set<string>()
  for (const path of paths) {
    signal?.throwIfAborted()
    if (await isFolder(path)) yield* walkFolder(path, 0, visited, signal)
    else yield path
  }
}

async function* walkFolder(
  folder: string,
  depth: number,
  visited: Set<string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const real = await realpath(folder).catch(() => folder)
  if (visited.has(real) || depth > deepest) return
  visited.add(real)
  const names = await namesIn(folder)
  if (names === null) {
    // A folder that cannot be read is reported like a file that cannot: by its own path.
    yield folder
    return
  }
  for (const name of names) {
    signal?.throwIfAborted()
    const path = join(folder, name)
    if (await isFolder(path)) {
      if (!isIgnoredFolder(name)) yield* walkFolder(path, depth + 1, visited, signal)
    } else if (!isIgnoredFile(name)) yield path
  }
}

async function namesIn(folder: string): Promise<string[] | null> {
  try {
    return (await readdir(folder)).toSorted()
  } catch {
    return null
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    // Missing, forbidden, or a link to nowhere: reading the file will say which.
    return false
  }
}
