import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CairnError, hasCode, toCairnError } from '@shared/errors'
import type { CatalogueEntry, CatalogueFile } from '@shared/models/models'
import { hashFile } from '../downloads/part-file'

/** Where the files of an entry may lie: at least its weights do, by name and size. */
interface Place {
  /** The files that are there, absolute. */
  readonly files: readonly { readonly path: string; readonly file: CatalogueFile }[]
  /** Names of those that are not. */
  readonly missing: readonly string[]
}

/** An entry of the catalogue that seems to lie in a folder, at one or more places. */
export interface FoundEntry {
  readonly entry: CatalogueEntry
  /** The most complete first; never empty. */
  readonly places: readonly Place[]
}

const maxDepth = 4
const maxFiles = 5000

/**
 * Finds entries by the names of their files and the size of the weights: in a copy of Cairn’s models folder, among
 * repositories, or bare files. Throws CairnError FILE_VANISHED, PERMISSION_DENIED, INVALID_INPUT for a huge folder.
 */
export async function findInFolder(root: string, entries: readonly CatalogueEntry[]): Promise<FoundEntry[]> {
  const { folders, sizes } = await filesBelow(root)
  return entries.flatMap((entry) => {
    const places = folders.flatMap((folder) => placeIn(folder, entry, sizes) ?? [])
    return places.length === 0
      ? []
      : [{ entry, places: places.toSorted((a, b) => a.missing.length - b.missing.length) }]
  })
}

/**
 * The paths of an entry's files where all are there and have the checksums that are known: two models may look alike from
 * outside. Throws CairnError FILE_CORRUPT, MODEL_UNUSABLE where files are missing, CANCELLED.
 */
export async function genuineFiles({ entry, places }: FoundEntry, signal: AbortSignal): Promise<string[]> {
  let problem: unknown
  for (const place of places) {
    try {
      await requireGenuine(entry, place, signal)
      return place.files.map(({ path }) => path)
    } catch (thrown) {
      if (signal.aborted) throw toCairnError(signal.reason)
      problem ??= thrown
    }
  }
  throw toCairnError(problem)
}

async function requireGenuine(entry: CatalogueEntry, { files, missing }: Place, signal: AbortSignal): Promise<void> {
  if (missing.length > 0) {
    const message = `${entry.name} is not complete in this folder: ${missing.join(', ')} is missing.`
    throw new CairnError('MODEL_UNUSABLE', message, 'Copy its whole folder and add it again.')
  }
  for (const { path, file } of files) {
    if (file.sha256 === null) continue
    const hash = createHash('sha256')
    await hashFile(path, (await stat(path)).size, hash, signal)
    if (hash.digest('hex') === file.sha256) continue
    const message = `${basename(path)} is not the file that ${entry.publisher} published as ${entry.name}.`
    throw new CairnError('FILE_CORRUPT', message, 'Copy it again, or fetch it from the catalogue.')
  }
}

async function filesBelow(root: string) {
  const folders: string[] = []
  const sizes = new Map<string, number>()
  const walk = async (folder: string, depth: number): Promise<void> => {
    folders.push(folder)
    for (const item of await listing(folder, folder !== root)) {
      if (item.name.startsWith('.')) continue
      const path = join(folder, item.name)
      if (item.isDirectory() && depth < maxDepth) await walk(path, depth + 1)
      if (item.isFile()) sizes.set(path, (await stat(path)).size)
      if (sizes.size > maxFiles)
        throw new CairnError(
          'INVALID_INPUT',
          'This folder holds far more than models.',
          'Choose the models’ own folder.',
        )
    }
  }
  try {
    await walk(root, 1)
  } catch (thrown) {
    throw toCairnError(thrown)
  }
  return { folders, sizes }
}

/** Sticks have folders of the system's own that nobody may read. */
async function listing(folder: string, mayBeClosed: boolean): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (thrown) {
    if (mayBeClosed && hasCode(thrown, 'EACCES', 'EPERM')) return []
    throw thrown
  }
}

/** Undefined where the weights, its largest file, are not in the folder. */
function placeIn(folder: string, entry: CatalogueEntry, sizes: ReadonlyMap<string, number>): Place | undefined {
  const placeOf = ({ path }: CatalogueFile) =>
    // Downloaded one by one, `onnx/model.onnx` lies beside the other files.
    [join(folder, ...path.split('/')), ...(path.startsWith('onnx/') ? [join(folder, basename(path))] : [])].find((at) =>
      sizes.has(at),
    )
  const [weights] = entry.files.toSorted((a, b) => b.bytes - a.bytes)
  const size = sizes.get((weights && placeOf(weights)) ?? '')
  if (size === undefined || size !== weights?.bytes) return undefined
  const files = entry.files.flatMap((file) => {
    const path = placeOf(file)
    return path === undefined ? [] : [{ path, file }]
  })
  const there = new Set(files.map(({ file }) => file))
  return { files, missing: entry.files.filter((file) => !there.has(file)).map(({ path }) => path) }
}
