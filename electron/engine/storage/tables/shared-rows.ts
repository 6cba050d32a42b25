import type { ChunkHit, FoundChunk } from '@engine/ports/storage/chunk-index'
import type { Place } from './chunk-search'

/** By their numbers. */
type FoundRows = ReadonlyMap<bigint, FoundChunk>

interface Waiting<Table> {
  readonly table: Table
  readonly places: readonly Place[]
  readonly resolve: (rows: FoundRows) => void
  readonly reject: (reason: unknown) => void
}

/** Milliseconds that hits wait for other searches at most: one that is slow must not keep the others from their rows. */
const longestWait = 25

/**
 * Reads the rows of hits. The searches of one question find many chunks alike, and ninety rows are read in little more time than
 * thirty, so rows are read once all searches that are under way have found their hits.
 */
export class SharedRows<Table> {
  #searching = 0
  #waiting: Waiting<Table>[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly read: (table: Table, rows: readonly bigint[]) => Promise<FoundRows>) {}

  /** The hits that `find` places in a table, whole and in the same order. */
  async hitsOf(table: Table, find: () => Promise<readonly Place[]>): Promise<ChunkHit[]> {
    const places = await this.#found(find)
    if (places.length === 0) return []
    const rows = await this.#rowsOf(table, places)
    return places.map(({ row, score }) => {
      const found = rows.get(row)
      if (!found) throw new Error(`The search tables lack row ${row}, which a search has found.`)
      return { ...found, score }
    })
  }

  async #found(find: () => Promise<readonly Place[]>): Promise<readonly Place[]> {
    this.#searching += 1
    try {
      return await find()
    } finally {
      this.#searching -= 1
      // Behind what this search asks for, which comes in the same turn of the event loop.
      if (this.#searching === 0) setImmediate(() => this.#readAll())
    }
  }

  #rowsOf(table: Table, places: readonly Place[]): Promise<FoundRows> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ table, places, resolve, reject })
      this.#timer ??= setTimeout(() => this.#readAll(), longestWait)
    })
  }

  #readAll(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = this.#waiting.splice(0)
    for (const table of new Set(all.map((one) => one.table))) {
      const waiting = all.filter((one) => one.table === table)
      const rows = new Set(waiting.flatMap(({ places }) => places.map(({ row }) => row)))
      this.read(table, [...rows]).then(
        (found) => waiting.forEach(({ resolve }) => resolve(found)),
        (reason: unknown) => waiting.forEach(({ reject }) => reject(reason)),
      )
    }
  }
}
