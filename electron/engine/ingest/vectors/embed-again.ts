import { setTimeout as delay } from 'node:timers/promises'
import { toCairnError } from '@shared/errors'
import type { Embedder } from '@engine/ports/models/embedder'
import { TaskGate } from '../jobs/task-gate'

/** Resolves after so many milliseconds, rejects when aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

/** Waits before an embedder that failed is asked again, in milliseconds. */
export const retryAfter: readonly number[] = [1000, 5000, 20_000]
/** What did not fit into memory may fit once something else has left it, but hardly more than once. */
const retriesOf: Readonly<Record<string, number>> = { MODEL_FAILED: retryAfter.length, MODEL_OUT_OF_MEMORY: 1 }

/**
 * Has passages embedded again that failed for a reason which may pass: a process that died took along the work of every
 * document that was in it, and is started again. What is tried again goes one at a time, so that a text which ends the
 * process each time fails alone.
 */
export class EmbedAgain {
  readonly #alone = new TaskGate(1)

  constructor(private readonly wait: Wait = (ms, signal) => delay(ms, undefined, { signal })) {}

  /** The same embedder, which fails with what it threw last when it has failed too often. */
  over(embedder: Embedder): Embedder {
    const { id, dimensions, unrelated, stamp } = embedder
    return {
      id,
      dimensions,
      unrelated,
      stamp,
      embedPassages: (texts, signal) => this.#run(() => embedder.embedPassages(texts, signal), signal),
      embedQuery: (text, signal) => embedder.embedQuery(text, signal),
    }
  }

  async #run<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    for (let failures = 0; ; failures += 1) {
      try {
        return failures === 0 ? await work() : await this.#inTurn(work, signal)
      } catch (thrown) {
        signal?.throwIfAborted()
        const pause = retryAfter[failures]
        if (pause === undefined || failures >= (retriesOf[toCairnError(thrown).code] ?? 0)) throw thrown
        await this.wait(pause, signal)
      }
    }
  }

  async #inTurn<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    const leave = await this.#alone.enter(signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
