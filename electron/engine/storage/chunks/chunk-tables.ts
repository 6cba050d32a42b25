import { CairnError } from '@shared/errors'
import type { IndexedChunk } from '@engine/ports/storage/chunk-index'
import type { ChunkTableSet, StoredVector } from '@engine/ports/models/vector-space'
import { LanceChunkIndex } from './lance-chunk-index'
import {
  type ChunkTablesOptions,
  type CurrentTables,
  buildTables,
  closeTables,
  loadStatistics,
  openForReading,
  openOrRemake,
  openUnreadable,
} from './open-tables'
import { type DocumentRows, createChunkTable } from '../tables/chunk-table'
import { readNames, readTexts, readVectorsAt, readWithoutVectors } from '../tables/copied-rows'
import type { TablePlace } from './table-place'
import { HashedTermStatistics } from './term-statistics'
import { WriteQueue } from './write-queue'

/** A table that others write to has its terms counted anew when this share of its rows is new. */
const outgrownBy = 0.1

/** The life of the chunk table: opened, repaired or made anew, emptied, closed. */
export class ChunkTables implements ChunkTableSet {
  readonly index: LanceChunkIndex
  #recounting: Promise<void> | undefined
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

  /** In the place of tables that are damaged and that others have to mend: every read of them throws `why`. */
  static async unreadable(options: ChunkTablesOptions, why: CairnError): Promise<ChunkTables> {
    return new ChunkTables(options, new WriteQueue(), await openUnreadable(options, why), false)
  }

  /** How many rows of which revision each document has. */
  get documents(): ReadonlyMap<string, DocumentRows> {
    return this.current.open.documents
  }

  get place(): TablePlace {
    return this.options.place
  }

  /** Whether all that was written has arrived, and nothing more can. */
  get isSettled(): boolean {
    return this.current.writer?.hasFailed !== true
  }

  /** Tells others which version is published. */
  async announce(): Promise<void> {
    await this.current.writer?.note()
  }

  /** Sees what another process has published by now. */
  async refresh(): Promise<void> {
    await this.current.refresh()
    this.#recount()
  }

  /** Counts terms anew where the tables have changed a lot since; they may be a little wrong meanwhile. Never rejects. */
  #recount(): void {
    this.#recounting ??= this.#countAgain()
      .catch((error: unknown) => this.options.log(`store: the terms could not be counted anew: ${String(error)}`))
      .finally(() => (this.#recounting = undefined))
  }

  async #countAgain(): Promise<void> {
    const { published, statistics } = this.current
    const rows = await published.read((table) => table.countRows())
    if (Math.abs(rows - statistics.chunkCount) <= statistics.chunkCount * outgrownBy) return
    const fresh = new HashedTermStatistics()
    await published.read((table) => fresh.rebuild(table))
    if (this.current.published === published) this.current = { ...this.current, statistics: fresh }
  }

  async textsOf(documentIds: readonly string[]): Promise<Omit<IndexedChunk, 'vector'>[]> {
    return this.current.published.read((table) => readTexts(table, documentIds))
  }

  async documentsWithoutVectors(): Promise<string[]> {
    return this.current.published.read(readWithoutVectors)
  }

  async vectorsAt(places: readonly Pick<StoredVector, 'documentId' | 'index'>[]): Promise<StoredVector[]> {
    return this.current.published.read((table) => readVectorsAt(table, places, this.options.dimensions))
  }

  /** Every row of the published version, for a check. */
  get published(): CurrentTables['published'] {
    return this.current.published
  }

  /** Has the files hold nothing any more of what was removed, as far as that can be done now. Never rejects. */
  async writeOut(): Promise<void> {
    await this.current.writer?.writeOut().catch((error: unknown) => {
      this.options.log(`store: what was deleted could not be written out of the search tables: ${String(error)}`)
    })
  }

  /** Links their files into a new folder, as they are between two writes. */
  async linkInto(folder: string): Promise<void> {
    await this.writeOut()
    await this.current.writer?.whileStill(() => this.options.place.linkInto(folder))
  }

  /** Replaces the tables by empty ones. */
  async reset(): Promise<void> {
    if (this.options.readOnly) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    await this.queue.run(async () => {
      const previous = this.current
      await previous.upkeep?.close()
      await this.place.setAside({ keep: false })
      const open = await createChunkTable(this.place, this.options.dimensions)
      this.current = await buildTables(this.options, open, this.queue)
      await closeTables(previous)
    })
  }

  /** Finishes the writes under way and takes no more; the tables can be searched on. */
  async finish(): Promise<void> {
    await this.queue.close()
    await this.#saveStatistics()
  }

  /** Finishes the writes under way and closes the tables. */
  async close(): Promise<void> {
    await this.queue.close()
    if (this.#closed) return
    this.#closed = true
    await this.#recounting
    await this.#saveStatistics()
    await closeTables(this.current)
  }

  async #saveStatistics(): Promise<void> {
    try {
      await this.current.writer?.saveStatistics()
    } catch (error) {
      // They are counted anew at the next start, so a full disk is no reason not to close.
      this.options.log(`store: the term statistics could not be saved: ${String(error)}`)
    }
  }
}
