import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chunk, DocumentRecord } from '@shared/documents'
import type { CatalogueChange, DocumentCatalogue, DurableFiles } from '@engine/ports/storage/document-store'
import type { ReadDocument } from '@engine/ports/graph/graph-reader'
import { isDocumentFile, modelFileName, shareFileName, type ShareFile, type ShareHolder } from './share-holder'
import type { ShareTask } from './read-share'

export interface GraphSharesParts {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'get' | 'onChange'>
  readonly files: Pick<DurableFiles, 'write'>
  /** Where shares are kept, absolute. */
  readonly folder: string
  /** Folder of the patterns that facts are found by, absolute. */
  readonly patterns: string
  readonly chunksOf: (documentId: string) => Promise<readonly Chunk[]>
  /** `readShare` in another thread. */
  readonly read: (task: ShareTask, signal: AbortSignal) => Promise<Uint8Array>
  readonly holders: readonly ShareHolder[]
  /** Whether files of documents nobody knows may be deleted. */
  readonly maySweep: boolean
  readonly closing: AbortSignal
  /** Called whenever `progress` has changed or the holders know more or less than before. */
  readonly changed: () => void
  readonly log: (line: string) => void
}

const filesAtOnce = 200

/** Keeps each searchable document's share in a file, makes missing or old shares anew, and tells the holders which there are. */
export class GraphShares {
  /** The indexing of each document that should be in the graph. */
  readonly #wanted = new Map<string, string>()
  /** The indexing that all holders have. */
  readonly #held = new Map<string, string>()
  /** Documents to be read… */
  readonly #queue = new Set<string>()
  /** …and the indexing of those that could not be, or not be taken in, which a new start tries again. */
  readonly #failed = new Map<string, string>()
  /** Each holder is told one thing after another, so that a document that comes and goes ends as it is. */
  readonly #chains = new Map<ShareHolder, Promise<unknown>>()
  #delivering: Promise<unknown> = Promise.resolve()
  #reading: Promise<void> | undefined

  constructor(private readonly parts: GraphSharesParts) {}

