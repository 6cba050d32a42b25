import PQueue from 'p-queue'
import { CairnError } from '@shared/errors'
import type { LibraryAccess } from '@shared/changes'
import type { Bucket } from '@engine/ports/storage/bucket'
import { LibraryReader, type ReadState } from '../library-reader'
import type { LibraryTables } from '../library-version'
import type { LibraryState } from '../version-reader'
import { type LibraryChange, VersionWriter } from '../version-writer'
import { LibraryLockedError, WriterLease } from '../writer-lease'

export interface SharedLibraryParts {
  readonly bucket: Bucket
  /** A file on this machine for what was last read. */
  readonly cache: string
  /** The person and the machine, for others who would write. */
  readonly who: string
  readonly log: (line: string) => void
  /** Milliseconds without a change after which the lease is given back; a minute by default. */
  readonly idleMs?: number | undefined
  /** Milliseconds that a lease lasts without renewal. */
  readonly lastsMs?: number | undefined
  /** Milliseconds that a reader waits for a look. */
  readonly waitsMs?: number | undefined
}

/** What hangs on the state of the library in this process: its list of documents and its tables. */
export interface LibraryFollower {
  /** Others have written. */
  read(state: LibraryState): Promise<void>
  /** This process may write from now on. `term` is that of its lease. */
  begin(state: LibraryState, term: number): Promise<void>
  /** A version of this process is on record: what earlier writers left can go. */
  begun(): Promise<void>
  /** Writes what waits to be written. */
  flush(): Promise<void>
  /** Writes no more. Resolves with whether all that was written has arrived, and nothing more can. */
  end(): Promise<boolean>
  /** Reads again, as others do; `state` is what is known. */
  readAgain(state: LibraryState): Promise<void>
}

const usualIdleMs = 60_000
/** A question reads several times: where each look takes long, they do not all wait for one, in milliseconds. */
const seenMs = 500
/** A search that waits longer for what others have written finds nothing in its own time. */
const usualWaitMs = 8000
/** While somebody else writes it is looked so often whether that has ended, in milliseconds. */
const askEveryMs = 5000
/** Between the tables' change and the version that tells of it, where no change of the list takes it along, in milliseconds. */
const tellAfterMs = 300

/**
 * One of the engines on a shared library. It reads, and becomes the writer when somebody here wants to change something and nobody else
 * writes; some time after the last change it gives the lease back.
 */
export class SharedLibrary {
  /** Becoming writer, ending that, and taking over what others wrote happen one after another. */
  readonly #turns = new PQueue({ concurrency: 1 })
  readonly #listeners = new Set<() => void>()
  #follower: LibraryFollower | undefined
  #writer: VersionWriter | undefined
  #tables: LibraryTables | null
  #holds = 0
  #lastChange = 0
  #idle: NodeJS.Timeout | undefined
  #telling: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  /** When a look that a reader waited for has ended. */
  #seenAt = -Infinity
  /** A look that readers have given up waiting for. */
  #late: Promise<void> | undefined
  #isClosed = false
  #isTakingOver = false
  /** After writing, the library could not be read: what hangs on its state is still that of the writer. */
  #mustReadAgain = false
  /** The last who was found writing, when this process wanted to. */
  #other: LibraryAccess['writer'] = null
  #askedAt = 0

  private constructor(
    private readonly parts: SharedLibraryParts,
    private readonly reader: LibraryReader,
    private last: ReadState,
  ) {
    this.#tables = last.state.tables
  }

  /** Reads the library. Throws as `LibraryReader.current`. */
  static async open(parts: SharedLibraryParts): Promise<SharedLibrary> {
    const { bucket, cache, log } = parts
    const reader = await LibraryReader.open(bucket, { cache, log })
    return new SharedLibrary(parts, reader, await reader.current())
  }

  get state(): LibraryState {
    return this.#writer?.state ?? this.last.state
  }

  /** The tables that belong to what is known, or those that this process has written since. */
  get tables(): LibraryTables | null {
    return this.#tables
  }

  get isWriting(): boolean {
    return this.#writer !== undefined
  }

