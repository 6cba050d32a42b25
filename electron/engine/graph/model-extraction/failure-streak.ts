import { type CairnError, toCairnError } from '@shared/errors'

const maxFailures = 3
/** Waits before a model that failed is asked again, in milliseconds: its process may have to be started again. */
const pauses: readonly number[] = [1000, 5000]

/** What work gives or fails with. Throws the signal's reason where it was aborted. */
export async function attempt<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | CairnError> {
  try {
    return await work()
  } catch (thrown) {
    signal.throwIfAborted()
    return toCairnError(thrown)
  }
}

/** Counts failures of a model that follow each other. */
export class FailureStreak {
  #failures: CairnError[] = []

  constructor(private readonly wait: (ms: number, signal: AbortSignal) => Promise<void>) {}

  succeeded(): void {
    this.#failures = []
  }

  /** Resolves when the model may be asked again. Throws the first of three failures: those behind it may only follow from it. */
  async failed(error: CairnError, signal: AbortSignal): Promise<void> {
    this.#failures.push(error)
    const [first] = this.#failures
    if (first && this.#failures.length >= maxFailures) throw first
    await this.wait(pauses[this.#failures.length - 1] ?? 0, signal)
  }
}
