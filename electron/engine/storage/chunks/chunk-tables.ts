import { CairnError } from '@shared/errors'
import type { IndexedChunk } from '@engine/ports/storage/chunk-index'
import type { ChunkTableSet, StoredVector } from '@engine/ports/models/vector-space'
import { LanceChunkIndex } from './lance-chunk-index'
import {
  type ChunkTablesOptions,
  type CurrentTables,
  buildTables,
  closeFiles,
  closeTables,
  loadStatistics,
  openCopy,
  openForReading,
  openOrRemake,
  openUnreadable,
} from './open-tables'
import { type DocumentRows, countRows, createChunkTable } from '../tables/chunk-table'
import { readNames, readTexts, readVectorsAt, readWithoutVectors } from '../tables/copied-rows'
import type { TablePlace } from './table-place'
import { HashedTermStatistics } from './term-statistics'
import { WriteQueue } from './write-queue'

/** A table that others write to has its terms counted anew when this share of its rows is new. */
const outgrownBy = 0.1

type OptionsAt<Place extends TablePlace> = ChunkTablesOptions & { readonly place: Place }

/** The life of the chunk table: opened, repaired or made anew, moved, emptied, closed. */
export class ChunkTables<Place extends TablePlace = TablePlace> implements ChunkTableSet {
  readonly index: LanceChunkIndex
  #recounting: Promise<void> | undefined
  #closed = false

  private constructor(
    private options: OptionsAt<Place>,
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
  static async open<Place extends TablePlace>(
    options: OptionsAt<Place>,
    liveRevisionOf: (documentId: string) => string | undefined,
  ): Promise<ChunkTables<Place>> {
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

  /** As `documents`; counted anew where others write to the tables. */
  async countDocuments(): Promise<ReadonlyMap<string, DocumentRows>> {
    return this.current.writer ? this.documents : this.current.published.read(countRows)
  }

  get place(): Place {
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
    const finish = await this.current.writer?.whileStill(() => this.place.linkInto(folder), 'be backed up')
    await finish?.()
  }

  /**
   * Goes on with a copy of the tables in another place. While nothing is written, `copy` brings the last of it there, and `name` writes down where they
   * lie from then on; if anything fails up to there, all stays as it was. What waits to be written is written there. Resolves with what
   * deletes the old files once no read needs them any more.
   */
  async move(place: Place, copy: () => Promise<void>, name: () => Promise<void>): Promise<() => Promise<void>> {
    const { writer } = this.current
    if (!writer) throw openedForReading()
    return writer.whileStill(async () => {
      const before = { ...this.current, place: this.place }
      await copy()
      await place.sync()
      const copied = await openCopy(this.options, place, before)
      try {
        await writer.note(place)
        await name()
      } catch (thrown) {
        await closeFiles(copied)
        throw thrown
      }
      writer.move(copied)
      this.current = { ...this.current, ...copied }
      this.options = { ...this.options, place }
      return async () => {
        await before.published.idle()
        await closeFiles(before)
        await before.place.setAside({ keep: false })
      }
    }, 'be written anew')
  }

  /** Replaces the tables by empty ones, in another place where one is given: `name` then writes down where they lie. */
  async reset(place: Place = this.place, name?: () => Promise<void>): Promise<void> {
    if (this.options.readOnly) throw openedForReading()
    await this.queue.run(async () => {
      const previous = { ...this.current, place: this.place }
      await previous.upkeep?.close()
      if (place === previous.place) await place.setAside({ keep: false })
      const open = await createChunkTable(place, this.options.dimensions)
      const options = { ...this.options, place }
      const current = await buildTables(options, open, this.queue)
      await name?.()
      this.options = options
      this.current = current
      await closeTables(previous)
      if (place !== previous.place) await previous.place.setAside({ keep: false })
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

function openedForReading(): CairnError {
  return new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
}
