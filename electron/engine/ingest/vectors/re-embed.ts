import { setImmediate as macrotask } from 'node:timers/promises'
import { CairnError, type ErrorCode, type ErrorReport, toCairnError } from '@shared/errors'
import type { EmbeddingState } from '@shared/models/models'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { Embedder } from '@engine/ports/models/embedder'
import { isSameEmbedder, type NextTables, type VectorTables } from '@engine/ports/models/vector-space'
import type { Tracer } from '@engine/platform/tracing/span'
import { carrySpan } from '@engine/platform/tracing/span-of-signal'
import { retryAfter } from './embed-again'
import { Follower } from './ingest-follower'
import type { MayRead } from './row-vectors'
import { measureUnrelated } from './unrelated-similarity'
import { chunksOf, findDue } from './vector-copy'
import { unusable, type VectorSpaces } from './vector-spaces'

export interface ReEmbeddingParts {
  readonly tables: VectorTables
  readonly spaces: VectorSpaces
  readonly catalogue: Pick<DocumentCatalogue, 'get' | 'update'>
  readonly mayRead: MayRead
  /** An embedder that could be asked now. */
  readonly embedderOf: (id: string) => Embedder | undefined
  readonly publish: (state: EmbeddingState) => void
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
  readonly log: (line: string) => void
  readonly tracer?: Tracer | undefined
  /** Resolves after so many milliseconds, rejects when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Numbers of 0 to 1. */
  readonly random: () => number
  /** Milliseconds for which the old tables stay for turns that began with them; 10 minutes by default. */
  readonly keepOldMs?: number | undefined
}

const defaultKeepOldMs = 600_000
const progressSteps = 200

/** Makes the vectors of another embedder in the background and then switches to them at once. Goes on after a restart. */
export class ReEmbedding {
  #run: { readonly stop: AbortController; readonly done: Promise<void> } | undefined
  #error: ErrorReport | null = null
  #done = 0
  #total = 0
  #wake: (() => void) | undefined
  /** Choices are carried out one after another. */
  #last: Promise<unknown> = Promise.resolve()
  readonly #background = new Set<Promise<unknown>>()

  constructor(private readonly parts: ReEmbeddingParts) {}

