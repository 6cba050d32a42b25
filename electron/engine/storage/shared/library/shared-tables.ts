import { join } from 'node:path'
import PQueue from 'p-queue'
import { CairnError, toCairnError } from '@shared/errors'
import { messageOf } from '@shared/note'
import type { Bucket } from '@engine/ports/storage/bucket'
import type { NextTables, StoredEmbedder, VectorTables } from '@engine/ports/models/vector-space'
import { ChunkTables } from '../../chunks/chunk-tables'
import type { ChunkTablesOptions } from '../../chunks/open-tables'
import { whyNotOpened } from '../../opening/store-error'
import { connectTables } from '../../tables/chunk-table'
import { chunkTableName } from '../../tables/chunks'
import type { LibraryTables } from '../library-version'
import { BucketTablePlace, damagedTables, keepsVersionsMs, type TableAccess } from './bucket-tables'
import { deleteLeftFolders } from './left-folders'
import type { SharedLibrary } from './shared-library'

export interface SharedTablesParts {
  readonly library: SharedLibrary
  readonly bucket: Bucket
  readonly access: TableAccess
  /** The store's folder on this machine, absolute. */
  readonly folder: string
  readonly embedder: StoredEmbedder
  readonly liveRevisionOf: (documentId: string) => string | undefined
  readonly log: (line: string) => void
}

/** What was searched a moment ago may be in use still, in milliseconds. */
const closeAfterMs = 60_000

/** The search tables of a shared library: read as others publish them, or written to in a folder that no earlier writer can reach. */
export class SharedTables implements VectorTables {
  readonly next: NextTables | undefined = undefined
  #inUse: ChunkTables | undefined
  #folder = ''
  /** What is in use stands in the place of damaged tables. */
  #isDamaged = false
  #made = 0
  #term = 0
  readonly #closing = new Map<NodeJS.Timeout, ChunkTables>()

  constructor(private readonly parts: SharedTablesParts) {}

