import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chunk, DocumentRecord } from '@shared/documents'
import type { CatalogueChange, DocumentCatalogue, DurableFiles } from '../../ports/document-store'
import type { ReadDocument } from '../../ports/graph-reader'
import { isDocumentFile, modelFileName, shareFileName } from './document-files'
import type { ShareTask } from './read-share'
import type { ShareFile, ShareHolder } from './share-holder'

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

/**
 * Keeps each searchable document's share of the graph in a file, and tells the holders of the graph which documents there are.
 * A share that is missing, of another version or of another indexing is made in the background.
 */
export class GraphShares {
  /** The indexing of each document that is or is being taken in. */
  readonly #wanted = new Map<string, string>()
  readonly #held = new Set<string>()
  /** Documents to be read, and those whose reading failed, which a new start tries again. */
  readonly #queue = new Set<string>()
  readonly #failed = new Map<string, string>()
  /** Each holder is told one thing after another, so that a document that comes and goes ends as it is. */
  readonly #chains = new Map<ShareHolder, Promise<unknown>>()
  #telling: Promise<unknown> = Promise.resolve()
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
    const failed = [...this.#failed].filter(([id, revision]) => this.#wanted.get(id) === revision)
    return { done: this.#held.size, total: this.#wanted.size - failed.length }
  }

  /** Resolves when every change told so far has come to a holder. Never rejects. */
  toldTo(holder: ShareHolder): Promise<unknown> {
    return this.#chains.get(holder) ?? Promise.resolve()
  }

  /** Resolves when all that is searchable now has been read, as far as it can be. Never rejects. */
  async idle(): Promise<void> {
    for (let told: unknown; told !== this.#telling || this.#reading !== undefined;) {
      told = this.#telling
      await told
      await this.#reading
    }
  }

  /** Tells a holder that has lost everything what there is. */
  restore(holder: ShareHolder): void {
    const files = [...this.#wanted].map(([id, revision]) => this.#fileOf(id, revision))
    this.#settle(this.#tell(holder, () => holder.load(files)))
  }

  /** Has a holder take a document in again whose files say more than before. */
  reload(holder: ShareHolder, documentId: string): void {
    const revision = this.#wanted.get(documentId)
    if (revision === undefined) return
    this.#settle(this.#tell(holder, () => holder.load([this.#fileOf(documentId, revision)])))
  }

  /** Reads a document that is about to become searchable. Where this fails it is tried again when it is. */
  async read({ record, revision, title, chunks }: ReadDocument, signal: AbortSignal): Promise<void> {
    try {
      await this.#readChunks({ documentId: record.id, revision, title, chunks }, signal)
    } catch (thrown) {
      signal.throwIfAborted()
      this.parts.log(`graph: a document could not be read: ${String(thrown)}`)
    }
  }

  /** Waits for what is being read; to be called after `closing` was aborted. */
  async close(): Promise<void> {
    await Promise.all([this.#reading, this.#telling])
  }

  #follow({ changed, removed }: CatalogueChange): void {
    const come: ShareFile[] = []
    const gone: string[] = [...removed]
    for (const record of changed) {
      const revision = revisionOf(record)
      if (revision === undefined) gone.push(record.id)
      else if (this.#wanted.get(record.id) !== revision) come.push(this.#fileOf(record.id, revision))
    }
    for (const { documentId, revision } of come) this.#wanted.set(documentId, revision)
    const known = gone.filter((id) => this.#wanted.delete(id))
    for (const id of known) this.#queue.delete(id)
    if (come.length === 0 && known.length === 0 && removed.length === 0) return
    const told = this.parts.holders.map((holder) =>
      this.#tell(holder, async () => {
        if (known.length > 0) await holder.drop(known)
        return come.length > 0 ? holder.load(come) : []
      }),
    )
    for (const id of known) this.#held.delete(id)
    const remove = async () => {
      const files = removed.flatMap((id) => [shareFileName(id), modelFileName(id)])
      await Promise.all(files.map((name) => rm(join(this.parts.folder, name), { force: true })))
    }
    this.#settle(Promise.all([this.#taken(come, told), remove()]))
  }

  /** Notes which documents all holders have, and has the others read. */
  async #taken(files: readonly ShareFile[], told: readonly Promise<readonly string[]>[]): Promise<void> {
    const unusable = new Set((await Promise.all(told)).flat())
    for (const { documentId, revision } of files) {
      if (this.#wanted.get(documentId) !== revision) continue
      if (unusable.has(documentId)) this.#queue.add(documentId)
      else this.#held.add(documentId)
    }
    if (this.#queue.size > 0) this.#reading ??= this.#readQueue().finally(() => (this.#reading = undefined))
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
        await this.#readChunks({ documentId, revision, title, chunks }, closing)
        // What cannot be taken in now never will be: asking again would go on for ever.
        this.#failed.set(documentId, revision)
        const file = this.#fileOf(documentId, revision)
        await this.#taken(
          [file],
          this.parts.holders.map((holder) => this.#tell(holder, () => holder.load([file]))),
        )
        if (this.#held.has(documentId)) this.#failed.delete(documentId)
        this.parts.changed()
      } catch (thrown) {
        if (isClosing()) return
        this.#failed.set(documentId, revision)
        log(`graph: a document could not be read: ${String(thrown)}`)
        this.parts.changed()
      }
    }
  }

  async #readChunks(document: Omit<ShareTask, 'patterns'>, signal: AbortSignal): Promise<void> {
    const { patterns, read, files, folder } = this.parts
    await mkdir(folder, { recursive: true })
    const bytes = await read({ ...document, patterns }, signal)
    await files.write(this.#fileOf(document.documentId, document.revision).path, bytes)
  }

  #tell(holder: ShareHolder, work: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const told = this.toldTo(holder).then(work)
    this.#chains.set(
      holder,
      told.catch(() => undefined),
    )
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
    this.#telling = Promise.all([this.#telling, settled])
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
