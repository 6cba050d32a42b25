import type { Table } from '@lancedb/lancedb'
import type { DocumentChunks } from '@engine/ports/storage/chunk-index'
import { needsMaintenance } from './upkeep/maintain-tables'
import { toStoreError } from '../opening/store-error'
import { addRows, deleteDocuments, deleteOtherRevisions, overwriteRows, readSearches } from '../tables/chunk-rows'
import type { DocumentRows, OpenChunkTable } from '../tables/chunk-table'
import { indexFirstRows } from '../tables/indexes'
import { OwedRewriting } from './upkeep/owed-rewriting'
import type { TableUpkeep } from './upkeep/table-upkeep'
import type { TableShape } from './upkeep/upkeep-task'
import type { PublishedTable } from '../tables/published-table'
import type { TablePlace } from './table-place'
import type { HashedTermStatistics } from './term-statistics'
import type { WriteQueue } from './write-queue'

export interface TableWriterParts {
  readonly open: OpenChunkTable
  readonly published: PublishedTable
  readonly statistics: HashedTermStatistics
  readonly place: TablePlace
  readonly queue: WriteQueue
  readonly upkeep: TableUpkeep
  readonly temporaryFolder: string
  readonly dimensions: number
  readonly log: (line: string) => void
}

/** Every change of the chunk table, one after another; each becomes visible in one step, or not at all. */
export class TableWriter {
  /** Whether a write failed and could not be undone yet. */
  #halfDone = false
  #hasFailed = false
  /** Documents whose removal waits for its turn. */
  readonly #toRemove = new Set<string>()
  /** Whether files may hold rows that were deleted without being written out. */
  #holdsDeleted: boolean
  /** How many searches there were when `maintain` was called last. */
  #searches = 0
  readonly #owed: OwedRewriting

  constructor(
    private parts: TableWriterParts,
    private shape: TableShape,
    /** What an earlier process noted of it. */
    owesRewriting: boolean,
  ) {
    this.#holdsDeleted = owesRewriting || parts.open.documents.size > 0
    this.#owed = new OwedRewriting(parts.place.rewritesEveryMs, () => this.writeOut(), parts.log)
    if (owesRewriting) this.#owed.later()
  }

