import { round } from '../metrics'

/** One way to do a thing; resolves to the milliseconds it took. */
export type Timed = () => Promise<number>

/**
 * Times several ways to do the same thing, in turns, so that a busy machine slows all of them: once each to warm up, then
 * `rounds` times each, every other round in the opposite order. One list of milliseconds a way, in the order given.
 */
export async function inTurns(
  ways: readonly Timed[],
  rounds: number,
  begin: (round: number) => void = () => undefined,
): Promise<number[][]> {
  const times: number[][] = ways.map(() => [])
  for (const way of ways) await way()
  for (let at = 0; at < rounds; at += 1) {
    begin(at + 1)
    const order = at % 2 === 0 ? [...ways.entries()] : [...ways.entries()].toReversed()
    for (const [index, way] of order) {
      const ms = await way()
      times[index]?.push(ms)
    }
  }
  return times
}

export interface RatioFigures {
  /** The median of each round's ratio. */
  readonly ratio: number
  /** Of the two fastest runs, which other programs disturbed least. */
  readonly fastest_ratio: number
  readonly ratio_range: readonly [least: number, greatest: number]
}

/** How one way compares with another that ran beside it. */
export function ratioFigures(times: readonly number[], base: readonly number[]): RatioFigures {
  const ratios = times.map((ms, at) => ms / Math.max(1e-6, base[at] ?? ms))
  return {
    ratio: round(median(ratios)),
    fastest_ratio: round(Math.min(...times) / Math.max(1e-6, Math.min(...base))),
    ratio_range: [round(Math.min(...ratios)), round(Math.max(...ratios))],
  }
}

/** The middle value, or the mean of the two in the middle; 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const lower = sorted[Math.ceil(half) - 1] ?? 0
  return sorted.length % 2 === 1 ? lower : (lower + (sorted[half] ?? lower)) / 2
}
