import type { KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { hasCode } from '@shared/errors'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import { beginsSealed } from '@engine/platform/sealing/sealed-file'
import { type FileSeal, noFileSeal } from '@engine/platform/sealing/sealed-files'
import { bytesIfPresent, namesIn } from '@engine/platform/stored-text'
import { WorkQueue } from '@engine/platform/work-queue'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import { isDocumentFile } from './share-holder'

/** Where a store keeps what the graph keeps beside its folder of shares. */
export const graphFileNames = {
  decisions: 'graph-decisions.json',
  descriptions: 'graph-communities.json',
  positions: 'graph-layout.json',
} as const

export interface GraphFilesParts {
  /** The store folder, absolute. */
  readonly store: string
  readonly files: Pick<DurableFiles, 'write' | 'append'>
  readonly seals?: { readonly files: FileSeal; readonly lines: LineSeal } | undefined
}

/**
 * The files of the graph in a store. They are written, deleted and sealed one after another, so that none comes back that was deleted and nothing that
 * was added is lost. Sealed line by line are what a model has read, which grows, and what a person has decided: of a line a flipped bit is put right.
 * All else is derived, and sealed whole.
 */
export class GraphFiles {
  /** Of shares, and of what a model has read. */
  readonly folder: string
  readonly #whole: FileSeal
  readonly #lines: LineSeal
  readonly #turns = new WorkQueue()

  constructor(private readonly parts: GraphFilesParts) {
    this.folder = join(parts.store, 'graph')
    this.#whole = parts.seals?.files ?? noFileSeal
    this.#lines = parts.seals?.lines ?? noSeal
  }

  /** Undefined where there is no such file. Throws STORE_DAMAGED for a sealed one that does not open; a line that does not stays as it is. */
  async read(path: string): Promise<string | undefined> {
    const bytes = await bytesIfPresent(path)
    return bytes && this.#lines.open(this.#whole.open(bytes)).bytes.toString('utf8')
  }

  /** Replaces a file in one step that survives power loss. */
  write(path: string, data: string | Uint8Array): Promise<void> {
    return this.#turns.run(() => this.#write(path, typeof data === 'string' ? Buffer.from(data) : data))
  }

  /** Adds whole lines to a file of lines; resolves once they are on disk. */
  append(path: string, text: string): Promise<void> {
    return this.#turns.run(() => this.parts.files.append(path, this.#lines.close(text)))
  }

  remove(path: string): Promise<void> {
    return this.#turns.run(() => rm(path, { force: true }))
  }

  /** What opens sealed files, for threads that read them by their paths. */
  key(): KeyObject | undefined {
    return this.#whole.key()
  }

  /** As a room of the store's vault: a piece of work for each file. */
  async resealing(reseal: (path: string) => Promise<boolean>): Promise<(() => Promise<boolean>)[]> {
    // Behind what was sealed, or not, by how it was before.
    const paths = await this.#turns.run(() => this.#paths())
    return paths.map((path) => () => this.#turns.run(() => (isOfLines(path) ? reseal(path) : this.#writeAnew(path))))
  }

  async #write(path: string, data: Uint8Array): Promise<void> {
    const closed = isOfLines(path) ? this.#lines.close(Buffer.from(data).toString('utf8')) : this.#whole.close(data)
    await this.parts.files.write(path, closed)
  }

  /** Resolves with whether it was otherwise before. One that does not open stays as it is: whoever reads it makes it anew. */
  async #writeAnew(path: string): Promise<boolean> {
    const bytes = await bytesIfPresent(path)
    if (!bytes || beginsSealed(bytes) === this.#whole.isSealing) return false
    try {
      await this.#write(path, this.#whole.open(bytes))
      return true
    } catch (thrown) {
      if (hasCode(thrown, 'STORE_DAMAGED')) return false
      throw thrown
    }
  }

  async #paths(): Promise<string[]> {
    const { store } = this.parts
    const shares = (await namesIn(this.folder)).filter(isDocumentFile)
    const found = shares.map((name) => join(this.folder, name))
    // What a backup has brought waits in a folder of its own for the next start.
    for (const folder of [store, join(store, 'restored')])
      found.push(...(await namesIn(folder)).filter(isBesideShares).map((name) => join(folder, name)))
    return found
  }
}

/** Also decisions that could not be read and were put aside. */
function isBesideShares(name: string): boolean {
  return Object.values(graphFileNames).some((own) => name === own || name.startsWith(`${own}.damaged-`))
}

function isOfLines(path: string): boolean {
  return path.endsWith('.model') || basename(path).startsWith(graphFileNames.decisions)
}
