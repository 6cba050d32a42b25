import { stat, utimes } from 'node:fs/promises'
import { z } from 'zod'
import { CairnError, type ErrorCode, type ErrorReport } from '@shared/errors'
import type { Bucket } from '@engine/ports/storage/bucket'
import { readJson, writeJsonDurably } from '@engine/platform/durable-files'
import { LibraryVersion } from './library-version'
import { type LibraryState, emptyState, readNewest } from './version-reader'

export interface LibraryReaderOptions {
  /** A file on this machine, in a folder that is there, that keeps what was read, for when the network is gone. */
  readonly cache: string
  /** Milliseconds; asked again within them, it does not look. */
  readonly freshMs?: number
  /** Milliseconds by a clock that never goes back. */
  readonly clock?: () => number
  readonly log?: (line: string) => void
}

/** A state, and why the library could not be asked when it was given; null where it could. */
export interface ReadState {
  readonly state: LibraryState
  readonly trouble: ErrorReport | null
}

/** What says nothing about what was read before. */
const passing: ReadonlySet<ErrorCode> = new Set(['UNREACHABLE', 'NETWORK_DENIED', 'PERMISSION_DENIED'])
/** The time of the cache's file is when the library last answered; it is set this often, in milliseconds. */
const noteEveryMs = 30_000

const Cached = z.object({
  address: z.string(),
  key: z.string().nullable(),
  records: z.array(z.tuple([z.string(), z.unknown()])),
  tables: LibraryVersion.shape.tables,
})

/** Reads a shared library while somebody else may write to it, and goes on with what it knew when the network is gone. */
export class LibraryReader {
  #lookedAt = -Infinity
  #reachedAt: number | null = null
  #notedAt = -Infinity
  /** Of the state that is kept on this machine. */
  #keptKey: string | null = null
  #looking: Promise<ReadState> | undefined

  private constructor(
    private readonly bucket: Bucket,
    private readonly options: LibraryReaderOptions,
    private last: ReadState,
  ) {}

  /** Begins with what is kept on this machine; a cache that is damaged or of another library is as good as none. */
  static async open(bucket: Bucket, options: LibraryReaderOptions): Promise<LibraryReader> {
    const { data } = Cached.safeParse(await readJson(options.cache))
    const isOurs = data?.address === bucket.address
    const state = isOurs ? { key: data.key, records: new Map(data.records), tables: data.tables } : emptyState
    const reader = new LibraryReader(bucket, options, { state, trouble: null })
    if (!isOurs) return reader
    reader.#keptKey = data.key
    reader.#reachedAt = (await stat(options.cache).catch(() => undefined))?.mtimeMs ?? null
    return reader
  }

  /** When the library last answered, in milliseconds since the epoch, also before this process began; null where that is not known. */
  get reachedAt(): number | null {
    return this.#reachedAt
  }

  /** What it last gave. */
  get known(): ReadState {
    return this.last
  }

  /** Goes on from what this process itself has written: it is on record since `at`, in milliseconds since the epoch. */
  know(state: LibraryState, at: number): ReadState {
    this.#reachedAt = Math.max(at, this.#reachedAt ?? 0)
    return (this.last = { state, trouble: null })
  }

  /**
   * The newest state, at most `freshMs` old (a second by default) where the library can be reached. Throws what the bucket throws, STORE_DAMAGED, and
   * UNREACHABLE, NETWORK_DENIED or PERMISSION_DENIED only where nothing is known of the library yet. `anew` looks in any case.
   */
  async current({ anew = false } = {}): Promise<ReadState> {
    // A look that began earlier may have missed what this one is asked for.
    if (anew) await this.#looking?.catch(() => undefined)
    const { freshMs = 1000, clock = () => performance.now() } = this.options
    const now = clock()
    if (!anew && now - this.#lookedAt <= freshMs) return this.last
    return (this.#looking ??= this.#look(now).finally(() => (this.#looking = undefined)))
  }

  async #look(now: number): Promise<ReadState> {
    const before = this.last.state
    try {
      const read = await readNewest(this.bucket, before)
      const { state: known } = this.last
      // What became known during the look may be newer.
      const state = known !== before && (known.key ?? '') > (read.key ?? '') ? known : read
      this.last = { state, trouble: null }
      this.#reachedAt = Date.now()
      if (state.key !== this.#keptKey) await this.#keep(state)
      else await this.#note(now)
    } catch (thrown) {
      const { state } = this.last
      if (!(thrown instanceof CairnError) || !passing.has(thrown.code) || state.key === null) throw thrown
      this.last = { state, trouble: thrown.report() }
    }
    this.#lookedAt = now
    return this.last
  }

  /** That what is kept is still the newest. */
  async #note(now: number): Promise<void> {
    if (now - this.#notedAt < noteEveryMs) return
    this.#notedAt = now
    const time = new Date()
    await utimes(this.options.cache, time, time).catch(() => undefined)
  }

  /** A full disk costs the cache, and nothing else. */
  async #keep({ key, records, tables }: LibraryState): Promise<void> {
    const { cache, log } = this.options
    this.#keptKey = key
    try {
      await writeJsonDurably(cache, { address: this.bucket.address, key, records: [...records], tables })
    } catch (thrown) {
      log?.(`shared library: what was read could not be kept: ${String(thrown)}`)
    }
  }
}