  get access(): LibraryAccess {
    const { address } = this.parts.bucket
    const role = this.#writer ? 'writing' : 'reading'
    const { trouble } = this.#writer?.confirmed ?? this.last
    const at = Math.max(this.#writer?.confirmed.at ?? 0, this.reader.reachedAt ?? 0)
    const reached_at = at > 0 ? new Date(at).toISOString() : null
    return {
      address,
      role,
      reachable: trouble === null,
      trouble,
      reached_at,
      writer: this.#writer ? null : this.#other,
    }
  }

  /** `access` as it is now: the library is looked at, and asked who writes. Never rejects: what keeps it from that stands in the result. */
  async standing(): Promise<LibraryAccess> {
    await this.lookInTime().catch((thrown: unknown) => this.#report(thrown))
    const { access } = this
    if (access.role === 'writing' || !access.reachable) return access
    const { bucket, lastsMs } = this.parts
    return { ...access, writer: await WriterLease.whoWrites(bucket, lastsMs).catch(() => access.writer) }
  }

  /** Who is told from now on; there is one. */
  follow(follower: LibraryFollower): void {
    this.#follower = follower
  }

  /** Tells of every change of `access`. Returns a function that ends it. */
  onAccess(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes over what others have written until now, or a second ago. Whoever writes has it. */
  look(): Promise<void> {
    return this.#lookOnce(false)
  }

  /** As `look`, but asks the bucket also where it answered within the last second. */
  async lookAnew(): Promise<void> {
    // A look that began earlier may have missed what this one is asked for.
    while (this.#looking) await this.#looking.catch(() => undefined)
    await this.#lookOnce(true)
  }

  #lookOnce(anew: boolean): Promise<void> {
    // What is being taken over reads the tables itself, and must not wait for its own end.
    if (this.#writer || this.#isClosed || this.#isTakingOver) return Promise.resolve()
    return (this.#looking ??= this.#look(anew).finally(() => (this.#looking = undefined)))
  }

  /** As `look`, but whoever reads goes on with what is known where that takes too long. Nobody else waits for the same look again. */
  async lookInTime(): Promise<void> {
    if (performance.now() - this.#seenAt < seenMs) return
    const look = this.look()
    if (look === this.#late) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((goOn) => {
      timer = setTimeout(() => {
        this.#late = look
        goOn()
      }, this.parts.waitsMs ?? usualWaitMs)
    })
    try {
      await Promise.race([look.then(() => (this.#seenAt = performance.now())), late])
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Resolves when this process may write, which it may until what this resolves with is called, and a while longer. Throws STORE_LOCKED with the one who
   * writes, and what the bucket throws.
   */
  async hold(): Promise<() => void> {
    this.#holds += 1
    let isHeld = true
    const letGo = () => {
      if (isHeld) this.#holds -= 1
      isHeld = false
      this.#lastChange = performance.now()
    }
    try {
      await this.#turns.add(() => this.#begin())
      return letGo
    } catch (thrown) {
      letGo()
      throw thrown
    }
  }

  /** As `VersionWriter.publish`, with the tables as they are. Throws STORE_LOCKED also where this process does not write. */
  async publish(change: Omit<LibraryChange, 'tables'>): Promise<void> {
    const writer = this.#writer
    if (!writer) throw this.#notWriting()
    this.#lastChange = performance.now()
    clearTimeout(this.#telling)
    try {
      await writer.publish({ ...change, tables: this.#tables })
    } catch (thrown) {
      void this.#turns.add(() => this.#lose(writer, thrown)).catch((also: unknown) => this.#report(also))
      throw thrown
    }
  }

  /** The tables were written to. Others are told with the next change, or soon. */
  noteTables(tables: Omit<LibraryTables, 'settled'>): void {
    if (!this.#writer) return
    this.#tables = { ...tables, settled: false }
    clearTimeout(this.#telling)
    this.#telling = setTimeout(
      () => void this.publish({}).catch((thrown: unknown) => this.#report(thrown)),
      tellAfterMs,
    )
  }

  /** Gives the lease back, where this process has it. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#turns.add(() => this.#finish())
    await this.#looking?.catch(() => undefined)
  }

  async #look(anew: boolean): Promise<void> {
    const read = await this.reader.current({ anew })
    await this.#askWhoWrites()
    await this.#turns.add(async () => {
      const before = this.last
      if (this.#writer || this.#isClosed || read === before || read !== this.reader.known) return
      if (this.#mustReadAgain && read.trouble === null) await this.#takeOver(read, 'readAgain')
      else if (read.state !== before.state) await this.#takeOver(read, 'read')
      this.last = read
      if (read.trouble?.code !== before.trouble?.code) this.#tell()
    })
  }

  async #takeOver({ state }: ReadState, how: 'read' | 'readAgain'): Promise<void> {
    this.#tables = state.tables
    this.#isTakingOver = true
    try {
      await this.#follower?.[how](state)
      if (how === 'readAgain') this.#mustReadAgain = false
    } finally {
      this.#isTakingOver = false
    }
  }

  async #begin(): Promise<void> {
    if (this.#isClosed) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
    this.#lastChange = performance.now()
    if (this.#writer) return
    const { bucket, who, lastsMs } = this.parts
    const writer = await this.#take(() => VersionWriter.open(bucket, { who, ...(lastsMs && { lastsMs }) }))
    this.#writer = writer
    this.#mustReadAgain = false
    this.#tables = writer.state.tables
    try {
      await this.#follower?.begin(writer.state, writer.term)
      await this.publish({})
    } catch (thrown) {
      await this.#lose(writer, thrown)
      throw thrown
    }
    void this.#follower?.begun().catch((thrown: unknown) => this.#report(thrown))
    this.#watchIdleness()
    this.#tell()
  }

  /** Whoever has the lease is kept to be told. */
  async #take(open: () => Promise<VersionWriter>): Promise<VersionWriter> {
    try {
      const writer = await open()
      this.#other = null
      return writer
    } catch (thrown) {
      this.#noteOther(thrown instanceof LibraryLockedError ? thrown.writer : null)
      throw thrown
    }
  }

  #noteOther(other: LibraryAccess['writer']): void {
    if (other?.who === this.#other?.who && other?.since === this.#other?.since) return
    this.#other = other
    this.#askedAt = performance.now()
    this.#tell()
  }

  /** Whoever was found writing may have ended. */
  async #askWhoWrites(): Promise<void> {
    if (this.#other === null || performance.now() - this.#askedAt < askEveryMs) return
    this.#askedAt = performance.now()
    const { bucket, lastsMs } = this.parts
    const other = await WriterLease.whoWrites(bucket, lastsMs).catch(() => this.#other)
    if (!this.#writer) this.#noteOther(other)
  }

  #watchIdleness(): void {
    const { idleMs = usualIdleMs } = this.parts
    clearInterval(this.#idle)
    const look = () => {
      if (this.#isIdle(idleMs)) void this.#turns.add(() => (this.#isIdle(idleMs) ? this.#finish() : Promise.resolve()))
    }
    this.#idle = setInterval(look, Math.min(idleMs, 10_000)).unref()
  }

  #isIdle(idleMs: number): boolean {
    return this.#writer !== undefined && this.#holds === 0 && performance.now() - this.#lastChange >= idleMs
  }

  /** Ends writing in good order, so that whoever comes next can go on in the same tables. Never rejects. */
  async #finish(): Promise<void> {
    const writer = this.#writer
    if (!writer) return
    clearInterval(this.#idle)
    clearTimeout(this.#telling)
    try {
      await this.#follower?.flush()
      const isSettled = await this.#follower?.end()
      this.#stopWriting(writer)
      clearTimeout(this.#telling)
      if (this.#tables) await writer.publish({ tables: { ...this.#tables, settled: isSettled === true } })
    } catch (thrown) {
      this.#report(thrown)
    }
    await this.#reading(writer)
  }

  /** Somebody else has taken over, or nobody knows what has arrived: what is really there is read anew. */
  async #lose(writer: VersionWriter, why: unknown): Promise<void> {
    if (this.#writer !== writer) return
    this.#report(why)
    clearInterval(this.#idle)
    clearTimeout(this.#telling)
    this.#stopWriting(writer)
    await this.#follower?.end().catch((thrown: unknown) => this.#report(thrown))
    await this.#reading(writer)
  }

  /** What was called safe stays known, also where the library cannot be asked any more. */
  #stopWriting(writer: VersionWriter): void {
    this.#writer = undefined
    this.#mustReadAgain = true
    this.last = this.reader.know(writer.state, writer.confirmed.at)
  }

  async #reading(writer: VersionWriter): Promise<void> {
    this.#stopWriting(writer)
    await writer.close()
    if (this.#isClosed) return
    try {
      const read = await this.reader.current({ anew: true })
      this.last = read
      await this.#takeOver(read, 'readAgain')
    } catch (thrown) {
      this.#report(thrown)
    }
    this.#tell()
  }

  #notWriting(): CairnError {
    const message = `This Cairn only reads ${this.parts.bucket.address} now.`
    return new CairnError('STORE_LOCKED', message, 'Try again: it then writes, unless somebody else does.')
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #report(thrown: unknown): void {
    this.parts.log(`shared library: ${String(thrown)}`)
  }
}
