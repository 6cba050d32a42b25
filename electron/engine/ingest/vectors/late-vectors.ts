import type { DocumentRecord } from '@shared/documents'
import { type ErrorCode, toCairnError } from '@shared/errors'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { ChunkIndex } from '@engine/ports/storage/chunk-index'
import { unlessAborted } from '@engine/platform/deadline'
import { linkedSignal } from '@engine/platform/linked-signal'
import { ReadingOrder } from '@engine/platform/order/reading-order'
import type { RecentLooks } from '@engine/platform/order/recent-looks'
import type { Span, SpanEnd, Tracer } from '@engine/platform/tracing/span'
import { carrySpan } from '@engine/platform/tracing/span-of-signal'
import { failed, traced } from '@engine/platform/tracing/traced'
import { EmbedAgain, type Wait } from './embed-again'
import { LateVectorMaker, type LateVectorMakerParts } from './late-vector-maker'

export interface LateVectorsParts extends Omit<LateVectorMakerParts, 'rest' | 'again'> {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'get' | 'update' | 'onChange'>
  /** While people wait for something else, no vector is made. */
  readonly quiet: { isQuiet(): boolean; whenQuiet(signal: AbortSignal): Promise<void> }
  /** Whether all vectors are being made anew for another embedder: then these are not worth their time. */
  readonly isChanging: () => boolean
  /** Which documents people looked at last. */
  readonly looks: Pick<RecentLooks, 'newestFirst'>
  readonly now: () => number
  readonly wait: Wait
  readonly tracer?: Tracer | undefined
  readonly log: (line: string) => void
}

/** Chunks of the documents that are made together; what a crash may cost. */
const chunksAtOnce = 256
/** As for documents that come (`jobs/index-batch.ts`): what is written over leaves the indexes. */
const maintainEvery = 8000
/** Before an embedder that no document can be made with is asked again, in milliseconds; the last one from then on. */
const lookAgainAfter = [5000, 20_000, 60_000, 300_000] as const

/**
 * Makes in quiet times the vectors of documents that words find already. Which they are stands in their records: `live.vectors` goes
 * only after the vectors are in the index, so that a crash in between costs another look at most.
 */
export class LateVectors {
  readonly #waiting: ReadingOrder
  readonly #followers = new Set<(left: number) => void>()
  readonly #maker: LateVectorMaker
  #running: Promise<void> | undefined
  /** Somebody said meanwhile that there may be something to do. */
  #mustLook = false
  #sinceMaintenance = 0
  /** The index whose vectors were last made; those of another one may be made where these could not. */
  #index: ChunkIndex | undefined
  #idleLooks = 0
  #stopFollowing: () => void = () => undefined

  constructor(private readonly parts: LateVectorsParts) {
    const { quiet, closing, wait, looks, now } = parts
    this.#waiting = new ReadingOrder(looks, now)
    const rest = () => quiet.whenQuiet(closing)
    this.#maker = new LateVectorMaker({ ...parts, rest, again: new EmbedAgain(wait) })
  }

