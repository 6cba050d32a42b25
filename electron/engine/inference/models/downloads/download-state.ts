import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError, hasCode } from '@shared/errors'
import { type CatalogueEntry, ModelPath } from '@shared/models/models'
import { readJson, writeJsonDurably } from '@engine/platform/durable-files'

/** The state of a download on disk, from which it resumes after a crash. */
const DownloadState = z.object({
  version: z.literal(1),
  id: z.string().min(1),
  entry_id: z.string(),
  files: z.array(
    z.object({
      path: ModelPath,
      sha256: z.string().nullable(),
      /** The size that the server stated; null before it answered. */
      total: z.number().int().nonnegative().nullable(),
      validator: z.string().nullable(),
      complete: z.boolean(),
      verified: z.boolean(),
    }),
  ),
})
export type DownloadState = z.infer<typeof DownloadState>
export type FileState = DownloadState['files'][number]

const stateName = 'download.json'
const prefix = '.download-'

export function downloadFolder(folder: string, entryId: string): string {
  return join(folder, prefix + entryId)
}

/** Where complete files are, as the model will have them. */
export function completeFolder(own: string): string {
  return join(own, 'files')
}

export function partPath(own: string, index: number): string {
  return join(own, `${index}.part`)
}

/** Throws CairnError MODEL_UNUSABLE for a name that leads out of the folder, whoever wrote it. */
export function completePath(own: string, path: string): string {
  if (!ModelPath.safeParse(path).success) {
    const message = 'The catalogue has a file that would lie outside its model’s folder.'
    throw new CairnError('MODEL_UNUSABLE', message, 'Choose another model.')
  }
  return join(completeFolder(own), ...path.split('/'))
}

export function freshState(id: string, entry: CatalogueEntry): DownloadState {
  const files = entry.files.map(({ path, sha256 }) => fresh(path, sha256))
  return { version: 1, id, entry_id: entry.id, files }
}

/** The state for an entry of the present catalogue. The state of files that are no longer in it is dropped. */
export function stateFor(entry: CatalogueEntry, saved: DownloadState): DownloadState {
  const files = entry.files.map(({ path, sha256 }, index) => {
    const known = saved.files[index]
    return known?.path === path && known.sha256 === sha256 ? known : fresh(path, sha256)
  })
  return { ...saved, files }
}

export function saveState(own: string, state: DownloadState): Promise<void> {
  return writeJsonDurably(join(own, stateName), state)
}

/** Undefined where there is none or it is damaged. */
export async function readState(own: string): Promise<DownloadState | undefined> {
  return DownloadState.safeParse(await readJson(join(own, stateName))).data
}

/** The folders of downloads that were not finished, absolute. */
export async function unfinishedFolders(folder: string): Promise<string[]> {
  try {
    const items = await readdir(folder, { withFileTypes: true })
    return items
      .filter((item) => item.isDirectory() && item.name.startsWith(prefix))
      .map(({ name }) => join(folder, name))
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return []
    throw thrown
  }
}

/** Bytes of each file that are there, in order. A complete file that is gone is to be fetched again. */
export async function bytesThere(own: string, state: DownloadState): Promise<number[]> {
  return Promise.all(
    state.files.map(async (file, index) => {
      const size = await sizeOf(file.complete ? completePath(own, file.path) : partPath(own, index))
      if (size === undefined) Object.assign(file, fresh(file.path, file.sha256))
      return size ?? 0
    }),
  )
}

function fresh(path: string, sha256: string | null): FileState {
  return { path, sha256, total: null, validator: null, complete: false, verified: false }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}
