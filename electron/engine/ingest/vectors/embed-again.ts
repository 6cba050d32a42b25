import { setTimeout as delay } from 'node:timers/promises'
import { toCairnError } from '@shared/errors'
import type { Embedder } from '@engine/ports/models/embedder'
import { SharedGate } from '../jobs/shared-gate'
import { embedderWith } from './embed-texts'

/** Resolves after so many milliseconds, rejects when aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

/** Waits before an embedder that failed is asked again, in milliseconds. */
export const retryAfter: readonly number[] = [1000, 5000, 20_000]
/** What did not fit into memory may fit once something else has left it, but hardly more than once. */
const retriesOf: Readonly<Record<string, number>> = { MODEL_FAILED: retryAfter.length, MODEL_OUT_OF_MEMORY: 1 }

/** Embeds again what failed for a reason that may pass, one call at a time: a text that ends the process fails alone. */
export class EmbedAgain {
  readonly #retries = new SharedGate()

  constructor(private readonly wait: Wait = (ms, signal) => delay(ms, undefined, { signal })) {}

  /** The same embedder with retries; after too many failures it throws the last error. */
  over(embedder: Embedder): Embedder {
    return embedderWith(embedder, {
      embedPassages: (texts, signal) => this.#run(() => embedder.embedPassages(texts, signal), signal),
    })
  }

  async #run<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    for (let failures = 0; ; failures += 1) {
      try {
        return failures === 0 ? await work() : await this.#retries.alone(work, signal)
      } catch (thrown) {
        signal?.throwIfAborted()
        const pause = retryAfter[failures]
        if (pause === undefined || failures >= (retriesOf[toCairnError(thrown).code] ?? 0)) throw thrown
        await this.wait(pause, signal)
      }
    }
  }
}
