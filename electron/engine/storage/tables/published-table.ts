import type { Connection, Table } from '@lancedb/lancedb'
import { toStoreError } from '../opening/store-error'
import { chunkTableName } from './chunks'

interface Pinned {
  readonly table: Table
  readonly version: number
  readers: number
}

/**
 * The version of the chunk table that searches see. It stays where it is while the writer works, and moves on when a
 * whole write is done, so nobody sees half of one.
 */
export class PublishedTable {
  #current: Pinned
  #searches = 0
  /** Reads that are not over. */
  #reads = 0
  #whenIdle: (() => void) | undefined

  private constructor(
    private readonly connection: Connection,
    /** Finds the published version anew, for when another process has cleaned away the version that is read. */
    private readonly newestVersion: () => Promise<number | undefined>,
    first: Pinned,
    /** Called before each read. */
    private readonly before: () => Promise<void> | void,
  ) {
    this.#current = first
  }

  static async open(
    connection: Connection,
    version: number | undefined,
    newestVersion: () => Promise<number | undefined>,
    before: () => Promise<void> | void = () => undefined,
  ): Promise<PublishedTable> {
    return new PublishedTable(connection, newestVersion, await pin(connection, version), before)
  }

  get version(): number {
    return this.#current.version
  }

  /** How many searches there have been that somebody waited for. */
  get searches(): number {
    return this.#searches
  }

  /** Lets every read that starts from now on see `version`. */
  async publish(version: number | undefined): Promise<void> {
    if (version === this.#current.version) return
    const next = await pin(this.connection, version)
    const previous = this.#current
    this.#current = next
    if (previous.readers === 0) previous.table.close()
  }

  /**
   * Runs a read on the published version. Cleaning may take the files of a version that a slow read still uses; such a
   * read fails and is run once more on the newest one.
   */
  async read<Result>(query: (table: Table) => Promise<Result>): Promise<Result> {
    this.#reads += 1
    try {
      return await this.#read(query)
    } finally {
      this.#reads -= 1
      if (this.#reads === 0) this.#whenIdle?.()
    }
  }

  /** Resolves once no read is under way. */
  async idle(): Promise<void> {
    if (this.#reads > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve))
  }

  async #read<Result>(query: (table: Table) => Promise<Result>): Promise<Result> {
    await this.before()
    const started = this.#current
    try {
      return await this.#readFrom(started, query)
    } catch (error) {
      try {
        if (this.#current === started) await this.publish(await this.newestVersion())
        if (this.#current === started) throw error
        return await this.#readFrom(this.#current, query)
      } catch (second) {
        throw toStoreError(second, 'be searched')
      }
    }
  }

  /** As `read`; counts as a search unless an engine only warms up. */
  async search<Result>(query: (table: Table) => Promise<Result>, isWarmUp = false): Promise<Result> {
    if (!isWarmUp) this.#searches += 1
    return this.read(query)
  }

  close(): void {
    this.#current.table.close()
  }

  async #readFrom<Result>(pinned: Pinned, query: (table: Table) => Promise<Result>): Promise<Result> {
    pinned.readers += 1
    try {
      return await query(pinned.table)
    } finally {
      pinned.readers -= 1
      if (pinned.readers === 0 && pinned !== this.#current) pinned.table.close()
    }
  }
}

/** Of the table as it lies there: another process may have written to it since it was opened here. */
export async function newestVersion(connection: Connection): Promise<number> {
  const table = await connection.openTable(chunkTableName)
  try {
    return await table.version()
  } finally {
    table.close()
  }
}

/** Opens a handle that stays at one version; without a version, at the newest there is. */
async function pin(connection: Connection, version: number | undefined): Promise<Pinned> {
  const table = await connection.openTable(chunkTableName, [], version === undefined ? {} : { version })
  const pinnedTo = version ?? (await table.version())
  if (version === undefined) await table.checkout(pinnedTo)
  return { table, version: pinnedTo, readers: 0 }
}
