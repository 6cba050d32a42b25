import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { CairnError, toCairnError, hasCode } from '@shared/errors'
import type { ModelFolder } from '../folder/model-folder'
import { safeName } from './model-name'

export interface ModelUploadsOptions {
  /** Absolute path of the models folder. Uploads lie in it, on the same disk, so that they need not be copied. */
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Whether the folder may be written: not while another Cairn works in it. */
  readonly access?: Pick<ModelFolder, 'isReadOnly' | 'requireWritable'> | undefined
}

const batchName = /^[A-Za-z0-9-]{1,64}$/
/** A model's folder, a folder in it, and the file. */
const maxParts = 3
const orphanMs = 24 * 3_600_000

/** Files of models on their way from a browser, which has no path to tell: `.uploads/<batch>/<as they were called>`. */
export class ModelUploads {
  readonly #root: string

  constructor(private readonly options: ModelUploadsOptions) {
    this.#root = join(options.folder, '.uploads')
  }

  /**
   * Streams a file to disk and returns its path. `name` may have folders (`bge/onnx/model.onnx`); files of one model share a
   * batch. Throws CairnError INVALID_INPUT, DISK_FULL, PERMISSION_DENIED, STORE_LOCKED, CANCELLED, and leaves nothing of it
   * behind then.
   */
  async receive(name: string, batch: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string> {
    const parts = name.split(/[\\/]/u).filter(Boolean)
    if (!batchName.test(batch) || parts.length === 0 || parts.length > maxParts) {
      throw new CairnError('INVALID_INPUT', 'This is no name for a model’s file.', 'Rename it and add it again.')
    }
    await this.options.access?.requireWritable()
    const path = join(this.#root, batch, ...parts.map(safeName))
    const part = `${path}.part`
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(part, 'w', 0o600)
      try {
        for await (const piece of bytes) {
          signal?.throwIfAborted()
          await file.writeFile(piece)
        }
        await file.sync()
      } finally {
        await file.close()
      }
      signal?.throwIfAborted()
      await rename(part, path)
      return path
    } catch (thrown) {
      await rm(part, { force: true })
      if (signal?.aborted) throw new CairnError('CANCELLED', 'The upload was cancelled.', 'Add it again.')
      throw toCairnError(thrown)
    }
  }

  /** The batch that all these paths belong to, and the paths to add from it. Undefined for files elsewhere. */
  batchOf(paths: readonly string[]): { readonly batch: string; readonly paths: readonly string[] } | undefined {
    const inside = paths.map((path) => relative(this.#root, path).split(sep))
    const batches = new Set(inside.map(([batch]) => batch))
    const [batch] = batches
    if (batches.size !== 1 || batch === undefined || !batchName.test(batch)) return undefined
    const folders = new Set(inside.map((parts) => (parts.length > 2 ? parts[1] : undefined)))
    const [folder] = folders
    return { batch, paths: folders.size === 1 && folder !== undefined ? [join(this.#root, batch, folder)] : paths }
  }

  /** Removes the files of a batch. */
  async discard(batch: string): Promise<void> {
    await rm(join(this.#root, batch), { recursive: true, force: true })
  }

  /** Removes batches that were left for a day. */
  async sweep(): Promise<void> {
    if (this.options.access?.isReadOnly) return
    const batches = await readdir(this.#root).catch((thrown: unknown) => {
      if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return []
      throw thrown
    })
    for (const batch of batches) {
      const { mtimeMs } = await stat(join(this.#root, batch))
      if (mtimeMs < this.options.now() - orphanMs) await this.discard(batch)
    }
  }
}
