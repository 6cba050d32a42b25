import type { DoorVisit } from '@shared/api/doors-api'

const longestName = 80

/** Who came in last by each door. Kept in memory only, as long as the app runs: it is a sign of life, not a log. */
export class DoorVisits {
  readonly #last = new Map<string, DoorVisit>()

  /** `now` gives milliseconds since the epoch; `changed` is told of every visit. */
  constructor(
    private readonly now: () => number,
    private readonly changed: () => void = () => undefined,
  ) {}

  /** Remembers a request that was let in at `path`; `name` is what its program calls itself, null where it says nothing. */
  note(path: string, name: string | null): void {
    const said = name?.trim().slice(0, longestName).toWellFormed()
    this.#last.set(path, {
      at: new Date(this.now()).toISOString(),
      name: said === undefined || said === '' ? null : said,
    })
    this.changed()
  }

  last(path: string): DoorVisit | null {
    return this.#last.get(path) ?? null
  }
}