  state(): EmbeddingState {
    const { tables, spaces } = this.parts
    const { embedder, next } = tables
    return {
      current: embedder.id,
      dimensions: embedder.dimensions,
      usable: spaces.current().usable,
      next: next
        ? {
            id: next.embedder.id,
            state: this.#error ? 'failed' : next.paused ? 'paused' : 'running',
            done: Math.min(this.#done, this.#total),
            total: this.#total,
            error: this.#error,
          }
        : null,
    }
  }

  /** Goes on with what an earlier run has begun. To be called once the index is whole. */
  recover(): void {
    this.#start()
  }

  /**
   * Begins to make the vectors of this embedder; resolves when that is written down. The one in use drops what was begun
   * for another. Throws MODEL_UNUSABLE where there is no such embedder, and CANCELLED when closing.
   */
  choose(id: string): Promise<void> {
    const { tables, spaces, embedderOf, closing } = this.parts
    return this.#inOrder(async () => {
      if (closing.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
      const space = spaces.current()
      if (id === space.embedder.id && space.usable) {
        await this.#stop()
        // It may have been through before it could be stopped; then the choice is to come back.
        if (tables.embedder.id === id) {
          await tables.drop()
          this.#error = null
          this.#publish()
          return
        }
      }
      const wanted = embedderOf(id)
      if (!wanted) throw unusable(id)
      const { next } = tables
      if (next && isSameEmbedder(next.embedder, wanted)) {
        if (this.#error) this.#restart()
        return
      }
      await this.#stop()
      const { dimensions, stamp } = wanted
      await tables.begin({ id, dimensions, stamp })
      this.#restart()
    })
  }

  /** Halts after the call of the embedder that is under way; stays so after a restart. */
  pause(): Promise<void> {
    return this.#inOrder(async () => {
      await this.parts.tables.setPaused(true)
      this.#publish()
    })
  }

  /** Goes on, also after a failure. */
  resume(): Promise<void> {
    return this.#inOrder(async () => {
      await this.parts.tables.setPaused(false)
      this.#restart()
      this.#wake?.()
    })
  }

  /** Resolves when nothing is under way any more; to be called after `closing` was aborted and before the store closes. */
  async idle(): Promise<void> {
    await this.#last
    await Promise.all([this.#run?.done, ...this.#background])
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const run = this.#last.then(work)
    this.#last = run.catch(() => undefined)
    return run
  }

  #publish(): void {
    this.parts.publish(this.state())
  }

  async #stop(): Promise<void> {
    this.#run?.stop.abort()
    await this.#run?.done
  }

  #restart(): void {
    this.#error = null
    this.#start()
    this.#publish()
  }

  #start(): void {
    const { tables, closing } = this.parts
    const { next } = tables
    if (!next || this.#run || closing.aborted) return
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, closing])
    const facts = { model: next.embedder.id }
    const chunks = this.#count(next)
    const span = this.parts.tracer?.trace({ kind: 'ingest', name: 'embedder', in: { chunks }, facts })
    const done = this.#work(next, carrySpan(signal, span)).finally(() => {
      this.#run = undefined
      const code = this.#error?.code
      span?.end({ ...(signal.aborted ? { status: 'cancelled' } : { code }), out: { chunks: this.#done } })
    })
    this.#run = { stop, done }
  }

  /** Never rejects: what failed is told by the state. */
  async #work(next: NextTables, signal: AbortSignal): Promise<void> {
    const { embedderOf, wait, log } = this.parts
    const { id } = next.embedder
    for (let attempt = 0; ; attempt += 1) {
      const before = this.#done
      try {
        await this.#rest(signal)
        const embedder = embedderOf(id)
        if (!embedder || !isSameEmbedder(embedder, next.embedder)) throw unusable(id)
        await this.#bring(next, embedder, signal)
        return
      } catch (thrown) {
        if (signal.aborted) return
        const error = toCairnError(thrown)
        log(`re-embedding with ${id}: ${error.message}`)
        if (this.#done > before) attempt = 0
        const pause = isPassing(error.code) ? retryAfter[attempt] : undefined
        if (pause === undefined) {
          this.#error = error.report()
          this.#publish()
          return
        }
        try {
          await wait(pause, signal)
        } catch {
          return
        }
      }
    }
  }

  /** Copies until so little is left that ingestion can be held up for it, then switches. */
  async #bring(next: NextTables, embedder: Embedder, signal: AbortSignal): Promise<void> {
    const { tables, spaces, catalogue, mayRead, wait, random } = this.parts
    const follower = new Follower({
      tables,
      next: next.tables,
      embedder,
      catalogue,
      mayRead,
      signal,
      rest: () => this.#rest(signal),
      wait: (ms) => wait(ms, signal),
      began: () => {
        this.#count(next)
        this.#publish()
      },
      advanced: (chunks) => this.#advance(chunks),
    })
    for (;;) {
      await follower.follow()
      await next.tables.index.maintain(true)
      const unrelated = await measureUnrelated(next.tables, embedder, random, signal)
      await this.#rest(signal)
      const deleteOld = await spaces.exchange(async () => {
        if (!(await follower.finish())) return undefined
        signal.throwIfAborted()
        return tables.switchOver(unrelated)
      }, signal)
      if (!deleteOld) continue
      this.#deleteLater(deleteOld)
      this.#publish()
      return
    }
  }

  /** How many chunks there are in all. */
  #count({ tables }: NextTables): number {
    const { current } = this.parts.tables
    const rows = [...current.documents.values()].flatMap(({ revisions }) => [...revisions.values()])
    this.#total = rows.reduce((sum, chunks) => sum + chunks, 0)
    this.#done = this.#total - chunksOf(findDue(current, tables))
    return this.#total
  }

  /** Published in steps that can be seen. */
  #advance(chunks: number): void {
    const stepOf = (done: number) => Math.floor((progressSteps * done) / Math.max(1, this.#total))
    const before = stepOf(this.#done)
    this.#done += chunks
    if (stepOf(this.#done) !== before) this.#publish()
  }

  /** Lets questions and everybody else have their turn, and waits while it is halted. */
  async #rest(signal: AbortSignal): Promise<void> {
    await macrotask()
    while (this.parts.tables.next?.paused && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      this.#wake = undefined
    }
    signal.throwIfAborted()
  }

  #deleteLater(deleteOld: () => Promise<void>): void {
    const { wait, closing, keepOldMs = defaultKeepOldMs } = this.parts
    // What closing leaves, the next start deletes.
    const deleted = wait(keepOldMs, closing)
      .then(deleteOld, () => undefined)
      .finally(() => this.#background.delete(deleted))
    this.#background.add(deleted)
  }
}

/** Whether it may go well the next time: a process that ended is started again. */
function isPassing(code: ErrorCode): boolean {
  return /^(?:MODEL_FAILED|MODEL_OUT_OF_MEMORY|UNREACHABLE|DEADLINE_EXCEEDED|RATE_LIMITED|INTERNAL)$/u.test(code)
}