  /** To be called once the index is whole. What could not be made before is tried again. */
  start(): void {
    const { catalogue } = this.parts
    this.#stopFollowing = catalogue.onChange(({ changed, removed }) => {
      for (const id of removed) this.#waiting.delete(id)
      this.#add(changed, ['waiting'])
      this.look()
    })
    this.#add(catalogue.list(), ['waiting', 'failed'])
    this.look()
  }

  /** To be called when the embedder in use, or what can run, may have changed. */
  look(): void {
    this.#mustLook = true
    if (this.#running || this.parts.closing.aborted || this.#due().length === 0) return
    this.#running = this.#work().finally(() => {
      this.#running = undefined
      if (this.#mustLook) this.look()
    })
  }

  /** Resolves when all is made that can be made now, and calls `told` with how many documents still can be made. An aborted caller waits no longer. */
  async made(told: (left: number) => void, signal: AbortSignal): Promise<void> {
    this.#followers.add(told)
    try {
      while (this.#running && !signal.aborted) await unlessAborted(this.#running, signal)
    } finally {
      this.#followers.delete(told)
    }
  }

  /** Waits for what is under way; to be called after `closing` was aborted. */
  async close(): Promise<void> {
    this.#stopFollowing()
    await this.#running
  }

  #add(records: readonly DocumentRecord[], states: readonly string[]): void {
    for (const { id, live, trashed_at, chunk_count, modified_at } of records) {
      const waits = trashed_at === null && states.includes(live?.vectors ?? '')
      if (waits) this.#waiting.add(id, { work: chunk_count, modifiedAt: modified_at })
      else this.#waiting.delete(id)
    }
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    const { quiet, closing, log, spaces, isChanging } = this.parts
    const making = this.#traced()
    try {
      while (this.#due().length > 0) {
        await quiet.whenQuiet(closing)
        this.#mustLook = false
        const { usable, index } = spaces.current()
        if (!usable || isChanging()) break
        this.#tryAgainIn(index)
        await this.#makeNext(index, making.begin())
        this.#idleLooks = 0
        if (this.#sinceMaintenance >= maintainEvery) await this.#maintain(false)
      }
      if (this.#sinceMaintenance > 0) await this.#maintain(true)
    } catch (thrown) {
      making.end(closing.aborted ? { status: 'cancelled' } : failed(thrown))
      if (closing.aborted) return
      log(`vectors of new documents: ${toCairnError(thrown).message}`)
      this.#mustLook = false
      this.#lookLater()
    } finally {
      making.end()
    }
  }

  /** One trace for all that is made until nothing waits; none where nothing is. Its signal aborts when the engine closes. */
  #traced(): { begin(): AbortSignal; end(end?: SpanEnd): void } {
    const { closing, tracer } = this.parts
    const made = linkedSignal(closing)
    let span: Span | undefined
    return {
      begin() {
        span ??= tracer?.trace({ kind: 'ingest', name: 'vectors' })
        return carrySpan(made.signal, span)
      },
      end(end) {
        span?.end(end)
        made.unlink()
      },
    }
  }

  /** What could not be made for the tables of before may be for these, which another embedder fills. */
  #tryAgainIn(index: ChunkIndex): void {
    if (this.#index !== undefined && this.#index !== index)
      this.#add(this.parts.catalogue.list(), ['waiting', 'failed'])
    this.#index = index
  }

  async #maintain(isDone: boolean): Promise<void> {
    const { spaces, closing } = this.parts
    this.#sinceMaintenance = 0
    await spaces.use(({ index }) => index.maintain(isDone), closing)
  }

  async #makeNext(index: ChunkIndex, signal: AbortSignal): Promise<void> {
    const ids = this.#next()
    // Before they are made: what changes meanwhile waits again.
    for (const id of ids) this.#waiting.delete(id)
    try {
      await this.#make(ids, signal)
      // Made for tables that are not in use any more, they were not written.
      const { index: now, embedder } = this.parts.spaces.current()
      // So it is with one that became confidential, also by the file it came in, of which its own record says nothing.
      const left = now === index ? ids.filter((id) => !this.parts.mayRead(embedder.id, id)) : ids
      this.#add(
        left.flatMap((id) => this.parts.catalogue.get(id) ?? []),
        ['waiting'],
      )
    } catch (thrown) {
      const { catalogue } = this.parts
      this.#add(
        ids.flatMap((id) => catalogue.get(id) ?? []),
        ['waiting', 'failed'],
      )
      throw thrown
    } finally {
      for (const told of this.#followers) told(this.#due().length)
    }
  }

  /** Throws what says nothing of these documents, such as that a server cannot be reached; what does fails alone. */
  async #make(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const { closing, log } = this.parts
    try {
      this.#sinceMaintenance += await traced(
        signal,
        { kind: 'node', name: 'vectors', in: { documents: ids.length } },
        (inner) => this.#maker.make(ids, inner),
        (chunks) => ({ out: { chunks } }),
      )
    } catch (thrown) {
      const error = toCairnError(thrown)
      if (closing.aborted || !isOfDocument(error.code)) throw thrown
      if (ids.length > 1) {
        for (const id of ids) await this.#make([id], signal)
        return
      }
      log(`vectors of ${ids.join()}: ${error.message}`)
      for (const id of ids) await this.#maker.mark(id, 'failed')
    }
  }

  /** Those that wait and that the embedder in use may read; the others wait until it may, or until another one is chosen. */
  #due(): string[] {
    if (this.#waiting.size === 0) return []
    const { spaces, mayRead } = this.parts
    const { id: embedder } = spaces.current().embedder
    return [...this.#waiting].filter((id) => mayRead(embedder, id))
  }

  /** As many of the first as are made together. */
  #next(): string[] {
    const { catalogue, spaces, mayRead } = this.parts
    const { id: embedder } = spaces.current().embedder
    const next: string[] = []
    let chunks = 0
    for (const id of this.#waiting) {
      if (!mayRead(embedder, id)) continue
      chunks += catalogue.get(id)?.chunk_count ?? 0
      if (next.length > 0 && chunks > chunksAtOnce) break
      next.push(id)
    }
    return next
  }

  #lookLater(): void {
    const { wait, closing } = this.parts
    const pause = lookAgainAfter[Math.min(this.#idleLooks, lookAgainAfter.length - 1)] ?? 0
    this.#idleLooks += 1
    void wait(pause, closing).then(
      () => this.look(),
      () => undefined,
    )
  }
}

/** Whether another document may fare better. */
function isOfDocument(code: ErrorCode): boolean {
  return /^(?:MODEL_FAILED|MODEL_OUT_OF_MEMORY|DEADLINE_EXCEEDED|INVALID_INPUT|INTERNAL)$/u.test(code)
}
