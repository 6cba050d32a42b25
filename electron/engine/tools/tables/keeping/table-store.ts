import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentRecord, LiveRevision } from '@shared/documents'
import { toCairnError } from '@shared/errors'
import { makeStoreFolder } from '@engine/platform/durable-files'
import { WorkQueue } from '@engine/platform/work-queue'
import { whereItLies } from '@engine/ports/storage/files/where-it-lies'
import type { DocumentCatalogue, DurableFiles, ObjectStore } from '@engine/ports/storage/document-store'
import { unlessAborted } from '@engine/platform/deadline'
import type { BuildRequest } from './build-tables'
import type { DuckDBFile } from './duckdb'
import { duckdbKey, isStillSo, newSalt, noTableSeals, type TableSeals } from './table-seal'
import { type StoredTable, tablesKey } from './stored-table'
import { TableIndex } from './table-index'

export interface TableStoreParts {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'get' | 'onChange'>
  readonly objects: Pick<ObjectStore, 'locate'>
  readonly files: Pick<DurableFiles, 'write' | 'append' | 'rename' | 'temporaryPath'>
  /** Of Cairn's own, for typed tables alone; made where it is missing. */
  readonly folder: string
  /** Reads and types a document's tables, in a thread of its own. */
  readonly build: (request: BuildRequest) => Promise<StoredTable[]>
  readonly seals?: TableSeals | undefined
  readonly log: (line: string) => void
}

/** Milliseconds between a change and the sweep that follows it. */
const sweepAfterMs = 1000

/** Formats whose texts hold no rows of tables: for documents of which an older Cairn has not said it. */
const withoutTables = new Set(['text', 'subtitles', 'image', 'vcard', 'icalendar', 'zip', 'tar', 'gzip'])
const none: readonly StoredTable[] = []

/**
 * Keeps the typed tables of each text: a database file and a line in an index. They are derived from the document and made when somebody
 * asks; what is missing or damaged is made anew, what no document needs any more is deleted.
 */
export class TableStore {
  #index: Promise<TableIndex> | undefined
  #opened: TableIndex | undefined
  #building: Promise<void> | undefined
  /** Texts that could not be read for tables; tried again by the next start. */
  readonly #failed = new Set<string>()
  readonly #unsubscribe: () => void
  #removing: Promise<unknown> = Promise.resolve()
  /** How often documents changed, and how often they had when all of them were last read. */
  readonly #changes = { seen: 0, read: -1 }
  readonly #closing = new AbortController()
  /** A new file comes into its place, and its line into the index, before anybody looks which files are of no use. */
  readonly #places = new WorkQueue()
  readonly #seals: TableSeals
  #isSwept = false
  #resealing: Promise<unknown> = Promise.resolve()
  /** Whether a sweep waits for its turn: it will see what changes until then. */
  #willSweep = false

