import { CairnError, hasCode } from '@shared/errors'
import type { CarriedTables, TableCarrier } from '@engine/ports/storage/carried-tables'
import {
  type EmbedderIdentity,
  isSameEmbedder,
  type NextTables,
  type StoredEmbedder,
  type VectorTables,
} from '@engine/ports/models/vector-space'
import { noFileSeal } from '@engine/platform/sealing/sealed-files'
import { analysisVersion } from '@engine/text/analyse'
import type { ChunkTables } from './chunk-tables'
import { type NextDescription, type StoreDescription, writeStoreDescription } from '../files/store-file'
import type { Reseal, Resealed } from '@engine/ports/storage/files/resealed'
import type { TableCopy } from './sealed/sealed-copies'
import { TableForms } from './sealed/table-forms'
import { type Begun, type LocalTables, type OpenedSets, openSet, openSets, type TableSetsOptions } from './open-sets'
import { WriteQueue } from './write-queue'

type Role = 'in use' | 'begun'

/**
 * The tables in use, those being filled for another embedder, and those that were in use until a moment ago. Which folder
 * is which stands in `store.json` alone, so that writing that one file is the switch.
 */
export class TableSets implements VectorTables, TableCarrier, Resealed {
  /** Changes of `store.json`, one after another. */
  readonly #changes = new WriteQueue()
  readonly #old = new Set<LocalTables>()
  /** Called where damaged tables were made anew, empty. */
  whenEmptied: () => void = () => undefined

  private constructor(
    private readonly options: OpenedSets,
    private description: StoreDescription,
    private inUse: LocalTables,
    private begun: Begun | undefined,
  ) {}

  /** Opens what `store.json` names (see `openSets`) and deletes other folders of tables. */
  static async open(found: StoreDescription, options: TableSetsOptions): Promise<TableSets> {
    const { folder, seal = noFileSeal, now, log } = options
    const forms = new TableForms({ folder, seal, now, log })
    try {
      const opened = { ...options, forms }
      const { description, current, begun } = await openSets(found, opened)
      const sets = new TableSets(opened, description, current, begun)
      if (!options.readOnly) await sets.#deleteStrays()
      return sets
    } catch (thrown) {
      await forms.close()
      throw thrown
    }
  }

  get current(): LocalTables {
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
        tables: await this.options.forms.freshName(),
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
      const description = {
        ...this.description,
        tables: await this.options.forms.freshName(),
        unrelated: embedder.unrelated,
      }
      const place = await this.options.forms.placeOf(description.tables)
      await place.take(folder).catch(async (thrown: unknown) => {
        await place.setAside({ keep: false })
        throw thrown
      })
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
    const done = new Set<LocalTables>()
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

  /** Replaces the tables in use by empty ones, in the form that is wanted now. */
  async reset(): Promise<void> {
    await this.#change(async () => {
      const { forms } = this.options
      if (!forms.isOtherwise(this.inUse.place)) return this.inUse.reset()
      const tables = await forms.freshName()
      await this.inUse.reset(await forms.placeOf(tables), () => this.#write({ ...this.description, tables }))
    })
  }

  /** Tables are written anew in another folder, beside those in use, which questions are answered from meanwhile. */
  isOtherwise(): boolean {
    return this.#all().some(({ place }) => this.options.forms.isOtherwise(place))
  }

  resealing(_reseal: Reseal, signal?: AbortSignal): Promise<(() => Promise<boolean>)[]> {
    return Promise.resolve([
      () => this.#turn('in use', signal),
      () => this.#turn('begun', signal),
      () => this.#leave(),
      () => this.options.forms.turnAside(signal),
    ])
  }

  async close(): Promise<void> {
    await this.#changes.close()
    await Promise.all([this.inUse.writeOut(), this.begun?.tables.writeOut()])
    await Promise.all(this.#all().map((tables) => tables.close()))
    await this.options.forms.close()
  }

  /**
   * Brings tables into the form that is wanted now: copies them while they are written to, then what has come since, and switches by writing down the
   * folder of the copy. Resolves with whether they were otherwise.
   */
  async #turn(role: Role, signal: AbortSignal | undefined): Promise<boolean> {
    const { forms } = this.options
    const tables = this.#in(role)
    if (!tables || !forms.isOtherwise(tables.place)) return false
    const place = await this.#change(async () => {
      const made = await forms.placeOf(await forms.freshName())
      await made.prepare()
      return made
    })
    const copy = forms.copy(tables.place, place, signal)
    let deleteOld: (() => Promise<void>) | undefined
    try {
      if (!(await isCopied(copy))) return await this.#makeAnew(role)
      deleteOld = await this.#change(async () => {
        // Others may have come meanwhile; they are looked at in the next pass.
        if (this.#in(role) !== tables || !forms.isOtherwise(tables.place)) return undefined
        return tables.move(
          place,
          () => copy.bring(),
          () => this.#write(this.#named(role, place.name)),
        )
      })
    } finally {
      if (!deleteOld) await place.setAside({ keep: false }).catch(() => undefined)
    }
    await deleteOld?.()
    return true
  }

  /** Damaged tables open in no form. They hold nothing that is not elsewhere. */
  async #makeAnew(role: Role): Promise<boolean> {
    this.options.log(
      'store: the search tables are damaged and are made anew, because encryption cannot be turned off for them',
    )
    if (role === 'begun') await this.drop()
    else {
      await this.reset()
      this.whenEmptied()
    }
    return true
  }

  /** Deletes what is left of other tables, which may be in the form of before. Throws where that fails. */
  async #leave(): Promise<boolean> {
    const { forms } = this.options
    const others = [...this.#old].filter(({ place }) => forms.isOtherwise(place))
    for (const old of others) {
      await old.published.idle()
      await this.#delete(old)
    }
    await this.#change(async () => {
      const failure = await this.#deleteStrays()
      if (failure) throw failure
      await forms.rest(this.#all().map(({ place }) => place))
    })
    return others.length > 0
  }

  #in(role: Role): LocalTables | undefined {
    return role === 'in use' ? this.inUse : this.begun?.tables
  }

  #named(role: Role, tables: string): StoreDescription {
    const { next } = this.description
    return role === 'in use'
      ? { ...this.description, tables }
      : { ...this.description, next: next && { ...next, tables } }
  }

  #all(): LocalTables[] {
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
  async #delete(tables: LocalTables): Promise<void> {
    this.#old.delete(tables)
    try {
      await tables.close()
      await tables.place.setAside({ keep: false })
    } catch (error) {
      this.options.log(`store: ${tables.place.folder} could not be deleted: ${String(error)}`)
    }
  }

  #deleteStrays(): Promise<CairnError | undefined> {
    const { next, tables } = this.description
    const known = [...this.#old].map(({ place }) => place.name)
    return this.options.forms.deleteStrays([tables, next?.tables, ...known])
  }
}

/** False where a file does not open. Throws what else fails. */
async function isCopied(copy: TableCopy): Promise<boolean> {
  try {
    await copy.bring()
    return true
  } catch (thrown) {
    if (hasCode(thrown, 'STORE_DAMAGED')) return false
    throw thrown
  }
}
