import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentRecord, LiveRevision } from '@shared/documents'
import { toCairnError } from '@shared/errors'
import { makeStoreFolder } from '@engine/platform/durable-files'
import type { DocumentCatalogue, DurableFiles, ObjectStore } from '@engine/ports/storage/document-store'
import { unlessAborted } from '@engine/platform/deadline'
import type { BuildRequest } from './build-tables'
import { type StoredTable, tablesKey } from './stored-table'
import { TableIndex } from './table-index'

export interface TableStoreParts {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'get' | 'onChange'>
  readonly objects: Pick<ObjectStore, 'bring'>
  readonly files: Pick<DurableFiles, 'write' | 'append' | 'rename' | 'temporaryPath'>
  /** Of Cairn's own, for typed tables alone; made where it is missing. */
  readonly folder: string
  /** Reads and types a document's tables, in a thread of its own. */
  readonly build: (request: BuildRequest) => Promise<StoredTable[]>
  readonly log: (line: string) => void
}

/** Milliseconds between a change and the sweep that follows it. */
const sweepAfterMs = 1000

/** Formats whose texts hold no rows of tables. */
const withoutTables = new Set(['text', 'subtitles', 'image', 'vcard', 'icalendar', 'zip', 'tar', 'gzip'])

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
  /** Whether a sweep waits for its turn: it will see what changes until then. */
  #willSweep = false

  constructor(private readonly parts: TableStoreParts) {
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
    return live ? this.#opened?.get(tablesKey(live)) : []
  }

  /** Where the tables of a text lie. */
  pathOf(live: LiveRevision): string {
    return join(this.parts.folder, `${tablesKey(live)}.duckdb`)
  }

  /** Reads what has not been read; resolves when all is, or the signal aborts. Whoever asks meanwhile waits for the same. */
  async readAll(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#changes.read === this.#changes.seen) return
    this.#building ??= this.#readMissing().finally(() => (this.#building = undefined))
    await unlessAborted(this.#building, signal)
  }

  /** Makes a document's tables anew: their file was lost or damaged. Throws as `build` does. */
  async rebuild({ name, live }: Pick<DocumentRecord, 'name' | 'live'>): Promise<void> {
    if (!live) return
    this.parts.log(`tables: the file of those of ${name} was damaged or lost; it is made anew from the document`)
    this.#changes.seen += 1
    await rm(this.pathOf(live), { force: true })
    await (await this.#open()).remove([tablesKey(live)])
    await this.#read(live)
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    this.#closing.abort()
    await this.#removing
    // A thread that is stopped while native code works in it takes the whole process along; of what waits nothing is begun.
    await this.#building?.catch(() => undefined)
    await this.#opened?.idle()
  }

  async #readMissing(): Promise<void> {
    const { seen } = this.#changes
    const isFirst = !this.#opened
    const index = await this.#open()
    // Later on every change of a document is followed by one of its own.
    if (isFirst) await this.#sweep()
    for (const { id } of this.parts.catalogue.list()) {
      if (this.#closing.signal.aborted) return
      const record = this.parts.catalogue.get(id)
      if (!record?.live || record.trashed_at !== null || withoutTables.has(record.format ?? '')) continue
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
    const { objects, files, build } = this.parts
    const index = await this.#open()
    const into = `${files.temporaryPath()}.duckdb`
    const [text, structure] = [await objects.bring(live.text_object), await objects.bring(live.structure_object)]
    const tables = await build({
      text: { path: text.path, address: live.text_object },
      structure: { path: structure.path, address: live.structure_object },
      into,
    }).finally(() => Promise.all([text.release(), structure.release()]))
    if (tables.length > 0) await files.rename(into, this.pathOf(live))
    await index.add(tablesKey(live), tables)
    // The document may have gone while it was read. Looked up first: going through all documents for each of them takes minutes of ten thousand.
    const now = of === undefined ? null : (this.parts.catalogue.get(of)?.live ?? null)
    if (now !== null && tablesKey(now) === tablesKey(live)) return
    if (!this.#keysInUse().has(tablesKey(live))) await this.#sweep()
  }

  #open(): Promise<TableIndex> {
    this.#index ??= this.#openIndex()
    return this.#index
  }

  async #openIndex(): Promise<TableIndex> {
    const { folder, files } = this.parts
    await makeStoreFolder(folder)
    this.#opened = await TableIndex.open(folder, files)
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
    const used = this.#keysInUse()
    const index = this.#opened
    const unused = index?.keys().filter((key) => !used.has(key)) ?? []
    await index?.remove(unused)
    const known = new Set(index?.keys().filter((key) => (index.get(key)?.length ?? 0) > 0))
    for (const name of await readdir(this.parts.folder)) {
      const key = /^(.+)\.duckdb(?:\.wal)?$/u.exec(name)?.[1]
      if (key !== undefined && !used.has(key) && !known.has(key))
        await rm(join(this.parts.folder, name), { force: true })
    }
  }
}