  constructor(private readonly parts: TableStoreParts) {
    this.#seals = parts.seals ?? noTableSeals
    this.#unsubscribe = parts.catalogue.onChange(({ changed, removed }) => {
      this.#changes.seen += 1
      // A text is of no use any more where its document is gone, or another text has come to the end of its way.
      const mayBeUnused = removed.length > 0 || changed.some(({ live, pending }) => live !== null && pending === null)
      if (!this.#opened || this.#willSweep || !mayBeUnused) return
      this.#willSweep = true
      this.#removing = this.#removing
        .then(() => this.#quiet())
        .then(() => this.#sweep())
        .catch((thrown: unknown) => parts.log(`tables: ${String(thrown)}`))
    })
  }

  /** Another number whenever documents or what is kept of their tables have changed: until then, `tablesOf` says the same. */
  get version(): number {
    return this.#changes.seen + (this.#opened?.changes ?? 0)
  }

  /** The tables of a record's searchable text; undefined while nobody has read it for tables. */
  tablesOf({ live }: Pick<DocumentRecord, 'live'>): readonly StoredTable[] | undefined {
    return live && live.has_rows !== false ? this.#opened?.get(tablesKey(live)) : none
  }

  /** Where the tables of a text lie, and what opens them. */
  fileOf(live: LiveRevision): TableFile {
    const key = tablesKey(live)
    const salt = this.#opened?.saltOf(key)
    const opener = salt === undefined ? undefined : this.#seals.files.key()
    const path = join(this.parts.folder, fileName(key, salt))
    return { of: key, path, key: salt !== undefined && opener ? duckdbKey({ salt, key: opener }) : undefined }
  }

  /** Reads what has not been read; resolves when all is, or the signal aborts. Whoever asks meanwhile waits for the same. */
  async readAll(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#changes.read === this.#changes.seen) return
    this.#building ??= this.#readMissing().finally(() => (this.#building = undefined))
    await unlessAborted(this.#building, signal)
  }

  /** Makes a document's tables anew: their file, at `path`, was lost or damaged. Nothing where they have another by now. Throws as `build` does. */
  async rebuild({ name, live }: Pick<DocumentRecord, 'name' | 'live'>, path: string): Promise<void> {
    if (!live || this.fileOf(live).path !== path) return
    this.parts.log(`tables: the file of those of ${name} was damaged or lost; it is made anew from the document`)
    this.#changes.seen += 1
    await rm(path, { force: true })
    await (await this.#open()).remove([tablesKey(live)])
    await this.#read(live)
  }

  /**
   * As a room of the store's vault: each text's tables are read anew into a file as files are written by now, and the one of before goes. Tables that
   * cannot be read anew go as well: nobody can ask them then, until they are tried again.
   */
  async resealing(reseal: (path: string) => Promise<boolean>): Promise<(() => Promise<boolean>)[]> {
    const index = await this.#open()
    // Behind what was begun by how it was before: it is in the index then, or sees that it must begin again.
    await this.#places.idle()
    const records = new Map(
      this.parts.catalogue.list().flatMap((record) => (record.live ? [[tablesKey(record.live), record] as const] : [])),
    )
    const tables = index.keys().map((key) => () => this.#readAsWanted(key, records.get(key)))
    return [...tables, () => index.reseal(reseal), () => this.#removeUnnamed()].map((piece) => () => {
      this.#closing.signal.throwIfAborted()
      const done = piece()
      this.#resealing = done.catch(() => undefined)
      return done
    })
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    this.#closing.abort()
    await this.#removing
    // A thread that is stopped while native code works in it takes the whole process along; of what waits nothing is begun.
    await this.#building?.catch(() => undefined)
    await this.#resealing
    await this.#opened?.idle()
  }

  async #readMissing(): Promise<void> {
    const { seen } = this.#changes
    const index = await this.#open()
    // Later on every change of a document is followed by one of its own.
    if (!this.#isSwept) await this.#sweep()
    for (const { id } of this.parts.catalogue.list()) {
      if (this.#closing.signal.aborted) return
      const record = this.parts.catalogue.get(id)
      if (!record?.live || record.trashed_at !== null || !mayHoldTables(record)) continue
      const key = tablesKey(record.live)
      if (index.get(key) || this.#failed.has(key)) continue
      try {
        await this.#read(record.live, id)
      } catch (thrown) {
        const error = toCairnError(thrown)
        // Without the native module no document's tables can be read.
        if (error.code === 'TOOL_UNAVAILABLE') throw error
        this.#failed.add(key)
        this.parts.log(`tables: those of ${record.name} could not be read: ${error.message}`)
      }
    }
    this.#changes.read = seen
  }

  /** `of` is the document that the text was found by, where one is known. */
  async #read(live: LiveRevision, of?: string): Promise<void> {
    const index = await this.#open()
    let isPlaced = false
    while (!isPlaced) isPlaced = await this.#readInto(live, index)
    // The document may have gone while it was read. Looked up first: going through all documents for each of them takes minutes of ten thousand.
    const now = of === undefined ? null : (this.parts.catalogue.get(of)?.live ?? null)
    if (now !== null && tablesKey(now) === tablesKey(live)) return
    if (!this.#keysInUse().has(tablesKey(live))) await this.#sweep()
  }

  /** Resolves with whether files are still encrypted, or not, as this one was begun; otherwise nothing is kept of it. */
  async #readInto(live: LiveRevision, index: TableIndex): Promise<boolean> {
    const { objects, files, folder, build } = this.parts
    const seal = this.#seals.files
    const into = `${files.temporaryPath()}.duckdb`
    const salt = newSalt(seal)
    const tables = await whereItLies(objects, live.text_object, (text) =>
      whereItLies(objects, live.structure_object, (structure) =>
        build({ text, structure, into, key: salt && duckdbKey(salt) }),
      ),
    )
    return this.#places.run(async () => {
      const key = tablesKey(live)
      if (tables.length === 0) await index.add({ key, tables })
      else if (isStillSo(seal, salt)) {
        await files.rename(into, join(folder, fileName(key, salt?.salt)))
        await index.add({ key, tables, salt: salt?.salt })
      } else {
        await rm(into, { force: true })
        return false
      }
      return true
    })
  }

  /** Resolves with whether the file of these tables was otherwise before. */
  async #readAsWanted(key: string, record: DocumentRecord | undefined): Promise<boolean> {
    const index = await this.#open()
    const isSealed = index.saltOf(key) !== undefined
    if (isSealed === this.#seals.files.isSealing || (index.get(key)?.length ?? 0) === 0) return false
    try {
      if (record?.live) await this.#read(record.live, record.id)
      else await index.remove([key])
    } catch (thrown) {
      this.#closing.signal.throwIfAborted()
      // Not the fault of these tables: the next pass tries again.
      const { code } = toCairnError(thrown)
      if (code === 'DISK_FULL' || code === 'CANCELLED') throw thrown
      this.parts.log(`tables: those of ${record?.name ?? key} could not be read anew: ${toCairnError(thrown).message}`)
      await index.remove([key])
      this.#changes.seen += 1
    }
    return true
  }

  #open(): Promise<TableIndex> {
    this.#index ??= this.#openIndex()
    return this.#index
  }

  async #openIndex(): Promise<TableIndex> {
    const { folder, files } = this.parts
    await makeStoreFolder(folder)
    this.#opened = await TableIndex.open(folder, files, this.#seals.lines)
    return this.#opened
  }

