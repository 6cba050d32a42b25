import { resolve } from 'node:path'
import { toCairnError } from '@shared/errors'
import { unreadKind } from '@shared/folders/folder-look'
import type { DocumentRecord } from '@shared/documents'
import { anySignal } from '@engine/platform/tracing/span-of-signal'
import { isElsewhere } from '@engine/platform/paths'
import { giveUpAbsent } from '../watch/loose/absent-machines'
import type { DocumentChunks } from '@engine/ports/storage/chunk-index'
import type { IngestRequest } from '@engine/ports/engine-interface'
import { DocumentQueue, type FileFacts } from './document-queue'
import { failedRecord } from './failed-record'
import { IndexBatch } from './index-batch'
import { nameListedWorks } from '../documents/listed-works'
import { type IngestHooks, Registration, type Wishes, wishesFor } from '../documents/registration'
import { isUnfinished, JobClaims, jobStopped } from './job-claims'
import { type Emit, JobProgress } from './job-progress'
import { KeptObjects } from '../documents/kept-objects'
import { NearDuplicates } from '../near-duplicates/near-duplicate-finder'
import type { IngestRooms } from './process-context'
import { processDocument } from './process-document'
import { Removals } from './removals'
import { FamilyBudget } from '../members/family-budget'
import { factsOf, walk } from '../files/walk'

/** What the work on one document needs of its job. */
interface Job {
  /** Of its file, as far as that is known. */
  readonly bytes: number
  readonly progress: JobProgress
  readonly checkFile: boolean
  readonly readAgain: boolean
  /** Opens files that need one. */
  readonly password?: string | undefined
  readonly signal: AbortSignal
  /** Called when only the write is left. */
  readonly handedOver: () => void
  /** Has a document worked on as well, again where this job has had it before. */
  readonly found: (id: string) => void
}

/** How a document is read; by default as its record says. */
type StartAs = Partial<Pick<Job, 'checkFile' | 'readAgain' | 'password'> & { readonly file: FileFacts }>

/** The file itself is looked at, whatever an earlier run has kept of it. */
async function asOnDisk(path: string, { sources }: Pick<IngestRooms, 'sources'>): Promise<StartAs> {
  return { checkFile: true, file: await factsOf(sources ? await sources.placeOf(path) : path) }
}

/** Brings documents in, again, and out. Jobs may overlap; a document is only ever worked on once at a time. */
export class Ingest {
  readonly #batch: IndexBatch
  readonly #registration: Registration
  readonly #kept: KeptObjects
  readonly #removals: Removals
  /** Documents in work of which more is left than the write. */
  #reading = 0
  readonly #inFlight = new Map<string, { done: Promise<void>; stop: AbortController }>()
  readonly #queues = new Set<DocumentQueue>()
  readonly #claims: JobClaims
  readonly #budget: FamilyBudget
  readonly #nearDuplicates: NearDuplicates

  constructor(
    private readonly rooms: IngestRooms,
    private readonly hooks: IngestHooks,
  ) {
    const { catalogue, objects, vectors, maySweep, now, newId } = rooms
    // Whoever waits for such a write holds the pair, so that it is the one whose vectors were kept.
    const writer = {
      replace: (documents: readonly DocumentChunks[]) => vectors.current().index.replace(documents),
      maintain: (isDone?: boolean) => vectors.current().index.maintain(isDone),
      chunkCount: () => vectors.current().index.statistics.chunkCount,
    }
    this.#batch = new IndexBatch(writer, () => this.#reading > 0)
    this.#claims = new JobClaims(catalogue, now)
    this.#budget = new FamilyBudget(catalogue)
    this.#nearDuplicates = new NearDuplicates(catalogue)
    this.#kept = new KeptObjects({ catalogue, objects, maySweep, isBusy: () => this.#inFlight.size > 0 })
    const stop = async (ids: readonly string[]) => {
      for (const id of ids) this.#inFlight.get(id)?.stop.abort()
      await Promise.all(ids.flatMap((id) => this.#inFlight.get(id)?.done ?? []))
    }
    this.#removals = new Removals({ catalogue, vectors, kept: this.#kept, stop, removed: hooks.removed })
    const gone = (idOrSource: string) => this.#removals.gone(idOrSource)
    this.#registration = new Registration({ catalogue, now, newId, restore: hooks.restore, gone })
  }

  /** Adds files and folders; with `finishOthers` also finishes whatever an earlier run or another job left unfinished. */
  async add(request: IngestRequest, emit: Emit, signal: AbortSignal, { finishOthers } = { finishOthers: true }) {
    await this.#job(emit, signal, async (start) => {
      for await (const found of walk(request.paths, signal)) {
        if (request.leave_unread && found.folder !== null && unreadKind(found.path) !== null) continue
        const id = await this.#register(found.path, wishesFor(request, found.folder))
        await start(id, await asOnDisk(found.path, this.rooms))
      }
      if (finishOthers) for (const id of this.unfinished()) await start(id)
    })
  }