  get #table(): Table {
    return this.parts.open.table
  }

  get #documents(): Map<string, DocumentRows> {
    return this.parts.open.documents
  }

  get hasVectorIndex(): boolean {
    return this.shape.vectorRows > 0
  }

  /** Whether a write failed, so that nobody knows what of it still arrives where the tables are in a bucket. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Row counts by document and revision. */
  get documents(): ReadonlyMap<string, DocumentRows> {
    return this.#documents
  }

  async replace(documents: readonly DocumentChunks[]): Promise<void> {
    await this.#write('be written', async () => {
      const known = documents.filter(({ documentId }) => this.#documents.has(documentId))
      const before = await this.parts.published.read((table) => readSearches(table, known.map(idOf)))
      // The same revision again cannot be told from its older rows, so those go first. A crash in between leaves the
      // document without rows, which the next start reports as missing.
      const again = known.filter((next) => this.#documents.get(next.documentId)?.revisions.has(next.revision))
      await deleteDocuments(this.#table, again.map(idOf))
      await addRows(this.#table, documents, this.parts.dimensions)
      await deleteOtherRevisions(this.#table, known)
      await indexFirstRows(this.#table)
      return async () => {
        this.#holdsDeleted ||= known.length > 0
        const after = documents.flatMap(({ chunks }) => chunks.map((row) => row.search))
        await this.parts.statistics.exchange(before, after)
        for (const { documentId, revision, chunks } of documents) {
          if (chunks.length === 0) this.#documents.delete(documentId)
          else this.#documents.set(documentId, { revisions: new Map([[revision, chunks.length]]) })
        }
      }
    })
  }

  /** See `ChunkWriter.addVectors`. */
  async addVectors(documents: readonly DocumentChunks[]): Promise<string[]> {
    const written: string[] = []
    await this.#write('be written', async () => {
      const still = documents.filter(
        ({ documentId, revision, chunks }) =>
          this.#documents.get(documentId)?.revisions.get(revision) === chunks.length,
      )
      written.push(...still.map(idOf))
      await overwriteRows(this.#table, still, this.parts.dimensions)
      await indexFirstRows(this.#table)
      this.#outgrow(still.reduce((sum, { chunks }) => sum + chunks.length, 0))
      return () => {
        this.#holdsDeleted ||= still.length > 0
      }
    })
    return written
  }

  /**
   * What others want removed by then goes along. The files hold nothing of it any more, unless there is a vector index and another was
   * written out less than `rewritesEveryMs` ago: then they do until that has passed, or `writeOut`.
   */
  async remove(documentIds: readonly string[]): Promise<void> {
    for (const id of documentIds) this.#toRemove.add(id)
    await this.#write('be cleared of a document', async () => {
      const known = [...new Set([...documentIds, ...this.#toRemove])].filter((id) => this.#documents.has(id))
      this.#toRemove.clear()
      if (known.length === 0 && !this.#holdsDeleted) return () => undefined
      const before = await this.parts.published.read((table) => readSearches(table, known))
      await deleteDocuments(this.#table, known)
      const shape = this.#owed.isDue(this.hasVectorIndex) ? await this.#rewritten() : undefined
      if (!shape) this.#owed.later()
      return async () => {
        this.#holdsDeleted = true
        await this.parts.statistics.exchange(before, [])
        for (const id of known) this.#documents.delete(id)
        if (shape) await this.#settle(shape)
      }
    })
  }

  /** Writes out what removals have only marked, as far as there is room for that. */
  async writeOut(): Promise<void> {
    if (!this.#owed.is) return
    await this.#write('be cleared of deleted documents', async () => {
      const shape = this.#owed.is ? await this.#rewritten() : undefined
      return () => (shape ? this.#settle(shape) : this.#owed.again())
    })
  }

  /** Deletes the rows of revisions that should not be there. Only at the start: the statistics are not told. */
  async keepOnly(revisionOf: (documentId: string) => string | undefined): Promise<void> {
    const strays = [...this.#documents].filter(([id, rows]) => {
      const live = revisionOf(id)
      return [...rows.revisions.keys()].some((revision) => revision !== live)
    })
    await this.#write(strays.length === 0 ? 'be indexed' : 'be tidied', async () => {
      const kept = strays.flatMap(([documentId]) => {
        const revision = revisionOf(documentId)
        return revision === undefined ? [] : [{ documentId, revision }]
      })
      await deleteDocuments(
        this.#table,
        strays.map(([id]) => id).filter((id) => revisionOf(id) === undefined),
      )
      await deleteOtherRevisions(this.#table, kept)
      await indexFirstRows(this.#table)
      return () => {
        this.#holdsDeleted ||= strays.length > 0
        for (const [id, rows] of strays) {
          const revision = revisionOf(id) ?? ''
          const count = rows.revisions.get(revision)
          if (count === undefined) this.#documents.delete(id)
          else this.#documents.set(id, { revisions: new Map([[revision, count]]) })
        }
      }
    })
  }

  /** See `ChunkWriter.maintain`. */
  async maintain(isDone: boolean): Promise<void> {
    await this.#write('be maintained', async () => {
      const { searches } = this.parts.published
      const isSearched = searches > this.#searches
      this.#searches = searches
      if (!(await needsMaintenance(this.#table, this.shape, { isDone, isSearched }))) return () => undefined
      const shape = await this.parts.upkeep.perform(this.#table, { kind: 'optimise', last: this.shape, isDone })
      return async () => {
        this.shape = shape
        await this.#cleanUp()
        await this.saveStatistics()
      }
    })
  }

  /** Runs work while nothing is written and the newest version is the published one. `doing` completes "could not …". */
  async whileStill<Result>(work: () => Promise<Result>, doing: string): Promise<Result> {
    return this.parts.queue.run(async () => {
      try {
        if (this.#halfDone) await this.#undo()
        return await work()
      } catch (error) {
        throw toStoreError(error, doing)
      }
    })
  }

  /** Goes on with a copy of the tables in another place. Only to be called while they are still: whatever waits to be written is written there. */
  move(parts: Pick<TableWriterParts, 'open' | 'published' | 'place' | 'upkeep'>): void {
    this.parts = { ...this.parts, ...parts }
    this.#searches = 0
  }

  /** Saves the term statistics for the version that is published now. */
  async saveStatistics(): Promise<void> {
    const { statistics, published, place, temporaryFolder } = this.parts
    await statistics.save(place, published.version, temporaryFolder)
  }

  close(): void {
    this.#owed.stop()
    this.#table.close()
  }

  /** Undefined without room for it. */
  async #rewritten(): Promise<TableShape | undefined> {
    const { place, upkeep } = this.parts
    return (await place.hasRoomToRewrite()) ? upkeep.perform(this.#table, { kind: 'rewrite' }) : undefined
  }

  async #settle(shape: TableShape): Promise<void> {
    this.shape = shape
    this.#owed.done()
    await this.#cleanUp()
    this.#holdsDeleted = false
  }

  /**
   * Runs `change` on the writer's own handle, makes its files durable, publishes it, and then runs what it returned.
   * If anything up to there fails, the table goes back to the published version.
   */
  async #write(doing: string, change: () => Promise<() => void | Promise<void>>): Promise<void> {
    await this.parts.queue.run(async () => {
      try {
        await this.parts.place.beforeReading()
        if (this.#halfDone) await this.#undo()
        this.#halfDone = true
        const afterwards = await change()
        await this.#publish()
        this.#halfDone = false
        await afterwards()
      } catch (error) {
        this.#hasFailed = true
        if (this.#halfDone) await this.#tryToUndo(error)
        throw toStoreError(error, doing)
      }
    })
  }

  async #publish(): Promise<void> {
    const version = await this.#table.version()
    if (version === this.parts.published.version) return
    await this.parts.place.sync()
    await this.parts.published.publish(version)
    await this.note()
  }

  /** Tells the place of the tables which version is published. */
  async note(place = this.parts.place): Promise<void> {
    const { vectorRows, isTextWhole } = this.shape
    const indexes = { vector_rows: vectorRows, text_whole: isTextWhole }
    await place.note({ version: this.parts.published.version, ...indexes, owes_rewriting: this.#owed.is })
  }

  /** The vector index was built without the vectors of these rows: it is due again as if they had been added. */
  #outgrow(rows: number): void {
    const { vectorRows } = this.shape
    if (vectorRows > 0) this.shape = { ...this.shape, vectorRows: Math.max(1, vectorRows - rows) }
  }

  /** Cleaning may make a version of its own; readers move there so that the one before can go as well. */
  async #cleanUp(): Promise<void> {
    const { upkeep, place } = this.parts
    await upkeep.perform(this.#table, { kind: 'clean-up', last: this.shape, keepMs: place.keepsVersionsMs })
    await this.#publish()
    await this.note()
    await place.sync()
  }

  async #undo(): Promise<void> {
    await this.#table.checkout(this.parts.published.version)
    await this.#table.restore()
    this.#halfDone = false
  }

  /** A disk too full to write may be too full to undo: then the next write undoes first, or the next start. */
  async #tryToUndo(cause: unknown): Promise<void> {
    try {
      await this.#undo()
    } catch (error) {
      this.parts.log(
        `store: undoing a failed write failed too: ${String(error)}; the write failed with: ${String(cause)}`,
      )
    }
  }
}

function idOf(document: DocumentChunks): string {
  return document.documentId
}
