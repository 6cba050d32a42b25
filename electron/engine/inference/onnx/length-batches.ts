export interface BatchLimits {
  /** Most tokens in a batch, padding counted; a longer text goes alone. Asked before each batch. */
  readonly tokens: () => number
  readonly rows: number
}

/**
 * Puts texts of like length together, so that little is padding: yields the indices of each batch, longest first, because
 * what will not fit into memory is then known at once.
 */
export function* lengthBatches(lengths: readonly number[], limits: BatchLimits): Generator<number[]> {
  const order = lengths.map((_, index) => index).sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0) || a - b)
  for (let at = 0; at < order.length;) {
    const longest = Math.max(1, lengths[order[at] ?? 0] ?? 1)
    const rows = Math.max(1, Math.min(limits.rows, Math.floor(limits.tokens() / longest)))
    yield order.slice(at, at + rows)
    at += rows
  }
}

const minTokens = 256
const maxTokens = 4096
const minMeasuredTokens = 128

/**
 * How many tokens a batch may have. A run of ONNX Runtime holds up the whole process, so batches of a slow model are made
 * small enough to end in about `targetMs`: until then no question, no cancelling and no sign of life gets through.
 */
export class BatchBudget {
  #tokens = 1024

  constructor(
    private readonly now: () => number,
    private readonly targetMs = 150,
  ) {}

  get tokens(): number {
    return this.#tokens
  }

  async measure<T>(tokens: number, run: () => Promise<T>): Promise<T> {
    const start = this.now()
    const result = await run()
    if (tokens >= minMeasuredTokens) {
      const fitting = (tokens * this.targetMs) / Math.max(0.01, this.now() - start)
      // At most twice or half of before: one run that had to wait for the processor decides little.
      const next = Math.min(this.#tokens * 2, Math.max(this.#tokens / 2, fitting))
      this.#tokens = Math.round(Math.min(maxTokens, Math.max(minTokens, next)))
    }
    return result
  }
}