  /** Begins to take in what there is, and follows the library from then on. */
  async start(): Promise<void> {
    const { catalogue, folder } = this.parts
    await mkdir(folder, { recursive: true })
    await this.#sweep()
    catalogue.onChange((change) => this.#follow(change))
    this.#follow({ changed: catalogue.list(), removed: [] })
  }

  /** Documents whose share is in the graph, and those whose share should be. */
  get progress(): { readonly done: number; readonly total: number } {
    let [done, failed] = [0, 0]
    for (const [id, revision] of this.#wanted) {
      if (this.#held.get(id) === revision) done += 1
      else if (this.#failed.get(id) === revision) failed += 1
    }
    return { done, total: this.#wanted.size - failed }
  }

  /** Resolves when every change told so far has come to a holder. Never rejects. */
  deliveredTo(holder: ShareHolder): Promise<unknown> {
    return this.#chains.get(holder) ?? Promise.resolve()
  }

  /** Resolves when all that is searchable now has been read, as far as it can be. Never rejects. */
  async idle(): Promise<void> {
    for (let told: unknown; told !== this.#delivering || this.#reading !== undefined;) {
      told = this.#delivering
      await told
      await this.#reading
    }
  }

  /** Tells a holder that has lost everything what there is. */
  restore(holder: ShareHolder): void {
    // What failed may have failed because the holder was lost.
    this.#failed.clear()
    const files = [...this.#wanted].map(([id, revision]) => this.#fileOf(id, revision))
    this.#load(files, [holder])
  }

  /** Has a holder take a document in again whose files say more than before. */
  reload(holder: ShareHolder, documentId: string): void {
    const revision = this.#wanted.get(documentId)
    if (revision !== undefined) this.#load([this.#fileOf(documentId, revision)], [holder])
  }

  /** Reads a document that is about to become searchable. Where this fails it is tried again when it is. */
  async read({ record, revision, title, chunks }: ReadDocument, signal: AbortSignal): Promise<void> {
    try {
      const isThere = () => this.parts.catalogue.get(record.id) !== undefined
      await this.#readChunks({ documentId: record.id, revision, title, chunks }, isThere, signal)
    } catch (thrown) {
      signal.throwIfAborted()
      this.parts.log(`graph: a document could not be read: ${String(thrown)}`)
    }
  }

  /** Waits for what is being read; to be called after `closing` was aborted. */
  async close(): Promise<void> {
    await Promise.all([this.#reading, this.#delivering])
  }

  #follow({ changed, removed }: CatalogueChange): void {
    const come: ShareFile[] = []
    const gone: string[] = [...removed]
    for (const record of changed) {
      const revision = revisionOf(record)
      if (revision === undefined) gone.push(record.id)
      else if (this.#wanted.get(record.id) !== revision) come.push(this.#fileOf(record.id, revision))
    }
    for (const { documentId, revision } of come) {
      this.#forget(documentId)
      this.#wanted.set(documentId, revision)
    }
    const known = gone.filter((id) => this.#wanted.has(id))
    for (const id of known) this.#forget(id)
    if (known.length > 0) {
      const told = this.parts.holders.map((holder) => this.#deliver(holder, () => holder.drop(known).then(() => [])))
      this.#settle(Promise.all(told))
    }
    this.#load(come, this.parts.holders)
    if (removed.length > 0) this.#settle(this.#remove(removed))
  }

  #forget(documentId: string): void {
    this.#wanted.delete(documentId)
    this.#held.delete(documentId)
    this.#failed.delete(documentId)
    this.#queue.delete(documentId)
  }

  async #remove(documentIds: readonly string[]): Promise<void> {
    const names = documentIds.flatMap((id) => [shareFileName(id), modelFileName(id)])
    await Promise.all(names.map((name) => rm(join(this.parts.folder, name), { force: true })))
  }

  /** In groups, so that a holder with much to take in can be asked something in between. */
  #load(files: readonly ShareFile[], holders: readonly ShareHolder[]): void {
    for (let at = 0; at < files.length; at += filesAtOnce) {
      this.#settle(this.#taken(files.slice(at, at + filesAtOnce), holders))
    }
  }

  /** Has holders take documents in, notes which have been, and has the others read. */
  async #taken(files: readonly ShareFile[], holders: readonly ShareHolder[]): Promise<void> {
    const isWanted = ({ documentId, revision }: ShareFile) => this.#wanted.get(documentId) === revision
    const told = holders.map((holder) =>
      // Asked again when its turn comes: it may have been replaced or trashed meanwhile.
      this.#deliver(holder, async () => {
        const wanted = files.filter(isWanted)
        return wanted.length > 0 ? holder.load(wanted) : []
      }),
    )
    let unusable: ReadonlySet<string>
    try {
      unusable = new Set((await Promise.all(told)).flat())
    } catch (thrown) {
      for (const { documentId, revision } of files.filter(isWanted)) this.#failed.set(documentId, revision)
      throw thrown
    }
    for (const { documentId, revision } of files.filter(isWanted)) {
      if (unusable.has(documentId)) this.#queue.add(documentId)
      else {
        this.#held.set(documentId, revision)
        this.#failed.delete(documentId)
      }
    }
    this.#readOn()
  }

  #readOn(): void {
    if (this.#queue.size === 0 || this.#reading) return
    this.#reading = this.#readQueue().finally(() => {
      this.#reading = undefined
      if (!this.parts.closing.aborted) this.#readOn()
    })
  }

  async #readQueue(): Promise<void> {
    const { closing, log, chunksOf, catalogue } = this.parts
    const isClosing = () => closing.aborted
    for (const documentId of this.#queue) {
      if (isClosing()) return
      this.#queue.delete(documentId)
      const revision = this.#wanted.get(documentId)
      if (revision === undefined || this.#failed.get(documentId) === revision) continue
      try {
        const chunks = (await chunksOf(documentId)).filter((chunk) => chunk.revision === revision)
        const title = chunks[0]?.title ?? catalogue.get(documentId)?.title ?? ''
        const isWanted = () => this.#wanted.get(documentId) === revision
        await this.#readChunks({ documentId, revision, title, chunks }, isWanted, closing)
        if (isWanted()) {
          // What cannot be taken in now never will be: asking again would go on for ever.
          this.#failed.set(documentId, revision)
          await this.#taken([this.#fileOf(documentId, revision)], this.parts.holders)
        } else if (this.#wanted.has(documentId)) {
          // Its file may be of the indexing that was replaced meanwhile.
          this.#queue.add(documentId)
        }
        this.parts.changed()
      } catch (thrown) {
        if (isClosing()) return
        this.#failed.set(documentId, revision)
        log(`graph: a document could not be read: ${String(thrown)}`)
        this.parts.changed()
      }
    }
  }

  /** Writes a document's share so long as that is wanted; what was deleted while it was being written goes again. */
  async #readChunks(
    document: Omit<ShareTask, 'patterns'>,
    isWanted: () => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { patterns, read, files, folder, catalogue } = this.parts
    const { documentId, revision } = document
    await mkdir(folder, { recursive: true })
    const bytes = await read({ ...document, patterns }, signal)
    if (!isWanted()) return
    await files.write(this.#fileOf(documentId, revision).path, bytes)
    if (catalogue.get(documentId) === undefined) await this.#remove([documentId])
  }

  #deliver(holder: ShareHolder, work: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const told = this.deliveredTo(holder).then(work)
    const settled = told.catch(() => undefined)
    this.#chains.set(holder, settled)
    return told
  }

  /** Waits for work that nobody else waits for. */
  #settle(work: Promise<unknown>): void {
    const { closing, log, changed } = this.parts
    const settled = work
      .catch((thrown: unknown) => {
        if (!closing.aborted) log(`graph: ${String(thrown)}`)
      })
      .then(changed)
    this.#delivering = Promise.all([this.#delivering, settled]).then(() => undefined)
  }

  #fileOf(documentId: string, revision: string): ShareFile {
    const { folder } = this.parts
    return {
      documentId,
      revision,
      path: join(folder, shareFileName(documentId)),
      modelPath: join(folder, modelFileName(documentId)),
    }
  }

  /** What deleted documents left behind when Cairn was ended in between. */
  async #sweep(): Promise<void> {
    const { folder, catalogue, maySweep, log } = this.parts
    if (!maySweep) return
    const known = new Set(catalogue.list().flatMap(({ id }) => [shareFileName(id), modelFileName(id)]))
    try {
      const orphans = (await readdir(folder)).filter((name) => isDocumentFile(name) && !known.has(name))
      await Promise.all(orphans.map((name) => rm(join(folder, name), { force: true })))
    } catch (thrown) {
      log(`graph: the shares could not be looked over: ${String(thrown)}`)
    }
  }
}

/** The indexing of a document that can be searched; undefined for one that cannot, or is in the trash. */
function revisionOf({ live, trashed_at }: DocumentRecord): string | undefined {
  return trashed_at === null ? live?.revision : undefined
}
