/** A run of rows: the candidates of one question. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

export interface FitSettings {
  readonly epochs: number
  /** L2 penalty. */
  readonly decay: number
  readonly rate: number
  /** How much more a nearly right candidate must count than a half right one: the power its gain is raised to. */
  readonly sharpness: number
}

const initial = 2 ** 22

/** Rows of named features with values, most of them absent, in flat arrays: millions fit. Each row has a gain, 0 to 1. */
export class SparseRows {
  names: string[] = []
  readonly #ids = new Map<string, number>()
  #features = new Int32Array(initial)
  #values = new Float32Array(initial)
  readonly #ends: number[] = [0]
  readonly #gains: number[] = []
  #size = 0

  get count(): number {
    return this.#gains.length
  }

  gain(row: number): number {
    return this.#gains[row] ?? 0
  }

  /** Adds a feature to the row being written. */
  add(name: string, value: number): void {
    let id = this.#ids.get(name)
    if (id === undefined) {
      id = this.names.length
      this.#ids.set(name, id)
      this.names.push(name)
    }
    if (this.#size === this.#features.length) this.#grow()
    this.#features[this.#size] = id
    this.#values[this.#size] = value
    this.#size += 1
  }

  end(gain: number): void {
    this.#gains.push(gain)
    this.#ends.push(this.#size)
  }

  score(row: number, weights: Float64Array): number {
    let sum = 0
    for (let at = this.#ends[row] ?? 0; at < (this.#ends[row + 1] ?? 0); at += 1) {
      sum += (weights[this.#features[at] ?? 0] ?? 0) * (this.#values[at] ?? 0)
    }
    return sum
  }

  /** Adds `factor` times a row to `slope`. */
  addTo(slope: Float64Array, row: number, factor: number): void {
    for (let at = this.#ends[row] ?? 0; at < (this.#ends[row + 1] ?? 0); at += 1) {
      const feature = this.#features[at] ?? 0
      slope[feature] = (slope[feature] ?? 0) + factor * (this.#values[at] ?? 0)
    }
  }

  /** Forgets features that fewer than `least` ranges show. */
  prune(least: number, ranges: readonly RowRange[]): void {
    const shown = new Int32Array(this.names.length)
    const last = new Int32Array(this.names.length).fill(-1)
    for (const [range, { from, to }] of ranges.entries()) {
      for (let at = this.#ends[from] ?? 0; at < (this.#ends[to] ?? 0); at += 1) {
        const feature = this.#features[at] ?? 0
        if (last[feature] === range) continue
        last[feature] = range
        shown[feature] = (shown[feature] ?? 0) + 1
      }
    }
    const kept = this.names.filter((_, id) => (shown[id] ?? 0) >= least)
    const renamed = new Map(kept.map((name, id) => [this.#ids.get(name) ?? -1, id]))
    let to = 0
    let at = 0
    for (let row = 0; row < this.count; row += 1) {
      for (const end = this.#ends[row + 1] ?? 0; at < end; at += 1) {
        const id = renamed.get(this.#features[at] ?? 0)
        if (id === undefined) continue
        this.#features[to] = id
        this.#values[to] = this.#values[at] ?? 0
        to += 1
      }
      this.#ends[row + 1] = to
    }
    this.#size = to
    this.names = kept
    this.#ids.clear()
    for (const [id, name] of kept.entries()) this.#ids.set(name, id)
  }

  #grow(): void {
    const features = new Int32Array(this.#size * 2)
    features.set(this.#features)
    this.#features = features
    const values = new Float32Array(this.#size * 2)
    values.set(this.#values)
    this.#values = values
  }
}

/** The row of a range that the weights score highest. */
export function pick(rows: SparseRows, { from, to }: RowRange, weights: Float64Array): number {
  let best = from
  let highest = -Infinity
  for (let row = from; row < to; row += 1) {
    const score = rows.score(row, weights)
    if (score > highest) {
      highest = score
      best = row
    }
  }
  return best
}

const batchSize = 64
/** Adam's own constants (Kingma and Ba, 2015), with a shorter memory for the squares. */
const momentum = 0.9
const squares = 0.99

/**
 * Weights of a log-linear model over each range's rows that maximise the expected gain's logarithm, by Adam in batches of
 * ranges. The same rows give the same weights.
 */
export function fitWeights(rows: SparseRows, ranges: readonly RowRange[], settings: FitSettings): Float64Array {
  const size = rows.names.length
  const weights = new Float64Array(size)
  const mean = new Float64Array(size)
  const spread = new Float64Array(size)
  let step = 0
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    const order = shuffled(ranges, epoch)
    for (let at = 0; at < order.length; at += batchSize) {
      const batch = order.slice(at, at + batchSize)
      const slope = slopeOf(rows, batch, weights, settings.sharpness)
      step += 1
      const rate = settings.rate * Math.min(1, 3 * (1 - epoch / settings.epochs))
      for (let id = 0; id < size; id += 1) {
        const change = (slope[id] ?? 0) + settings.decay * (weights[id] ?? 0)
        mean[id] = momentum * (mean[id] ?? 0) + (1 - momentum) * change
        spread[id] = squares * (spread[id] ?? 0) + (1 - squares) * change * change
        const typical = Math.sqrt((spread[id] ?? 0) / (1 - squares ** step)) + 1e-8
        weights[id] = (weights[id] ?? 0) - (rate * (mean[id] ?? 0)) / (1 - momentum ** step) / typical
      }
    }
  }
  return weights
}

function slopeOf(rows: SparseRows, batch: readonly RowRange[], weights: Float64Array, sharpness: number): Float64Array {
  const slope = new Float64Array(rows.names.length)
  for (const { from, to } of batch) {
    const scores = Array.from({ length: to - from }, (_, at) => rows.score(from + at, weights))
    const highest = scores.reduce((top, score) => Math.max(top, score), -Infinity)
    const masses = scores.map((score) => Math.exp(score - highest))
    const wanted = masses.map((mass, at) => mass * rows.gain(from + at) ** sharpness)
    const all = masses.reduce((sum, mass) => sum + mass, 0)
    const right = wanted.reduce((sum, mass) => sum + mass, 0)
    if (right / all < 1e-12) continue
    for (const [at, mass] of masses.entries()) {
      const factor = (mass / all - (wanted[at] ?? 0) / right) / batch.length
      if (Math.abs(factor) > 1e-7) rows.addTo(slope, from + at, factor)
    }
  }
  return slope
}

/** In an order that depends on the epoch alone. */
function shuffled<T>(items: readonly T[], epoch: number): T[] {
  const order = [...items]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = (at * 7919 + epoch * 104_729) % (at + 1)
    const [a, b] = [order[at], order[other]]
    if (a !== undefined && b !== undefined) {
      order[at] = b
      order[other] = a
    }
  }
  return order
}
