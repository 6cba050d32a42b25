import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CairnError, toCairnError } from '@shared/errors'
import type { FileSeal } from '@engine/platform/sealing/sealed-files'
import { asideBegins, LocalTablePlace } from '../table-place'
import { filesBelow } from '@engine/platform/stored-text'
import { TableCopy, turnInPlace } from './sealed-copies'
import { SealedTablePlace } from './sealed-table-place'
import { SealedTables } from './sealed-tables'

export interface TableFormsOptions {
  /** The store's folder, absolute. */
  readonly folder: string
  readonly seal: FileSeal
  readonly now: () => number
  readonly log: (line: string) => void
}

/** What the folder of tables is called tells their form: in clear, or sealed. Nothing else may be named, because these folders are deleted. */
const numbered = /^(?:lance|sealed)-(\d+)$/u
const isSealedName = (name: string) => name.startsWith('sealed-')

/** The folders of tables in a store, each in clear or sealed, and the thread that serves the sealed ones, which runs only where there are some. */
export class TableForms {
  #tables: SealedTables | undefined
  #isClosed = false

  constructor(private readonly options: TableFormsOptions) {}

  /** Whether tables are in another form than new ones are made in now. */
  isOtherwise({ isSealed }: LocalTablePlace): boolean {
    return isSealed !== this.options.seal.isSealing
  }

  /** Whether tables of this name are in the form that new ones are made in now. */
  isWanted(name: string): boolean {
    return isSealedName(name) === this.options.seal.isSealing
  }

  /** Whether tables of this name can be opened at all: sealed ones cannot where their key is gone. */
  canOpen(name: string): boolean {
    return !isSealedName(name) || this.options.seal.key() !== undefined
  }

  /** Where tables of this name lie. Throws STORE_UNUSABLE where sealed ones cannot be served, and STORE_DAMAGED without their key. */
  async placeOf(name: string): Promise<LocalTablePlace> {
    const { folder: store, seal, now } = this.options
    const parts = { store, name, seal, now }
    if (!isSealedName(name)) return new LocalTablePlace(parts)
    const tables = await this.#served()
    return new SealedTablePlace(parts, tables)
  }

  /** A name for new tables that nothing has, in the form that is wanted now. */
  async freshName(): Promise<string> {
    const { folder, seal } = this.options
    const numbers = (await readdir(folder)).map((name) => Number(numbered.exec(name)?.[1] ?? 0))
    return `${seal.isSealing ? 'sealed' : 'lance'}-${Math.max(0, ...numbers) + 1}`
  }

  /** A copy of tables in the other form. */
  copy(from: LocalTablePlace, to: LocalTablePlace, signal: AbortSignal | undefined): TableCopy {
    const { temporaryFolder } = to
    const way = to.isSealed ? 'seal' : 'open'
    return new TableCopy(from.folder, to.folder, { key: this.#key(), way, temporaryFolder, signal })
  }

  /** Deletes folders of tables that none of these is. Resolves with what failed first, once everything was tried. */
  async deleteStrays(known: readonly (string | undefined)[]): Promise<CairnError | undefined> {
    const { folder, log } = this.options
    let failure: CairnError | undefined
    for (const name of await readdir(folder)) {
      if (known.includes(name) || (name !== 'lance' && !numbered.test(name))) continue
      await rm(join(folder, name), { recursive: true, force: true }).catch((error: unknown) => {
        failure ??= toCairnError(error)
        log(`store: ${join(folder, name)} could not be deleted: ${String(error)}`)
      })
    }
    return failure
  }

  /** Brings damaged tables that were put aside for a person into the form that is wanted now. Resolves with whether any file was otherwise. */
  async turnAside(signal: AbortSignal | undefined): Promise<boolean> {
    const { folder, seal } = this.options
    const way = seal.isSealing ? 'seal' : 'open'
    let changed = false
    for (const name of (await readdir(folder)).filter((one) => one.startsWith(asideBegins))) {
      for (const path of await filesBelow(join(folder, name))) {
        signal?.throwIfAborted()
        const options = { key: this.#key(), way, temporaryFolder: join(folder, 'tmp'), signal } as const
        // What is damaged stays sealed: it opens for nobody.
        const ifDamaged = (thrown: unknown) => {
          if (thrown instanceof CairnError && thrown.code === 'STORE_DAMAGED') return false
          throw thrown
        }
        if (await turnInPlace(path, options).catch(ifDamaged)) changed = true
      }
    }
    return changed
  }

  /** Ends the thread where no tables are sealed any more. */
  async rest(places: readonly LocalTablePlace[]): Promise<void> {
    if (places.some(({ isSealed }) => isSealed)) return
    await this.#tables?.close()
    this.#tables = undefined
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#tables?.close()
  }

  /** A store that was opened in clear meanwhile is sealed by another key. */
  async #served(): Promise<SealedTables> {
    if (this.#isClosed) throw new CairnError('STORE_UNUSABLE', 'The store was closed.', 'Open it again.')
    const key = this.#key()
    const { folder: store, log } = this.options
    if (this.#tables && !this.#tables.key.equals(key)) await this.rest([])
    this.#tables ??= new SealedTables({ store, temporaryFolder: join(store, 'tmp'), log }, key)
    await this.#tables.ready()
    return this.#tables
  }

  #key() {
    const key = this.options.seal.key()
    if (key) return key
    throw new CairnError('STORE_DAMAGED', 'The search tables are encrypted, and their key is gone.')
  }
}
