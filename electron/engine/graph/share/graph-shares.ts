import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chunk, DocumentRecord } from '@shared/documents'
import { byCodeUnits } from '@shared/hash'
import { makeStoreFolder } from '@engine/platform/durable-files'
import type { CatalogueChange, DocumentCatalogue } from '@engine/ports/storage/document-store'
import { linkedSignal } from '@engine/platform/linked-signal'
import type { Tracer } from '@engine/platform/tracing/span'
import { carrySpan } from '@engine/platform/tracing/span-of-signal'
import { traced } from '@engine/platform/tracing/traced'
import type { RecentLooks } from '@engine/platform/order/recent-looks'
import type { QuietTimes } from '../runtime/quiet-times'
import type { GraphFiles } from './graph-files'
import { type ReadingChange, ReadingQueue } from './reading-queue'
import { isDocumentFile, modelFileName, shareFileName, type ShareFile, type ShareHolder } from './share-holder'
import type { SharedChunk, ShareTask } from './read-share'

export interface GraphSharesParts {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'get' | 'onChange'>
  readonly files: Pick<GraphFiles, 'write' | 'remove'>
  /** Where shares are kept, absolute. */
  readonly folder: string
  /** Folder of the patterns that facts are found by, absolute. */
  readonly patterns: string
  readonly chunksOf: (documentId: string) => Promise<readonly (Chunk & SharedChunk)[]>
  /** `readShare` in another thread. */
  readonly read: (task: ShareTask, signal: AbortSignal) => Promise<Uint8Array>
  /** The first is told at once; others may take their time. */
  readonly holders: readonly [ShareHolder, ...ShareHolder[]]
  /** While people wait for something else, no document is read. */
  readonly quiet: Pick<QuietTimes, 'isQuiet' | 'whenQuiet'>
  /** Whether files of documents nobody knows may be deleted. */
  readonly maySweep: boolean
  readonly tracer?: Tracer | undefined
  /** Which documents people looked at last. */
  readonly looks: RecentLooks
  readonly now: () => number
  readonly closing: AbortSignal
  /** Told which documents wait to be in the graph, and which wait no longer. */
  readonly reading: (change: ReadingChange) => void
  /** Called whenever `progress` has changed or the holders know more or less than before. */
  readonly changed: () => void
  readonly log: (line: string) => void
}

const filesAtOnce = 200

/** The same each time: whoever waits until nothing more is told compares it. */
const nothingTold = Promise.resolve()

/** Keeps each searchable document's share in a file, makes missing or old shares anew, and tells the holders which there are. */
export class GraphShares {
  /** The indexing of each document that should be in the graph. */
  readonly #wanted = new Map<string, string>()
  /** The indexing that all holders have. */
  readonly #held = new Map<string, string>()
  /** Documents to be read… */
  readonly #queue: ReadingQueue
  /** …and the indexing of those that could not be, or not be taken in, which a new start tries again. */
  readonly #failed = new Map<string, string>()
  /** What was read since the start: what cannot be taken in after that never can. */
  readonly #wasRead = new Map<string, string>()
  /** Each holder is told one thing after another, so that a document that comes and goes ends as it is. */
  readonly #chains = new Map<ShareHolder, Promise<unknown>>()
  #delivering: Promise<unknown> = Promise.resolve()
  #trace: AbortSignal | undefined