  /** Adds files that were found, and reads known ones again whose content is another. `newIn` is the collection of a new one. */
  async addFound(
    files: readonly { readonly path: string; readonly newIn: string | undefined }[],
    emit: Emit,
    signal: AbortSignal,
  ) {
    await this.#job(emit, signal, async (start) => {
      for (const { path, newIn } of files) {
        if (signal.aborted) return
        await start(await this.#register(path, newIn === undefined ? {} : { newIn }), await asOnDisk(path, this.rooms))
      }
    })
  }

  async #register(path: string, wishes: Wishes): Promise<string> {
    const source = resolve(path)
    const id = await this.#registration.register(source, wishes)
    this.hooks.registered(source)
    return id
  }

  /** Tries failed documents again; without ids, all of them. A password is only ever in memory, for this one try. */
  async retry(ids: readonly string[] | undefined, emit: Emit, signal: AbortSignal, password?: string): Promise<void> {
    const { catalogue, now } = this.rooms
    const wanted = ids && new Set(ids)
    const failed = catalogue
      .list()
      .filter(({ id, status, trashed_at }) => status === 'failed' && trashed_at === null && (wanted?.has(id) ?? true))
      .map(({ id }) => id)
    await Promise.all(
      failed.map((id) =>
        catalogue.update(id, (current) => {
          if (current.status !== 'failed') return current
          return { ...current, status: 'queued', error: null, updated_at: now() }
        }),
      ),
    )
    await this.process(failed, emit, signal, password)
  }

  /** Finishes what a crash or quit interrupted, deletions and the index included. */
  async resume(emit: Emit, signal: AbortSignal): Promise<void> {
    const unfinished = this.unfinished()
    if (unfinished.length > 0) await this.process(unfinished, emit, signal)
    else await Promise.all([this.#kept.sweep(), this.#batch.maintain(true)])
  }

  /** Works on these documents as their records say: from the file, or from `pending` content. */
  async process(ids: readonly string[], emit: Emit, signal: AbortSignal, password?: string): Promise<void> {
    if (ids.length === 0) return
    await this.#job(emit, signal, async (start) => {
      for (const id of ids) await start(id, { checkFile: false, password })
    })
  }

  /** Parses documents anew from their kept files, because OCR has read more of them. The text of before serves meanwhile. */
  async readAgain(ids: readonly string[], emit: Emit, signal: AbortSignal): Promise<void> {
    await this.#job(emit, signal, async (start) => {
      for (const id of ids) await start(id, { checkFile: false, readAgain: true })
    })
  }

  /** Indexes documents anew from their stored texts. `live` stays: the texts keep an owner, and old rows serve meanwhile. */
  async reindex(ids: readonly string[], emit: Emit, signal: AbortSignal): Promise<void> {
    const { catalogue, newId } = this.rooms
    const known = ids.filter((id) => (catalogue.get(id)?.live ?? null) !== null)
    await Promise.all(
      known.map((id) =>
        catalogue.update(id, (record) => {
          if (!record.live) return record
          return { ...record, status: 'embedding', pending: { ...record.live, revision: newId() } }
        }),
      ),
    )
    await this.process(known, emit, signal)
  }

  /** As `KeptObjects.hold`. */
  holdObjects(): () => void {
    return this.#kept.hold()
  }

  /** As `Removals.remove`. */
  remove(ids: readonly string[]): Promise<string[]> {
    return this.#removals.remove(ids)
  }

  /** Documents whose work has not come to rest; also those in the trash, because they may be restored. */
  unfinished(): string[] {
    return (
      this.rooms.catalogue
        .list()
        // Files of other machines are finished there.
        .filter((record) => isUnfinished(record) && !isElsewhere(record.source))
        .flatMap(({ id }) => (this.#removals.has(id) ? [] : [id]))
    )
  }

  /** Somebody looks at a document: whatever it still waits for, it is next. */
  lookedAt(id: string): void {
    this.rooms.looks.note(id)
    for (const queue of this.#queues) queue.first(id)
  }

  #factsOf(id: string): FileFacts {
    const record = this.rooms.catalogue.get(id)
    return { size: record?.byte_size ?? 0, modifiedAt: record?.modified_at ?? null }
  }

  async #job(
    emit: Emit,
    signal: AbortSignal,
    feed: (start: (id: string, how?: StartAs) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const progress = new JobProgress(emit)
    const queue = new DocumentQueue(this.rooms.now, this.rooms.looks)
    this.#queues.add(queue)
    const failures: unknown[] = []
    const working = new Set<Promise<unknown>>()
    const started = new Set<string>()
    const start = async (id: string, how: StartAs = {}) => {
      if (started.has(id)) return
      claim(id)
      await queue.hasRoom()
      queue.add(id, how.file ?? this.#factsOf(id), () => turnOf(id, how))
    }
    const claim = (id: string) => {
      progress.found()
      if (started.has(id)) return
      started.add(id)
      this.#claims.claim(id)
    }
    /** Without waiting for room: whoever finds members has a place in the queue that others wait for. */
    const found = (id: string) => {
      claim(id)
      queue.add(id, this.#factsOf(id), () => turnOf(id, { checkFile: true }))
    }
    /** A file's turn ends when only the write is left: waiting for company there must not keep others from being read. */
    const turnOf = (id: string, how: StartAs) =>
      new Promise<void>((resolve) => {
        const handedOver = this.#beginReading(resolve)
        const as = { checkFile: false, readAgain: false, ...how, bytes: (how.file ?? this.#factsOf(id)).size }
        const work = this.#one(id, { ...as, progress, signal, handedOver, found })
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
      await queue.idle()
      this.#queues.delete(queue)
      await Promise.all(working)
      this.#claims.release(started)
      if (signal.reason === jobStopped) await Promise.all([this.#claims.rest(started), this.#batch.maintain(true)])
      // Also after a job that failed or was stopped: what was deleted meanwhile must not stay.
      await this.#kept.sweepForgotten()
    }
    if (failures.length > 0) throw failures[0]
    signal.throwIfAborted()
    await giveUpAbsent(this.rooms)
    await nameListedWorks(this.rooms)
    await this.#kept.sweep()
    await this.rooms.vectors.current().index.maintain(true)
    progress.end()
  }

  /** Counts a document as being read until what this returns is called, which also does what comes `then`. */
  #beginReading(then: () => void): () => void {
    let isReading = true
    this.#reading += 1
    return () => {
      if (isReading) this.#reading -= 1
      isReading = false
      then()
    }
  }

  #last: Promise<unknown> = Promise.resolve()
  readonly #exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const run = this.#last.then(work)
    this.#last = run.catch(() => undefined)
    return run
  }

  async #one(id: string, job: Job): Promise<void> {
    await this.rooms.makeWay?.(job.bytes, job.signal)
    // Checked again after every wait: whoever waited for the same document, or a new sweep, may have come first.
    let waitedFor: unknown
    while (waitedFor !== this.#kept.swept || this.#inFlight.has(id)) {
      waitedFor = this.#kept.swept
      await Promise.all([waitedFor, this.#inFlight.get(id)?.done])
    }
    const record = this.rooms.catalogue.get(id)
    if (job.signal.aborted) return
    if (!record || this.#removals.has(id)) {
      job.progress.dropped()
      return
    }
    const stop = new AbortController()
    const done = this.#work(record, job, stop.signal)
    this.#inFlight.set(id, { done: done.catch(() => undefined), stop })
    try {
      await done
    } finally {
      this.#inFlight.delete(id)
    }
  }

  /** `stop` ends the work on this document alone, because it is being deleted. */
  async #work(record: DocumentRecord, job: Job, stop: AbortSignal): Promise<void> {
    const { catalogue, now } = this.rooms
    const { progress, checkFile, readAgain, password, handedOver, found } = job
    const signal = anySignal([job.signal, stop])
    try {
      const context = {
        rooms: this.rooms,
        batch: this.#batch,
        nearDuplicates: this.#nearDuplicates,
        signal,
        checkFile,
        readAgain,
        password,
        changed: (changedRecord: DocumentRecord) => progress.changed(changedRecord),
        handedOver,
        exclusively: this.#exclusively,
        members: {
          registration: this.#registration,
          budget: this.#budget,
          found,
          remove: (ids: readonly string[]) => this.remove(ids),
        },
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
      const failed = await catalogue.update(record.id, (current) => failedRecord(current, error, readAgain, now()))
      if (failed) progress.finished(failed, `failed: ${error.message}`)
      else progress.dropped()
    }
  }
}
