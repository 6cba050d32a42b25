import { basename, resolve } from 'node:path'
import PQueue from 'p-queue'
import { type ErrorCode, toCairnError } from '@shared/errors'
import type { DocumentRecord } from '@shared/documents'
import type { EventBody } from '@shared/events'
import type { IngestRequest } from '../ports/engine'
import { IndexBatch } from './index-batch'
import { JobProgress } from './job-progress'
import { type IngestRooms, processDocument } from './process-document'
import { walk } from './walk'

type Emit = (body: EventBody) => void

/** What one document's work needs to know of the job it belongs to. */
interface Job {
  readonly progress: JobProgress
  readonly checkFile: boolean
  readonly signal: AbortSignal
  /** Called when only the write is left. */
  readonly handedOver: () => void
}

const filesAtOnce = 4
const mostQueued = 200

/** Brings documents in, again, and out. Jobs may overlap; a document is only ever worked on once at a time. */
export class Ingest {
  readonly #rooms: IngestRooms
  readonly #batch: IndexBatch
  readonly #registering = new Map<string, Promise<string>>()
  /** The sweep in progress; documents wait for it before they store anything. Never rejects. */
  #sweeping: Promise<unknown> = Promise.resolve()
  /** Documents being deleted: what a job still has queued of them must not bring them back. */
  readonly #removing = new Set<string>()
  readonly #inFlight = new Map<string, { done: Promise<void>; stop: AbortController }>()

  constructor(rooms: IngestRooms) {
    this.#rooms = rooms
    this.#batch = new IndexBatch(rooms.writer)
  }

  /** Adds files and folders and finishes whatever an earlier run left unfinished. */
  async add(request: IngestRequest, emit: Emit, signal: AbortSignal): Promise<void> {
    await this.#job(emit, signal, async (start) => {
      for await (const path of walk(request.paths, signal)) {
        await start(await this.#register(resolve(path), request.collection), { checkFile: true })
      }
      for (const id of this.#unfinished()) await start(id)
    })
  }

  /** Finishes what a crash or quit interrupted, deletions included. */
  async resume(emit: Emit, signal: AbortSignal): Promise<void> {
    const unfinished = this.#unfinished()
    if (unfinished.length > 0) await this.process(unfinished, emit, signal)
    else await this.#sweep()
  }

