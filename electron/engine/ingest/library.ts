import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Job, Trashed } from '@shared/changes'
import { addressesOf, type DocumentRecord, type TrashReason } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { DamagedDocument, DocumentContent, DurableFiles } from '@engine/ports/storage/document-store'
import type { Tracer } from '@engine/platform/tracing/span'
import type { DocumentChange, Engine, IngestRequest, OriginalFile } from '@engine/ports/engine-interface'
import type { OcrSettings } from '@shared/settings'
import { Inbox } from './documents/inbox'
import type { PageReader } from './ocr/process/page-reader'
import { BackgroundOcr } from './ocr/queue/background-ocr'
import { ReadingStore } from './ocr/queue/reading-store'
import { Ingest } from './jobs/ingest-documents'
import { repairOriginals } from './documents/repair-documents'
import { type JobWork, LibraryJobs } from './jobs/library-jobs'
import { withMembers } from './documents/family'
import { keptOriginal, sourceToOpen } from './original-files'
import { nameOfText } from './files/file-name'
import type { LineSeal } from '@engine/platform/sealing/line-seal'
import type { Resealed } from '@engine/ports/storage/files/resealed'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'
import type { IngestRooms } from './jobs/process-context'
import type { DocumentReader } from './documents/read-document'
import { Trash } from './documents/trash'

export interface LibraryParts extends Omit<IngestRooms, 'readingsOf' | 'sources'> {
  readonly sources: SourceFiles
  /** Reads scans and pictures; where there is none, their pages wait for ever. */
  readonly ocr?: { readonly reader: PageReader; readonly settings: () => OcrSettings } | undefined
  readonly reader: DocumentReader
  readonly files: DurableFiles
  /** What is written goes through it, where the store may be encrypted. */
  readonly seal?: LibrarySeal | undefined
  /** The store folder, absolute. */
  readonly folder: string
  /** The shipped sample documents, absolute. */
  readonly sampleFolder: string
  readonly publish: (job: Job) => void
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
  readonly tracer?: Tracer | undefined
  readonly log: (line: string) => void
  /** Empties the search tables. */
  readonly resetTables: () => Promise<void>
  readonly damage: DamageDesk
  /** Told before the user's own deletion of the documents of these files. */
  /** Before documents are changed, where several share them; what it resolves with is called in the end. */
  readonly hold?: (() => Promise<() => void>) | undefined
  readonly deleting: (sources: readonly string[]) => Promise<void>
}

export interface LibrarySeal {
  readonly lines: LineSeal
  takeRooms(rooms: readonly Resealed[]): void
}

/** What the store knows of damage to it. */
export interface DamageDesk {
  /** Documents of whose stored files something is wrong. */
  damaged(): Promise<DamagedDocument[]>
  /** Documents whose rows in the search tables are not (all) there, or other than they were written; null where the tables cannot be read. */
  unsearchable(): Promise<string[] | null>
  /** Ends what cannot be mended. */
  settle(): Promise<void>
}