  get current(): ChunkTables {
    if (this.#inUse) return this.#inUse
    throw new CairnError('STORE_UNUSABLE', 'The tables of the shared library are not open.', 'Start Cairn again.')
  }

  get embedder(): StoredEmbedder {
    return this.parts.embedder
  }

  /** Sees what the library says of its tables now. Where they are damaged, whoever searches them is told. */
  async read(): Promise<void> {
    const { tables } = this.parts.library
    if (!tables) throw new CairnError('STORE_UNUSABLE', 'The shared library has no tables yet.', 'Try again soon.')
    const known = this.#isDamaged || this.#folder !== tables.folder ? undefined : this.#inUse
    const isRead = await known?.refresh().then(
      () => true,
      () => false,
    )
    if (!isRead) await this.#readFrom(tables.folder)
  }

  /** Gives the tables to this process to write to. */
  async startWriting(term: number): Promise<void> {
    this.#term = term
    this.#made = 0
    const found = this.parts.library.tables
    const folder = found?.settled ? found.folder : this.#freshName()
    try {
      if (found && !found.settled) await this.#copy(found, folder)
      await this.#write(folder)
    } catch (thrown) {
      this.#requireDamage(thrown)
      await this.#write(this.#freshName())
    }
  }

  /** To be called once a version names the tables that this process writes to. */
  async deleteLeft(): Promise<void> {
    const { bucket, library, log } = this.parts
    const term = this.#term
    const isWriter = () => library.isWriting && this.#term === term
    const gone = await deleteLeftFolders({ bucket, inUse: this.#folder, readMs: keepsVersionsMs, isWriter })
    if (gone.length > 0) log(`shared library: tables that nobody reads any more were deleted: ${gone.join(', ')}`)
  }

  /** Finishes what is being written. Resolves with whether nothing more can arrive in the tables. */
  async stopWriting(): Promise<boolean> {
    const tables = this.#inUse
    if (!tables) return false
    // They are searched until others have taken their place.
    await tables.finish()
    return tables.isSettled
  }

  /** Reads again, after writing. */
  async readAgain(): Promise<void> {
    const { tables } = this.parts.library
    if (tables) await this.#readFrom(tables.folder)
  }

  async reset(): Promise<void> {
    const folder = this.#freshName()
    await this.#write(folder)
  }

  begin(): Promise<never> {
    return Promise.reject(fixedVectors())
  }

  setPaused(): Promise<never> {
    return Promise.reject(fixedVectors())
  }

  async drop(): Promise<void> {
    // Nothing is ever begun.
  }

  switchOver(): Promise<never> {
    return Promise.reject(fixedVectors())
  }

  async remove(documentIds: readonly string[]): Promise<void> {
    await this.current.index.remove(documentIds)
  }

  async close(): Promise<void> {
    for (const timer of this.#closing.keys()) clearTimeout(timer)
    const all = [...this.#closing.values(), ...(this.#inUse ? [this.#inUse] : [])]
    await Promise.all(all.map((tables) => tables.close()))
  }

  async #write(folder: string): Promise<void> {
    const tables = await this.#open(this.#options(folder, false))
    await tables.announce()
    this.#use(folder, tables)
  }

  #freshName(): string {
    this.#made += 1
    return `lance-${this.#term}-${this.#made}`
  }

  #place(folder: string): BucketTablePlace {
    const { folder: store } = this.parts
    return new BucketTablePlace({ ...this.parts, folder, statisticsPath: join(store, 'term-statistics.bin') })
  }

  async #readFrom(folder: string): Promise<void> {
    const options = this.#options(folder, true)
    try {
      this.#use(folder, await this.#open(options))
    } catch (thrown) {
      this.#requireDamage(thrown)
      this.#use(folder, await ChunkTables.unreadable(options, damagedTables(thrown)))
      this.#isDamaged = true
    }
  }

  #options(folder: string, readOnly: boolean): ChunkTablesOptions {
    const { folder: store, embedder, log } = this.parts
    const { dimensions } = embedder
    const how = { discard: false, keepDamaged: false, readOnly }
    return { place: this.#place(folder), temporaryFolder: join(store, 'tmp'), dimensions, log, ...how }
  }

  async #open(options: ChunkTablesOptions): Promise<ChunkTables> {
    const { liveRevisionOf, access } = this.parts
    try {
      return await ChunkTables.open(options, liveRevisionOf)
    } catch (thrown) {
      this.#requireDamage(thrown)
      // It may be of what this machine keeps of them.
      await access.forget()
      return ChunkTables.open(options, liveRevisionOf)
    }
  }

  /** Throws what is no damage. */
  #requireDamage(thrown: unknown): void {
    if (toCairnError(thrown).code !== 'STORE_DAMAGED') throw thrown
    this.parts.log(
      `shared library: its search tables are damaged: ${messageOf(thrown instanceof Error ? (thrown.cause ?? thrown) : thrown)}`,
    )
  }

  #use(folder: string, tables: ChunkTables): void {
    const before = this.#inUse
    this.#inUse = tables
    this.#isDamaged = false
    this.#folder = folder
    if (!before) return
    const timer = setTimeout(() => {
      this.#closing.delete(timer)
      before.close().catch((thrown: unknown) => this.parts.log(`store: closing tables: ${String(thrown)}`))
    }, closeAfterMs).unref()
    this.#closing.set(timer, before)
  }

  /** Makes tables of a writer who may have died at the version that counts. What else has arrived there counts for nobody. */
  async #copy({ folder: from, version }: LibraryTables, to: string): Promise<void> {
    const { bucket, access } = this.parts
    const { entries } = await bucket.list(`${from}/`)
    const queue = new PQueue({ concurrency: 8 })
    await queue.addAll(
      entries.map(
        ({ key }) =>
          () =>
            bucket.copy(key, `${to}/${key.slice(from.length + 1)}`),
      ),
    )
    const connection = await connectTables({ uri: access.uriOf(to), storageOptions: access.storageOptions })
    try {
      const table = await connection.openTable(chunkTableName)
      await table.checkout(version)
      await table.restore()
      table.close()
    } catch (thrown) {
      throw whyNotOpened(thrown) ?? damagedTables(thrown)
    } finally {
      connection.close()
    }
  }
}

function fixedVectors(): CairnError {
  const message = 'The vectors of a shared library stay those it began with.'
  return new CairnError('INVALID_INPUT', message, 'Its documents are searched with them by everybody.')
}
