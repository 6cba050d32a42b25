import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { type ErrorReport, toCairnError } from '@shared/errors'
import type { Bucket } from '@engine/ports/storage/bucket'
import { type LibraryVersion, applyVersion, readVersionKey, versionKey, versionsFolder } from './library-version'
import { type LibraryState, emptyState, listVersions, readNewest } from './version-reader'
import { type LeaseOptions, WriterLease, lateLists } from './writer-lease'

export interface LibraryChange {
  readonly put?: Readonly<Record<string, unknown>>
  readonly removed?: readonly string[]
  readonly tables?: LibraryVersion['tables']
}

/** What asking for a version costs a reader beside its bytes: about as long as this many bytes take. */
const requestBytes = 100_000
/** A whole version is written when reading the changes costs more than reading that, or where it is small, than this. */
const smallest = 64 * requestBytes
/** A version that no list shows is looked for this often. */
const tries = 5

/** The one who writes to a shared library. Writes follow one another. */
export class VersionWriter {
  readonly #queue = new PQueue({ concurrency: 1 })
  #state: LibraryState = emptyState
  #sequence = 0
  /** Bytes of the last whole version, and of the changes since. */
  #sizes = { whole: 0, since: 0 }
  #timer: NodeJS.Timeout | undefined
  #confirmed: { readonly at: number; readonly trouble: ErrorReport | null } = { at: Date.now(), trouble: null }
  #lost: Error | undefined

  private constructor(
    private readonly bucket: Bucket,
    private readonly lease: WriterLease,
    private readonly listed: { newest: string },
  ) {}

  /** Takes the lease, and keeps it until `close`. Throws STORE_LOCKED with the one who writes, STORE_DAMAGED, and what the bucket throws. */
  static async open(bucket: Bucket, options: LeaseOptions): Promise<VersionWriter> {
    const listed = { newest: '' }
    const newestTerm = async () => {
      listed.newest = (await listVersions(bucket)).at(-1)?.key ?? ''
      return readVersionKey(listed.newest)?.term ?? 0
    }
    const writer = new VersionWriter(bucket, await WriterLease.take(bucket, newestTerm, options), listed)
    try {
      writer.#state = await readNewest(bucket, emptyState)
      // Its term is on record from now on, so that no later holder has the same.
      await writer.publish({})
    } catch (thrown) {
      await writer.close()
      throw thrown
    }
    writer.#timer = setInterval(() => void writer.#renew(), writer.lease.lastsMs / 3).unref()
    return writer
  }

  /** Of its lease: no other writer has the same. */
  get term(): number {
    return this.lease.term
  }

  get state(): LibraryState {
    return this.#state
  }

  /** When the bucket last answered, in milliseconds since the epoch, and why it has not since. */
  get confirmed(): { readonly at: number; readonly trouble: ErrorReport | null } {
    return this.#confirmed
  }

  /**
   * Makes a change the newest version. When it resolves every reader that looks finds it, and no later writer loses it. Throws STORE_LOCKED where another has
   * taken over; that and any other error leave open whether the change is there, and the writer is of no more use.
   */
  publish(change: LibraryChange): Promise<void> {
    return this.#queue.add(() => this.#guarded(() => this.#write(change)))
  }

  /** Waits for what is being written, and lets others write. Never rejects: a lease that cannot be given back ends by itself. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#queue.onIdle()
    await this.lease.release().catch(() => undefined)
  }

  async #write({ put = {}, removed = [], tables = this.#state.tables }: LibraryChange): Promise<void> {
    const change = { base: this.#state.key, put, removed: [...removed], tables }
    const records = applyVersion(this.#state.records, change)
    const isWhole = change.base === null || this.#sizes.since > Math.max(smallest, this.#sizes.whole)
    const version = isWhole ? { base: null, put: Object.fromEntries(records), removed: [], tables } : change
    const bytes = new TextEncoder().encode(JSON.stringify(version))
    const key = versionKey(this.lease.term, (this.#sequence += 1), this.lease.holder, bytes.length)
    await this.bucket.put(key, bytes)
    await this.#confirm(key)
    this.#confirmed = { at: Date.now(), trouble: null }
    this.#state = { key, records, tables }
    if (isWhole) await this.#tidy(key)
    this.#sizes = isWhole
      ? { whole: bytes.length, since: 0 }
      : { ...this.#sizes, since: this.#sizes.since + bytes.length + requestBytes }
  }

  /** Resolves where nobody has taken over, and lists show the version: otherwise whoever takes over next would not find it. */
  async #confirm(key: string): Promise<void> {
    for (let made = 1; ; made += 1) {
      await this.lease.confirm()
      if (this.listed.newest === key) return
      if (made === tries) throw lateLists(this.bucket)
      await pause(200 * made)
    }
  }

  /** Deletes what is before a whole version. A reader on its way through it begins anew. */
  async #tidy(whole: string): Promise<void> {
    const { entries } = await this.bucket.list(versionsFolder)
    for (const { key } of entries) if (key < whole) await this.bucket.delete(key)
  }

  async #renew(): Promise<void> {
    // A failed renewal is no matter yet: the next may go well, and what is written is confirmed anyway.
    await this.#queue
      .add(() => this.lease.renew())
      .then(
        () => (this.#confirmed = { at: Date.now(), trouble: null }),
        (thrown: unknown) => (this.#confirmed = { ...this.#confirmed, trouble: toCairnError(thrown).report() }),
      )
  }

  /** After a failure the state is not known any more. */
  async #guarded(act: () => Promise<void>): Promise<void> {
    if (this.#lost) throw this.#lost
    try {
      await act()
    } catch (thrown) {
      this.#lost = thrown instanceof Error ? thrown : new Error(String(thrown))
      throw thrown
    }
  }
}