/** Everything that can be done with documents beside searching them. What is in the trash does not exist here. */
export class Library {
  readonly jobs: LibraryJobs
  readonly #ingest: Ingest
  readonly #trash: Trash
  readonly #inbox: Inbox
  readonly #readings: ReadingStore
  /** Undefined where nothing reads scans. */
  readonly ocr: BackgroundOcr | undefined
  readonly #working = new Set<Promise<unknown>>()
  #recovered: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: LibraryParts) {
    const { catalogue, files, folder, now, newId, log, publish, closing, tracer } = parts
    this.jobs = new LibraryJobs({ publish, closing, now, hold: parts.hold, newId: () => `j_${newId()}`, tracer, log })
    this.#inbox = new Inbox({ folder: join(folder, 'inbox'), files, sources: parts.sources, now })
    this.#trash = new Trash({ catalogue, remove: (ids) => this.#delete(ids), now, log })
    this.#readings = new ReadingStore(folder, files, parts.seal?.lines)
    parts.seal?.takeRooms([this.#readings])
    const rooms = {
      ...parts,
      readingsOf: (hash: string) => this.#readings.readings(hash),
      isReceived: (source: string) => this.#inbox.holds(source),
    }
    this.#ingest = new Ingest(rooms, {
      restore: async (id) => (await this.#trash.restore([id])).length > 0,
      registered: (source) => this.#inbox.claim(source),
      removed: (sources) => this.#inbox.discard(sources, this.#isSource),
    })
    const readAgain: Ingest['readAgain'] = (ids, emit, signal) => this.#ingest.readAgain(ids, emit, signal)
    this.ocr =
      parts.ocr && new BackgroundOcr({ ...parts, ...parts.ocr, jobs: this.jobs, readings: this.#readings, readAgain })
  }

  /** Repairs in the background what a crash left; `damaged` are indexed anew. Resolves when the index is whole. */
  recover(damaged: readonly string[]): Promise<void> {
    const { closing, log } = this.parts
    const report = (thrown: unknown) => {
      if (!closing.aborted) log(`Recovery stopped: ${String(thrown)}`)
    }
    const emptied = this.#track(this.#trash.recover())
    const repaired = this.indexAnew(damaged)
    const finish = async () => {
      await repaired
      const isUnfinished = this.#ingest.unfinished().length > 0
      const resume: JobWork = (emit, signal) => this.#ingest.resume(emit, signal)
      await (isUnfinished ? this.jobs.run('ingest', resume) : resume(() => undefined, closing))
      await emptied
      await this.#inbox.sweep(this.#isSource)
      await this.#sweepReadings()
    }
    this.#recovered = this.#track(finish()).catch(report)
    return repaired
  }

  /** Indexes documents whose rows are gone from their kept texts, also those in the trash: they may be restored. Never rejects. */
  async indexAnew(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const { closing, log } = this.parts
    log(`Re-indexing ${ids.length} documents from their kept texts.`)
    const reindex: JobWork = (emit, signal) => this.#ingest.reindex(ids, emit, signal)
    await this.jobs.run('rebuild', reindex).catch((thrown: unknown) => {
      if (!closing.aborted) log(`Recovery stopped: ${String(thrown)}`)
    })
  }

  /** Whether a crash has left documents of this machine half read. */
  hasUnfinished(): boolean {
    return this.#ingest.unfinished().length > 0
  }

  /** As `addDocuments`, for a caller who follows; also finishes what earlier runs left. */
  adding(request: IngestRequest): JobWork {
    return (emit, signal) => this.#ingest.add(request, emit, signal)
  }

  /** As `Ingest.addFound`, for whoever follows a folder. */
  readingFound(files: Parameters<Ingest['addFound']>[0]): JobWork {
    return (emit, signal) => this.#ingest.addFound(files, emit, signal)
  }

  retrying(ids: readonly string[] | undefined, password?: string): JobWork {
    return (emit, signal) => this.#ingest.retry(ids, emit, signal, password)
  }

  /** Makes the index anew from the kept texts. */
  rebuilding(): JobWork {
    return async (emit, signal) => {
      // Documents that recovery is working on have nothing live to rebuild from yet.
      await this.#recovered
      signal.throwIfAborted()
      await this.#ingest.reindex(await this.#emptyTables(), emit, signal)
    }
  }

  /** Returns the documents that are to be indexed again. */
  async #emptyTables(): Promise<string[]> {
    const ids = this.parts.catalogue.list().flatMap(({ id, live }) => (live ? [id] : []))
    await this.parts.resetTables()
    return ids
  }

  /** Makes whole what can be made whole, and ends what cannot: a check then finds only what people must decide themselves. */
  repairing(): JobWork {
    return async (emit, signal) => {
      await this.#recovered
      const { damage } = this.parts
      const { unpack, reindex } = await repairOriginals(await damage.damaged(), this.parts, signal)
      if (unpack.length > 0) await this.#ingest.readAgain(unpack, () => undefined, signal)
      const ids = new Set([...reindex, ...((await damage.unsearchable()) ?? (await this.#emptyTables()))])
      await this.#ingest.reindex([...ids], emit, signal)
      await damage.settle()
    }
  }

  /** Until what this returns is called, no stored file is deleted. */
  holdObjects(): () => void {
    return this.#ingest.holdObjects()
  }

  /** Adds documents whose texts are kept already, and makes them searchable. */
  taking(records: readonly DocumentRecord[]): JobWork {
    return async (emit, signal) => {
      for (const record of records) {
        signal.throwIfAborted()
        await this.parts.catalogue.put(record)
      }
      await this.#ingest.process(
        records.map(({ id }) => id),
        emit,
        signal,
      )
    }
  }

  addDocuments(request: IngestRequest): string {
    this.#requireOpen()
    return this.jobs.start('ingest', (emit, signal) => this.#ingest.add(request, emit, signal, { finishOthers: false }))
  }

  /** Keeps a text as a Markdown document; without a name it is called after its first line. */
  async addText({ text, name, collection }: Parameters<Engine['addText']>[0]): Promise<string> {
    const path = await this.receiveFile(nameOfText(text, name), Readable.from([Buffer.from(text, 'utf8')]))
    return this.addDocuments({ paths: [path], collection })
  }

  addSample(): string {
    return this.addDocuments({ paths: [this.parts.sampleFolder], collection: 'sample', folders: 'flat' })
  }

  addAgain(ids: readonly string[] | undefined, password?: string): string {
    this.#requireOpen()
    return this.jobs.start('retry', this.retrying(ids, password))
  }

  stopJob(jobId: string): Promise<boolean> {
    this.ocr?.stopped(jobId)
    return this.jobs.stop(jobId)
  }

  /** With a `key`, what was received under that key and name before gives way to it. */
  async receiveFile(...[name, bytes, signal, key]: Parameters<Inbox['receive']>): Promise<string> {
    this.#requireOpen()
    const { closing } = this.parts
    return this.#track(this.#inbox.receive(name, bytes, signal ? AbortSignal.any([signal, closing]) : closing, key))
  }

  listDocuments({ collection, statuses }: Parameters<Engine['listDocuments']>[0]): DocumentRecord[] {
    return this.parts.catalogue
      .list()
      .filter(isVisible)
      .filter((record) => collection === undefined || record.collection === collection)
      .filter((record) => statuses?.includes(record.status) ?? true)
  }

  /** Throws NOT_FOUND. Whoever asks looks at it: where it waits to be read, or for OCR, vectors or the graph, it is next. */
  getDocument(id: string): DocumentRecord {
    const record = this.parts.catalogue.get(id)
    if (record) this.#ingest.lookedAt(id)
    if (record && isVisible(record)) return record
    throw new CairnError('NOT_FOUND', `There is no document "${id}".`, 'List the documents to see which exist.')
  }

  async readDocument(id: string): Promise<DocumentContent> {
    return this.parts.reader.content(this.getDocument(id))
  }

  async originalOf(id: string): Promise<OriginalFile> {
    return keptOriginal(this.getDocument(id), this.parts)
  }

  async fileToOpen(id: string): Promise<string> {
    return sourceToOpen(this.getDocument(id), this.parts)
  }

  /**
   * Throws NOT_FOUND where there is none of these documents; otherwise those that exist are changed, with what came in their
   * files.
   */
  async updateDocuments({
    ids,
    title,
    collection,
    add_tags = [],
    remove_tags = [],
  }: DocumentChange): Promise<DocumentRecord[]> {
    this.#requireOpen()
    const removed = new Set(remove_tags)
    const change = (current: DocumentRecord): DocumentRecord => {
      if (!isVisible(current)) return current
      const tags = [...new Set([...current.tags.filter((tag) => !removed.has(tag)), ...add_tags])]
      const called = title === undefined || !ids.includes(current.id) ? {} : { title, own_title: title }
      return { ...current, ...called, collection: collection ?? current.collection, tags }
    }
    const { catalogue } = this.parts
    const written = await this.#writing(() =>
      Promise.all(withMembers(catalogue, ids).map((id) => catalogue.update(id, change))),
    )
    const changed = written.filter((record) => record !== undefined).filter(isVisible)
    if (changed.length > 0) return changed
    throw new CairnError('NOT_FOUND', 'None of these documents exists.', 'List the documents to see which exist.')
  }

  async deleteDocuments(ids: readonly string[]): Promise<string[]> {
    this.#requireOpen()
    return this.#track(this.#writing(() => this.#delete(ids)))
  }

  /** Deletes documents for good of which the disk has nothing any more. */
  async forgetDocuments(ids: readonly string[]): Promise<string[]> {
    return this.#track(this.#remove(ids))
  }

  async trashDocuments(ids: readonly string[], reason?: TrashReason): Promise<Trashed> {
    this.#requireOpen()
    return this.#track(this.#writing(() => this.#trash.put(ids, reason)))
  }

  /** What is in the trash, last trashed first. */
  listTrash(): DocumentRecord[] {
    return this.#trash.list()
  }

  /** Deletes for good what is in the trash, or these of it. */
  async emptyTrash(ids?: readonly string[]): Promise<string[]> {
    this.#requireOpen()
    return this.#track(this.#writing(() => this.#trash.empty(ids)))
  }

  async restoreDocuments(ids: readonly string[]): Promise<string[]> {
    this.#requireOpen()
    return this.#track(this.#writing(() => this.#trash.restore(ids)))
  }

  /** Waits for what runs; to be called after `closing` was aborted. */
  async close(): Promise<void> {
    await Promise.all([...this.#working, this.jobs.idle()])
    await this.#trash.close()
  }

  /** The user's own deletion, or that of what lay in the trash for a month. */
  async #delete(ids: readonly string[]): Promise<string[]> {
    const records = ids.flatMap((id) => this.parts.catalogue.get(id) ?? [])
    await this.parts.deleting(
      records.flatMap(({ source, part_of, trashed_for }) => (part_of || trashed_for ? [] : [source])),
    )
    return this.#remove(ids)
  }

  async #remove(ids: readonly string[]): Promise<string[]> {
    const removed = await this.#ingest.remove(ids)
    await this.#sweepReadings()
    return removed
  }

  /** What was read off pages goes with the documents it was read of. */
  async #sweepReadings(): Promise<void> {
    const { catalogue, maySweep } = this.parts
    if (!maySweep) return
    const used = new Set(catalogue.list().flatMap(addressesOf))
    await this.#readings.sweep((contentHash) => used.has(contentHash))
  }

  /** Whether a document stands for this file. */
  readonly #isSource = (path: string) => this.parts.catalogue.findBySource(path) !== undefined

  /** Runs what changes documents when this process may. */
  async #writing<T>(work: () => Promise<T>): Promise<T> {
    const letGo = await this.parts.hold?.()
    try {
      return await work()
    } finally {
      letGo?.()
    }
  }

  #requireOpen(): void {
    if (this.parts.closing.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const settled = work.catch(() => undefined).finally(() => this.#working.delete(settled))
    this.#working.add(settled)
    return work
  }
}

/** Whether a document is not in the trash. */
export function isVisible({ trashed_at }: DocumentRecord): boolean {
  return trashed_at === null
}
