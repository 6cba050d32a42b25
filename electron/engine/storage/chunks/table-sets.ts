import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CairnError } from '@shared/errors'
import type { HostProcess } from '@engine/ports/models/host-process'
import type { CarriedTables, TableCarrier } from '@engine/ports/storage/carried-tables'
import {
  type EmbedderIdentity,
  isSameEmbedder,
  type NextTables,
  type StoredEmbedder,
  type VectorTables,
} from '@engine/ports/models/vector-space'
import type { LostDocument } from '../catalogue/lost-documents'
import { analysisVersion } from '@engine/text/analyse'
import { ChunkTables } from './chunk-tables'
import { type NextDescription, type StoreDescription, writeStoreDescription } from '../files/store-file'
import { LocalTablePlace } from './table-place'
import { WriteQueue } from './write-queue'

export interface TableSetsOptions {
  readonly folder: string
  /** The embedder that is always there: tables whose own cannot be had any more are made anew with it. */
  readonly builtIn: Pick<StoredEmbedder, 'id' | 'dimensions'>
  /** Whether an embedder could make vectors now. */
  readonly canEmbed: (embedderId: string) => boolean
  readonly readOnly: boolean
  readonly now: () => number
  readonly log: (line: string) => void
  /** Starts the process that maintains large tables; without it, that is done in this one. */
  readonly forkUpkeep?: (() => HostProcess) | undefined
  readonly liveRevisionOf: (documentId: string) => string | undefined
  /** Told of documents whose rows are about to be deleted because nothing of them is live. */
  readonly unknown?: ((documents: readonly LostDocument[]) => Promise<void>) | undefined
}

interface Begun extends NextTables {
  readonly tables: ChunkTables
}

const firstTables = 'lance'
const numbered = /^lance-(\d+)$/u

/**
 * The tables in use, those being filled for another embedder, and those that were in use until a moment ago. Which folder
 * is which stands in `store.json` alone, so that writing that one file is the switch.
 */
export class TableSets implements VectorTables, TableCarrier {
  /** Changes of `store.json`, one after another. */
  readonly #changes = new WriteQueue()
  readonly #old = new Set<ChunkTables>()

  private constructor(
    private readonly options: TableSetsOptions,
    private description: StoreDescription,
    private inUse: ChunkTables,
    private begun: Begun | undefined,
  ) {}

  /**
   * Opens what `store.json` names and deletes other folders of tables. Vectors are thrown away only where nothing can
   * compare them any more: those of an older built-in embedder, and all where terms are made in another way now.
   */
  static async open(found: StoreDescription, options: TableSetsOptions): Promise<TableSets> {
    const { folder, builtIn, canEmbed, readOnly } = options
    const { id: embedder_id, dimensions } = builtIn
    const withBuiltIn = { ...found, embedder_id, dimensions, unrelated: null, embedder_stamp: undefined }
    const isOutdated = isOldBuiltIn(found.embedder_id, found.dimensions, builtIn)
    const otherTerms = found.analysis_version !== analysisVersion
    let description = isOutdated ? withBuiltIn : found
    let current = await openSet(description, options, { discard: isOutdated || otherTerms, keepDamaged: true })
    if (current.remade && description.embedder_id !== builtIn.id && !canEmbed(description.embedder_id)) {
      // Nobody could fill them again.
      await current.close()
      description = withBuiltIn
      current = await openSet(description, options, { discard: true, keepDamaged: false })
    }
    if (readOnly) return new TableSets(options, description, current, undefined)
    const begun = await openBegun(description, options, otherTerms)
    description = { ...description, analysis_version: analysisVersion, next: begun ? description.next : null }
    // Only now: had we been killed before, the next start must still see that the tables are of another embedder.
    if (JSON.stringify(description) !== JSON.stringify(found)) await writeStoreDescription(folder, description)
    const sets = new TableSets(options, description, current, begun)
    await sets.#deleteStrays()
    return sets
  }

