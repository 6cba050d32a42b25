import type { EventBody } from '@shared/events'

const kept = 200

/** How long the latest turns and their stages took, in milliseconds. In memory only. */
export class TurnFigures {
  readonly #totals: number[] = []
  readonly #stages = new Map<string, number[]>()

  readonly add = (event: EventBody): void => {
    if (event.type === 'final') keep(this.#totals, event.total_ms)
    if (event.type !== 'stage_end' || event.status === 'skipped') return
    const times = this.#stages.get(event.name) ?? []
    this.#stages.set(event.name, times)
    keep(times, event.ms)
  }

  /** Null before the first turn has ended. */
  figures(): TurnTimes | null {
    if (this.#totals.length === 0) return null
    const stages = [...this.#stages].map(([name, times]) => ({ name, medianMs: median(times) }))
    return { turns: this.#totals.length, medianMs: median(this.#totals), stages }
  }
}

export interface TurnTimes {
  readonly turns: number
  readonly medianMs: number
  readonly stages: readonly { readonly name: string; readonly medianMs: number }[]
}

function keep(times: number[], ms: number): void {
  times.push(ms)
  if (times.length > kept) times.shift()
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
