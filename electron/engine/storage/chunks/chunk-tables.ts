import { link, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { CairnError } from '@shared/errors'
import type { IndexedChunk } from '@engine/ports/storage/chunk-index'
import type { ChunkTableSet, StoredVector } from '@engine/ports/models/vector-space'
import { LanceChunkIndex } from './lance-chunk-index'
import {
  type ChunkTablesOptions,
  type CurrentTables,
  buildTables,
  closeTables,
  lanceFolderOf,
  loadStatistics,
  openForReading,
  openOrRemake,
} from './open-tables'
import { type DocumentRows, createChunkTable } from '../tables/chunk-table'
import { readNames, readTexts, readVectorsAt } from '../tables/copied-rows'
import { WriteQueue } from './write-queue'

/** Counted anew from the rows in no time, and a megabyte each time. */
const leftOut = 'term-statistics.bin'

/** The life of the chunk table: opened, repaired or made anew, emptied, closed. */
export class ChunkTables implements ChunkTableSet {
  readonly index: LanceChunkIndex
  #closed = false

  private constructor(
    private readonly options: ChunkTablesOptions,
    private readonly queue: WriteQueue,
    private current: CurrentTables,
    /** The tables were missing, damaged or of another embedder, and are empty now. */
    readonly remade: boolean,
  ) {
    this.index = new LanceChunkIndex(options.dimensions, () => this.current)
  }

  /**
   * Opens the tables, repairing what it may: rows of any revision but the live one are what a crash has left half done,
   * and are deleted. Throws STORE_DAMAGED only where `readOnly` forbids that.
   */
  static async open(
    options: ChunkTablesOptions,
    liveRevisionOf: (documentId: string) => string | undefined,
  ): Promise<ChunkTables> {
    const queue = new WriteQueue()
    if (options.readOnly) return new ChunkTables(options, queue, await openForReading(options), false)
    const { open, remade } = await openOrRemake(options)
    const current = await buildTables(options, open, queue)
    const strays = [...open.documents.keys()].filter((id) => liveRevisionOf(id) === undefined)
    if (options.unknown) await options.unknown(await current.published.read((table) => readNames(table, strays)))
    await current.writer?.keepOnly(liveRevisionOf)
    await loadStatistics(options, current.published, current.statistics)
    return new ChunkTables(options, queue, current, remade)
  }

  /** How many rows of which revision each document has. */
  get documents(): ReadonlyMap<string, DocumentRows> {
    return this.current.open.documents
  }

  /** Absolute. */
  get lanceFolder(): string {
    return lanceFolderOf(this.options)
  }

  async textsOf(documentIds: readonly string[]): Promise<Omit<IndexedChunk, 'vector'>[]> {
    return this.current.published.read((table) => readTexts(table, documentIds))
  }

  async vectorsAt(places: readonly Pick<StoredVector, 'documentId' | 'index'>[]): Promise<StoredVector[]> {
    return this.current.published.read((table) => readVectorsAt(table, places, this.options.dimensions))
  }

  /** Every row of the published version, for a check. */
  get published(): CurrentTables['published'] {
    return this.current.published
  }

  /** Links their files into a new folder, as they are between two writes. */
  async linkInto(folder: string): Promise<void> {
    await this.current.writer?.whileStill(() => linkFiles(this.lanceFolder, folder))
  }

  /** Replaces the tables by empty ones. */
  async reset(): Promise<void> {
    if (this.options.readOnly) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    await this.queue.run(async () => {
      const previous = this.current
      const lanceFolder = this.lanceFolder
      await rm(lanceFolder, { recursive: true, force: true })
      const open = await createChunkTable(lanceFolder, this.options.dimensions)
      this.current = await buildTables(this.options, open, this.queue)
      closeTables(previous)
    })
  }

  /** Finishes the writes under way and closes the tables. */
  async close(): Promise<void> {
    await this.queue.close()
    if (this.#closed) return
    this.#closed = true
    try {
      await this.current.writer?.saveStatistics()
    } catch (error) {
      // They are counted anew at the next start, so a full disk is no reason not to close.
      this.options.log(`store: the term statistics could not be saved: ${String(error)}`)
    }
    closeTables(this.current)
  }
}

/** Links the files of a folder of tables into a new folder on the same disk. None of them is ever changed in place. */
async function linkFiles(lanceFolder: string, folder: string): Promise<void> {
  const entries = await readdir(lanceFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name !== leftOut)
  for (const { parentPath, name } of files) {
    const target = join(folder, relative(lanceFolder, parentPath), name)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await link(join(parentPath, name), target)
  }
}