  /** Works on these documents as their records say: from the file, or from `pending` content. */
  async process(ids: readonly string[], emit: Emit, signal: AbortSignal): Promise<void> {
    if (ids.length === 0) return
    await this.#job(emit, signal, async (start) => {
      for (const id of ids) await start(id)
    })
  }

  /**
   * Indexes documents anew from their kept texts, without parsing. `live` stays, so that the texts keep an owner and rows
   * that are still there serve until the new ones are in.
   */
  async reindex(ids: readonly string[], emit: Emit, signal: AbortSignal): Promise<void> {
    const { catalogue, newId } = this.#rooms
    const known = ids.flatMap((id) => catalogue.get(id) ?? []).filter((record) => record.live !== null)
    await Promise.all(
      known.map((record) =>
        catalogue.put({
          ...record,
          status: 'embedding',
          pending: record.live ? { ...record.live, revision: newId() } : null,
        }),
      ),
    )
    await this.process(
      known.map(({ id }) => id),
      emit,
      signal,
    )
  }

  /** Deletes documents without trace: journal, index rows and stored files. Returns the ids that existed. */
  async remove(ids: readonly string[]): Promise<string[]> {
    const { catalogue, writer } = this.#rooms
    const known = ids.filter((id) => catalogue.get(id) !== undefined)
    if (known.length === 0) return []
    for (const id of known) this.#removing.add(id)
    let gone: string[] = []
    try {
      for (const id of known) this.#inFlight.get(id)?.stop.abort()
      await Promise.all(known.flatMap((id) => this.#inFlight.get(id)?.done ?? []))
      gone = known.flatMap((id) => catalogue.get(id) ?? []).flatMap(addressesOf)
      // The journal first: rows of documents it does not know are removed at the next start even after a crash here.
      await catalogue.remove(known)
      await writer.remove(known)
    } finally {
      for (const id of known) this.#removing.delete(id)
    }
    await this.#sweepOnly(new Set(gone))
    return known
  }

  #unfinished(): string[] {
    return this.#rooms.catalogue
      .list()
      .filter(({ status }) => status !== 'ready' && status !== 'partial' && status !== 'failed')
      .map(({ id }) => id)
  }

  /** The id of the document at this path, new or known. Two jobs that meet the same new path get the same one. */
  async #register(source: string, collection: string | undefined): Promise<string> {
    const pending = this.#registering.get(source) ?? this.#record(source, collection)
    this.#registering.set(source, pending)
    try {
      return await pending
    } finally {
      this.#registering.delete(source)
    }
  }

  async #record(source: string, collection: string | undefined): Promise<string> {
    const { catalogue, newId, now } = this.#rooms
    const known = catalogue.findBySource(source)
    if (known) {
      if (known.status === 'failed') await catalogue.put({ ...known, status: 'queued', error: null, updated_at: now() })
      return known.id
    }
    const record: DocumentRecord = {
      id: newId(),
      name: basename(source),
      source,
      format: null,
      title: basename(source),
      status: 'queued',
      content_hash: '',
      byte_size: 0,
      char_count: 0,
      chunk_count: 0,
      collection: collection ?? 'default',
      tags: [],
      gaps: [],
      error: null,
      duplicate_of: null,
      created_at: now(),
      updated_at: now(),
      pending: null,
      live: null,
    }
    await catalogue.put(record)
    return record.id
  }

  async #job(
    emit: Emit,
    signal: AbortSignal,
    feed: (start: (id: string, how?: { checkFile: boolean }) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const progress = new JobProgress(emit)
    const queue = new PQueue({ concurrency: filesAtOnce })
    const failures: unknown[] = []
    const working = new Set<Promise<unknown>>()
    const started = new Set<string>()
    const start = async (id: string, { checkFile } = { checkFile: false }) => {
      if (started.has(id)) return
      started.add(id)
      progress.found()
      await queue.onSizeLessThan(mostQueued)
      void queue.add(() => turnOf(id, checkFile))
    }
    /** A file's turn ends when only the write is left: waiting for company there must not keep others from being read. */
    const turnOf = (id: string, checkFile: boolean) =>
      new Promise<void>((handedOver) => {
        const work = this.#one(id, { progress, checkFile, signal, handedOver })
          .catch((thrown: unknown) => failures.push(thrown))
          .finally(() => {
            working.delete(work)
            handedOver()
          })
        working.add(work)
      })
    try {
      await feed(start)
    } finally {
      await queue.onIdle()
      await Promise.all(working)
    }
    if (failures.length > 0) throw failures[0]
    signal.throwIfAborted()
    await this.#sweep()
    await this.#rooms.writer.maintain()
    progress.end()
  }

  #last: Promise<unknown> = Promise.resolve()
  readonly #exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const run = this.#last.then(work)
    this.#last = run.catch(() => undefined)
    return run
  }

  async #one(id: string, job: Job): Promise<void> {
    // Checked again after every wait: whoever waited for the same document, or a new sweep, may have come first.
    let waitedFor: unknown
    while (waitedFor !== this.#sweeping || this.#inFlight.has(id)) {
      waitedFor = this.#sweeping
      await Promise.all([this.#sweeping, this.#inFlight.get(id)?.done])
    }
    const record = this.#rooms.catalogue.get(id)
    if (job.signal.aborted) return
    if (!record || this.#removing.has(id)) {
      job.progress.dropped()
      return
    }
    const stop = new AbortController()
    const done = this.#work(record, job, stop.signal)
    const settled = done.then(
      () => undefined,
      () => undefined,
    )
    this.#inFlight.set(id, { done: settled, stop })
    try {
      await done
    } finally {
      this.#inFlight.delete(id)
    }
  }

  /** `stop` ends the work on this document alone, because it is being deleted. */
  async #work(record: DocumentRecord, job: Job, stop: AbortSignal): Promise<void> {
    const { catalogue, now } = this.#rooms
    const { progress, checkFile, handedOver } = job
    const signal = AbortSignal.any([job.signal, stop])
    const changed = (changedRecord: DocumentRecord) => progress.changed(changedRecord)
    try {
      const context = {
        rooms: this.#rooms,
        batch: this.#batch,
        signal,
        checkFile,
        changed,
        handedOver,
        exclusively: this.#exclusively,
      }
      const outcome = await processDocument(record, context)
      // A moved document is found by its new path: the record that stood there is gone.
      progress.finished(catalogue.get(record.id) ?? catalogue.findBySource(record.source) ?? record, outcome)
    } catch (thrown) {
      // Cancelled work keeps its durable state and goes on at the next start.
      if (job.signal.aborted) return
      if (stop.aborted) {
        progress.dropped()
        return
      }
      const error = toCairnError(thrown)
      if (error.code === 'DISK_FULL') throw error
      const current = catalogue.get(record.id) ?? record
      const pending = isOfTheFile(error.code) ? null : current.pending
      const failed = { ...current, status: 'failed' as const, pending, error: error.report(), updated_at: now() }
      await catalogue.put(failed)
      progress.finished(failed, `failed: ${error.message}`)
    }
  }

  /** Of these addresses, those go that no other document refers to; whatever else is being worked on. */
  async #sweepOnly(gone: ReadonlySet<string>): Promise<void> {
    const used = new Set(this.#rooms.catalogue.list().flatMap(addressesOf))
    await this.#rooms.objects.sweep((address) => !gone.has(address) || used.has(address))
  }

  /** Stored files no document refers to go, but only while nothing is between storing a file and recording it. */
  async #sweep(): Promise<void> {
    if (this.#inFlight.size > 0 || !this.#rooms.maySweep) return
    const used = new Set(this.#rooms.catalogue.list().flatMap(addressesOf))
    const sweep = this.#rooms.objects.sweep((address) => used.has(address))
    this.#sweeping = Promise.all([this.#sweeping, sweep.catch(() => undefined)])
    await sweep
  }
}

/** Whether an error lies in the file itself. Any other leaves what was parsed, to be tried again. */
function isOfTheFile(code: ErrorCode): boolean {
  return /^(?:FILE|FORMAT|NO_TEXT|ARCHIVE|PARSE)/u.test(code)
}

function addressesOf({ live, pending, content_hash }: DocumentRecord): string[] {
  const contents = [live, pending].filter((content) => content !== null)
  return [
    content_hash,
    ...contents.flatMap((content) => [content.content_hash, content.text_object, content.structure_object]),
  ]
}