  get current(): ChunkTables {
    return this.inUse
  }

  get embedder(): StoredEmbedder {
    const { embedder_id: id, dimensions, unrelated, embedder_stamp: stamp } = this.description
    return { id, dimensions, unrelated, stamp }
  }

  get next(): NextTables | undefined {
    return this.begun
  }

  async begin(embedder: EmbedderIdentity): Promise<NextTables> {
    return this.#change(async () => {
      const before = this.begun
      if (before && isSameEmbedder(before.embedder, embedder)) return before
      await this.#drop()
      const next: NextDescription = {
        embedder_id: embedder.id,
        dimensions: embedder.dimensions,
        embedder_stamp: embedder.stamp,
        tables: await this.#freshName(),
        paused: false,
      }
      const tables = await openSet(next, this.options, { discard: false, keepDamaged: false })
      try {
        await this.#write({ ...this.description, next })
      } catch (error) {
        await this.#delete(tables)
        throw error
      }
      const { id, dimensions, stamp } = embedder
      this.begun = { tables, embedder: { id, dimensions, stamp }, paused: false }
      return this.begun
    })
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.#change(async () => {
      const { next } = this.description
      if (!this.begun || !next || next.paused === paused) return
      await this.#write({ ...this.description, next: { ...next, paused } })
      this.begun = { ...this.begun, paused }
    })
  }

  async drop(): Promise<void> {
    await this.#change(() => this.#drop())
  }

  async switchOver(unrelated: number | null): Promise<() => Promise<void>> {
    return this.#change(async () => {
      const { begun } = this
      const { next } = this.description
      if (!begun || !next) throw new Error('There are no tables to switch to.')
      const { embedder_id, dimensions, embedder_stamp, tables } = next
      const filled = { embedder_id, dimensions, embedder_stamp, tables, unrelated }
      await this.#write({ ...this.description, ...filled, next: null })
      const old = this.inUse
      this.inUse = begun.tables
      this.begun = undefined
      this.#old.add(old)
      return () => this.#delete(old)
    })
  }

  async linkInto(folder: string): Promise<CarriedTables> {
    return this.#change(async () => {
      await this.inUse.linkInto(folder)
      return { embedder: this.embedder, analysis: this.description.analysis_version }
    })
  }

  /** See `TableCarrier.adopt`. The ones in use until now are deleted at the next start: questions may be searching them. */
  async adopt(
    folder: string,
    { embedder, analysis }: CarriedTables,
    liveRevisionOf: (documentId: string) => string | undefined,
  ): Promise<ChunkTables['documents'] | undefined> {
    return this.#change(async () => {
      if (this.begun || analysis !== analysisVersion || !isSameEmbedder(embedder, this.embedder)) return undefined
      const description = { ...this.description, tables: await this.#freshName(), unrelated: embedder.unrelated }
      await rename(folder, join(this.options.folder, description.tables))
      const options = { ...this.options, liveRevisionOf, unknown: undefined }
      const adopted = await openSet(description, options, { discard: false, keepDamaged: false })
      if (adopted.remade) {
        await this.#delete(adopted)
        return undefined
      }
      try {
        await this.#write(description)
      } catch (error) {
        await this.#delete(adopted)
        throw error
      }
      this.#old.add(this.inUse)
      this.inUse = adopted
      return adopted.documents
    })
  }

  /**
   * The tables in use come first: what is copied from them is looked up there once more before it is written to the next
   * ones, so that what is removed here cannot come back.
   */
  async remove(documentIds: readonly string[]): Promise<void> {
    const done = new Set<ChunkTables>()
    for (;;) {
      const tables = this.#all().find((one) => !done.has(one))
      if (!tables) return
      done.add(tables)
      try {
        await tables.index.remove(documentIds)
      } catch (error) {
        // Deleted as a whole meanwhile, and the documents with them.
        if (this.#all().includes(tables)) throw error
      }
    }
  }

  /** Replaces the tables in use by empty ones. */
  async reset(): Promise<void> {
    await this.inUse.reset()
  }

  async close(): Promise<void> {
    await this.#changes.close()
    await Promise.all([this.inUse.writeOut(), this.begun?.tables.writeOut()])
    await Promise.all(this.#all().map((tables) => tables.close()))
  }

  #all(): ChunkTables[] {
    return [this.inUse, ...(this.begun ? [this.begun.tables] : []), ...this.#old]
  }

  async #change<Result>(change: () => Promise<Result>): Promise<Result> {
    if (this.options.readOnly) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    return this.#changes.run(change)
  }

  async #write(description: StoreDescription): Promise<void> {
    await writeStoreDescription(this.options.folder, description)
    this.description = description
  }

  async #drop(): Promise<void> {
    const { begun } = this
    if (!begun) return
    await this.#write({ ...this.description, next: null })
    this.begun = undefined
    await this.#delete(begun.tables)
  }

  /** Without success the folder stays until the next start. */
  async #delete(tables: ChunkTables): Promise<void> {
    this.#old.delete(tables)
    try {
      await tables.close()
      await tables.place.setAside({ keep: false })
    } catch (error) {
      this.options.log(`store: ${tables.place.uri} could not be deleted: ${String(error)}`)
    }
  }

  async #freshName(): Promise<string> {
    const numbers = (await readdir(this.options.folder)).map((name) => Number(numbered.exec(name)?.[1] ?? 0))
    return `${firstTables}-${Math.max(0, ...numbers) + 1}`
  }

  async #deleteStrays(): Promise<void> {
    const { folder, log } = this.options
    const known = [this.description.tables, this.description.next?.tables]
    for (const name of await readdir(folder)) {
      if (known.includes(name) || (name !== firstTables && !numbered.test(name))) continue
      await rm(join(folder, name), { recursive: true, force: true }).catch((error: unknown) => {
        log(`store: ${join(folder, name)} could not be deleted: ${String(error)}`)
      })
    }
  }
}

