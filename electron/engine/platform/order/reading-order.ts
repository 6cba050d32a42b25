import type { RecentLooks } from './recent-looks'

/** What is known of a document before work on it begins. */
export interface WorkFacts {
  /** How much it is: a kilobyte of a file, a chunk, a page of a scan. */
  readonly work: number
  /** When its file was changed last, milliseconds since the epoch; null where nobody knows. */
  readonly modifiedAt: number | null
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * What waits longest, as a whole number of at least 0: the newest and smallest first. Twice the work costs as much as twice the age;
 * documents of about the same size and age have the same number.
 */
export function placeOf({ work, modifiedAt }: WorkFacts, now: number): number {
  const days = modifiedAt === null ? 0 : Math.max(0, now - modifiedAt) / dayMs
  return Math.round(Math.log2(1 + work) + Math.log2(1 + days))
}

/** Documents that wait, in the order in which they are worked on: what was looked at last, then the newest and smallest. */
export class ReadingOrder {
  readonly #places = new Map<string, number>()
  /** By place, each in the order they came. */
  readonly #waiting = new Map<number, Set<string>>()

  constructor(
    private readonly looks: Pick<RecentLooks, 'newestFirst'>,
    private readonly now: () => number,
  ) {}

  get size(): number {
    return this.#places.size
  }

  has(id: string): boolean {
    return this.#places.has(id)
  }

  /** One that waits already keeps its place. */
  add(id: string, facts: WorkFacts): void {
    if (this.#places.has(id)) return
    const place = placeOf(facts, this.now())
    this.#places.set(id, place)
    const alike = this.#waiting.get(place)
    if (alike) alike.add(id)
    else this.#waiting.set(place, new Set([id]))
  }

  delete(id: string): void {
    const place = this.#places.get(id)
    if (place === undefined) return
    this.#places.delete(id)
    const alike = this.#waiting.get(place)
    alike?.delete(id)
    if (alike?.size === 0) this.#waiting.delete(place)
  }

  /** In order; what is taken out meanwhile is not met again. */
  *[Symbol.iterator](): Generator<string> {
    const looked = new Set([...this.looks.newestFirst()].filter((id) => this.#places.has(id)))
    yield* looked
    const places = [...this.#waiting.keys()].toSorted((a, b) => a - b)
    for (const place of places) for (const id of this.#waiting.get(place) ?? []) if (!looked.has(id)) yield id
  }
}