  #keysInUse(): Set<string> {
    return new Set(this.parts.catalogue.list().flatMap(({ live }) => (live ? [tablesKey(live)] : [])))
  }

  /** A sweep goes through all documents, and changes come in hundreds. */
  async #quiet(): Promise<void> {
    await pause(sweepAfterMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined)
  }

  /** Deletes what no document needs: of those in the trash everything stays until they are gone. */
  async #sweep(): Promise<void> {
    this.#willSweep = false
    this.#isSwept = true
    const used = this.#keysInUse()
    const index = this.#opened
    const unused = index?.keys().filter((key) => !used.has(key)) ?? []
    await index?.remove(unused)
    await this.#removeUnnamed()
  }

  /** Deletes the files that the index does not name; one that it should name is made anew. Resolves with whether there were any. */
  #removeUnnamed(): Promise<boolean> {
    return this.#places.run(async () => {
      const { folder } = this.parts
      const index = this.#opened
      const named = new Set(
        index?.keys().flatMap((key) => (index.get(key)?.length ? [fileName(key, index.saltOf(key))] : [])),
      )
      const unnamed = (await readdir(folder)).filter((name) => {
        const file = /^.+\.duckdb(?=(?:\.wal)?$)/u.exec(name)?.[0]
        return file !== undefined && !named.has(file)
      })
      for (const name of unnamed) await rm(join(folder, name), { force: true })
      return unnamed.length > 0
    })
  }
}

function mayHoldTables({ live, format }: DocumentRecord): boolean {
  return live?.has_rows ?? !withoutTables.has(format ?? '')
}

/** The file of a text's tables. */
export interface TableFile extends DuckDBFile {
  /** The key of its tables: the file says it too. */
  readonly of: string
}

/** Another salt is another file: the one of before is there until the index names the new one. */
function fileName(key: string, salt: string | undefined): string {
  return salt === undefined ? `${key}.duckdb` : `${key}.${salt}.duckdb`
}