async function openSet(
  { tables, dimensions }: Pick<StoreDescription, 'tables' | 'dimensions'>,
  { folder, readOnly, now, log, liveRevisionOf, unknown, forkUpkeep }: TableSetsOptions,
  how: { discard: boolean; keepDamaged: boolean },
): Promise<ChunkTables> {
  const place = new LocalTablePlace(folder, tables, now)
  const temporaryFolder = join(folder, 'tmp')
  const shared = { place, temporaryFolder, dimensions, readOnly, log, unknown, forkUpkeep }
  return ChunkTables.open({ ...shared, ...how }, liveRevisionOf)
}

/** The tables that were begun before a restart, where they are still wanted. */
async function openBegun(
  { next, embedder_id, dimensions, embedder_stamp }: StoreDescription,
  options: TableSetsOptions,
  discard: boolean,
): Promise<Begun | undefined> {
  if (!next || isOldBuiltIn(next.embedder_id, next.dimensions, options.builtIn)) return undefined
  const embedder = { id: next.embedder_id, dimensions: next.dimensions, stamp: next.embedder_stamp }
  if (isSameEmbedder(embedder, { id: embedder_id, dimensions, stamp: embedder_stamp })) return undefined
  try {
    return { tables: await openSet(next, options, { discard, keepDamaged: false }), embedder, paused: next.paused }
  } catch (error) {
    options.log(`store: the vectors begun for ${next.embedder_id} cannot be opened and are dropped: ${String(error)}`)
    return undefined
  }
}

/** Whether these are vectors of a built-in embedder that is not built in any more. */
function isOldBuiltIn(id: string, dimensions: number, builtIn: TableSetsOptions['builtIn']): boolean {
  return id.startsWith('builtin/') && !isSameEmbedder({ id, dimensions }, builtIn)
}