  constructor(private readonly parts: GraphSharesParts) {
    const { catalogue, quiet, closing, holders, changed, reading, looks, now } = parts
    this.#queue = new ReadingQueue({
      ...{ quiet, closing },
      ...{ looks, now, told: reading },
      factsOf(id) {
        const record = catalogue.get(id)
        return { work: record?.chunk_count ?? 0, modifiedAt: record?.modified_at ?? null }
      },
      read: (id) => this.#readOne(id),
      handOn: async (files) => {
        this.#load(files, holders)
        await this.deliveredTo(holders[0])
        changed()
      },
    })
  }

  /** Begins to take in what there is, and follows the library from then on. */
  async start(): Promise<void> {
    const { catalogue, folder } = this.parts
    await makeStoreFolder(folder)
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
    return this.#chains.get(holder) ?? nothingTold
  }

  /** Resolves when all that is searchable now has been read and every holder has it, as far as it can be. Never rejects. */
  async idle(): Promise<void> {
    for (let told: unknown; told !== this.#delivering || this.#queue.running !== undefined;) {
      told = this.#delivering
      await told
      await this.#queue.running
    }
  }

  /** Documents that wait to be read, with the one that is being read. */
  get unread(): number {
    return this.#queue.size
  }

  /** Documents that can be searched and are not in the graph yet. */
  get waiting(): readonly string[] {
    return [...this.#queue.unsettled]
  }

  /** Resolves when all that is searchable now has been read, whoever has taken it in; calls `told` whenever less waits. Never rejects. */
  async allRead(told: () => void): Promise<void> {
    const unfollow = this.#queue.follow(told)
    const [first] = this.parts.holders
    for (let delivered: unknown; delivered !== this.deliveredTo(first) || this.#queue.running;) {
      delivered = this.deliveredTo(first)
      await delivered
      await this.#queue.running
    }
    unfollow()
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

  /** Waits for what is being read; to be called after `closing` was aborted. */
  async close(): Promise<void> {
    await Promise.all([this.#queue.running, this.#delivering])
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
    // In the order in which the holder keeps passages of a name: each is then put at the end of its list.
    come.sort((a, b) => byCodeUnits(a.documentId, b.documentId))
    this.#load(come, this.parts.holders)
    if (removed.length > 0) this.#settle(this.#remove(removed))
  }

  #forget(documentId: string): void {
    this.#wanted.delete(documentId)
    this.#held.delete(documentId)
    this.#failed.delete(documentId)
    this.#wasRead.delete(documentId)
    this.#queue.delete(documentId)
  }

  async #remove(documentIds: readonly string[]): Promise<void> {
    const names = documentIds.flatMap((id) => [shareFileName(id), modelFileName(id)])
    await Promise.all(names.map((name) => this.parts.files.remove(join(this.parts.folder, name))))
  }

  /** In groups, so that a holder with much to take in can be asked something in between. */
  #load(files: readonly ShareFile[], holders: readonly ShareHolder[]): void {
    for (let at = 0; at < files.length; at += filesAtOnce) {
      this.#settle(this.#taken(files.slice(at, at + filesAtOnce), holders))
    }
  }

  /** Has holders take documents in, notes which all of them have, and has the others read as soon as the first holder knows. */
  async #taken(files: readonly ShareFile[], holders: readonly ShareHolder[]): Promise<void> {
    const isWanted = ({ documentId, revision }: ShareFile) => this.#wanted.get(documentId) === revision
    const unusable = new Set<string>()
    const told = holders.map(async (holder) => {
      // Asked again when its turn comes: it may have been replaced or trashed meanwhile.
      const refused = await this.#deliver(holder, async () => {
        const wanted = files.filter(isWanted)
        return wanted.length > 0 ? holder.load(wanted) : []
      })
      const fresh = new Set(refused.filter((id) => !unusable.has(id)))
      for (const id of fresh) unusable.add(id)
      this.#readLater(files.filter((file) => fresh.has(file.documentId) && isWanted(file)))
    })
    try {
      await Promise.all(told)
    } catch (thrown) {
      for (const { documentId, revision } of files.filter(isWanted)) this.#failed.set(documentId, revision)
      throw thrown
    }
    for (const { documentId, revision } of files.filter(isWanted)) {
      if (unusable.has(documentId)) continue
      this.#held.set(documentId, revision)
      this.#failed.delete(documentId)
    }
  }

  #readLater(files: readonly ShareFile[]): void {
    for (const { documentId, revision } of files) {
      // What cannot be taken in after it was read never will be: asking again would go on for ever.
      if (this.#wasRead.get(documentId) === revision) this.#failed.set(documentId, revision)
      else this.#queue.add(documentId)
    }
  }

  /** Reads a document and writes its share; undefined where that failed, or is not wanted any more. Never rejects. */
  async #readOne(documentId: string): Promise<ShareFile | undefined> {
    const { closing, log, chunksOf, catalogue } = this.parts
    const revision = this.#wanted.get(documentId)
    if (revision === undefined || this.#failed.get(documentId) === revision) return undefined
    try {
      const chunks = (await chunksOf(documentId)).filter((chunk) => chunk.revision === revision)
      const title = chunks[0]?.title ?? catalogue.get(documentId)?.title ?? ''
      const isWanted = () => this.#wanted.get(documentId) === revision
      const begin = {
        kind: 'node',
        name: 'graph',
        in: { chunks: chunks.length },
        facts: { document_id: documentId },
      } as const
      await traced(
        this.#reading(),
        begin,
        (signal) => this.#readChunks({ documentId, revision, title, chunks }, isWanted, signal),
        (bytes) => ({ out: { bytes } }),
      )
      if (isWanted()) {
        this.#wasRead.set(documentId, revision)
        return this.#fileOf(documentId, revision)
      }
      // Its file may be of the indexing that was replaced meanwhile.
      if (this.#wanted.has(documentId)) this.#queue.add(documentId)
    } catch (thrown) {
      if (closing.aborted) return undefined
      this.#failed.set(documentId, revision)
      log(`graph: a document could not be read: ${String(thrown)}`)
    }
    return undefined
  }

  /** Writes a document's share so long as that is wanted; what was deleted while it was being written goes again. */
  async #readChunks(
    document: Omit<ShareTask, 'patterns'>,
    isWanted: () => boolean,
    signal: AbortSignal,
  ): Promise<number> {
    const { patterns, read, files, folder, catalogue } = this.parts
    const { documentId, revision } = document
    await makeStoreFolder(folder)
    const bytes = await read({ ...document, patterns }, signal)
    if (!isWanted()) return bytes.length
    await files.write(this.#fileOf(documentId, revision).path, bytes)
    if (catalogue.get(documentId) === undefined) await this.#remove([documentId])
    return bytes.length
  }

  /** The signal of what is read now: one trace for all that is read until nothing waits. */
  #reading(): AbortSignal {
    if (this.#trace) return this.#trace
    const { closing, tracer } = this.parts
    const { signal, unlink } = linkedSignal(closing)
    const span = tracer?.trace({ kind: 'ingest', name: 'graph' })
    this.#trace = carrySpan(signal, span)
    void Promise.resolve(this.#queue.running).finally(() => {
      span?.end(closing.aborted ? { status: 'cancelled' } : {})
      this.#trace = undefined
      unlink()
    })
    return signal
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
    return {
      documentId,
      revision,
      path: join(this.parts.folder, shareFileName(documentId)),
      modelPath: join(this.parts.folder, modelFileName(documentId)),
    }
  }

  /** What deleted documents left behind when Cairn was ended in between. */
  async #sweep(): Promise<void> {
    const { folder, files, catalogue, maySweep, log } = this.parts
    if (!maySweep) return
    const known = new Set(catalogue.list().flatMap(({ id }) => [shareFileName(id), modelFileName(id)]))
    try {
      const orphans = (await readdir(folder)).filter((name) => isDocumentFile(name) && !known.has(name))
      await Promise.all(orphans.map((name) => files.remove(join(folder, name))))
    } catch (thrown) {
      log(`graph: the shares could not be looked over: ${String(thrown)}`)
    }
  }
}

/** The indexing of a document that can be searched; undefined for one that cannot, or is in the trash. */
function revisionOf({ live, trashed_at }: DocumentRecord): string | undefined {
  return trashed_at === null ? live?.revision : undefined
}
