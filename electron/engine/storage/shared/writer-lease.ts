import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import type { Bucket, BucketEntry, BucketListing } from '@engine/ports/storage/bucket'

/** Who writes, as other people are told. */
const Claim = z.object({ who: z.string().max(200), since: z.iso.datetime() })
type Claim = z.infer<typeof Claim>

export interface LeaseOptions {
  /** The person and the machine, for others who would write. */
  readonly who: string
  /** Milliseconds without a renewal after which others may take over; the same for all of a library. */
  readonly lastsMs?: number
  /** Milliseconds since the epoch; told to people only. */
  readonly now?: () => number
  /** Milliseconds before trying once more where two began at the same time. */
  readonly patience?: () => number
}

/** The highest term of which something was written; 0 for none. */
export type NewestTerm = () => Promise<number>

/** STORE_LOCKED, with the one who writes where that could be read. */
export class LibraryLockedError extends CairnError {
  constructor(
    readonly writer: Claim | null,
    message: string,
    action: string,
  ) {
    super('STORE_LOCKED', message, action)
  }
}

const folder = 'lease/'
const form = /^lease\/(\d{10})-([0-9a-f]{24})$/
/** The server's clock is told in whole seconds, and a renewal takes a while to arrive. */
const slackMs = 3000
const tries = 6
const usualMs = 20_000

interface Found {
  readonly entry: BucketEntry
  readonly term: number
  readonly holder: string
  readonly isFresh: boolean
}

/**
 * The right to write to a shared library. Needs no conditional writes, only that lists are never old: whoever wants to write puts a claim of its own,
 * then lists, and withdraws where there is another, so that of two at least one sees the other (as the flags of Peterson's algorithm, 1981).
 *
 * Clocks decide only how soon somebody may take over. That nothing confirmed is lost follows from the order alone: a writer confirms after it has written,
 * by a list without a newer claim; whoever takes over puts its claim first and reads afterwards.
 */
export class WriterLease {
  readonly holder = randomBytes(12).toString('hex')
  readonly lastsMs: number
  #term = 0
  #since = ''

  private constructor(
    private readonly bucket: Bucket,
    private readonly newestTerm: NewestTerm,
    private readonly options: LeaseOptions,
  ) {
    this.lastsMs = options.lastsMs ?? usualMs
  }

  /** Who writes now; null where nobody does, or that cannot be read. */
  static async whoWrites(bucket: Bucket, lastsMs = usualMs): Promise<Claim | null> {
    const found = readClaims(await bucket.list(folder), lastsMs).find(({ isFresh }) => isFresh)
    return (found && (await readClaim(bucket, found.entry.key))) ?? null
  }

  /** Rises with every holder. */
  get term(): number {
    return this.#term
  }

  /** Throws STORE_LOCKED with the one who writes, and what the bucket throws. */
  static async take(bucket: Bucket, newestTerm: NewestTerm, options: LeaseOptions): Promise<WriterLease> {
    const lease = new WriterLease(bucket, newestTerm, options)
    const patience = options.patience ?? (() => 200 + Math.random() * 800)
    for (let made = 1; ; made += 1) {
      const other = await lease.#claim()
      if (!other) return lease
      if (other.wasThere || made === tries) throw await lease.#taken(other.found)
      await pause(patience())
    }
  }

  /** Keeps others from taking over for another while. Throws as `confirm`. */
  async renew(): Promise<void> {
    await this.#put()
    await this.confirm()
  }

  /**
   * Resolves where nobody has taken over: what was written until now is what any later holder begins with. Throws STORE_LOCKED otherwise, and what the
   * bucket throws.
   */
  async confirm(): Promise<void> {
    for (let made = 1; ; made += 1) {
      const claims = this.#read(await this.bucket.list(folder))
      const newer = claims.find(({ term, holder }) => term >= this.#term && holder !== this.holder)
      const isThere = claims.some(({ holder }) => holder === this.holder)
      if (isThere && !newer && (await this.newestTerm()) <= this.#term) return
      // Somebody may have claimed when this was late, and withdrawn when it saw the renewal.
      if (!isThere || !newer || made === tries) throw await this.#taken(newer)
      await pause(100 * made)
    }
  }

  async release(): Promise<void> {
    await this.bucket.delete(this.#key())
  }

  /** Undefined where the lease is held now; `wasThere` where somebody had it before. */
  async #claim(): Promise<{ found: Found; wasThere: boolean } | undefined> {
    const before = this.#read(await this.bucket.list(folder))
    const holding = before.find(({ isFresh }) => isFresh)
    if (holding) return { found: holding, wasThere: true }
    this.#term = Math.max(await this.newestTerm(), ...before.map(({ term }) => term)) + 1
    this.#since = new Date((this.options.now ?? Date.now)()).toISOString()
    await this.#put()
    const claims = (await this.#listWithOwn()).filter(({ holder }) => holder !== this.holder)
    const other = claims.find(({ isFresh, term }) => isFresh || term >= this.#term)
    if (other) {
      await this.release()
      return { found: other, wasThere: false }
    }
    if ((await this.newestTerm()) >= this.#term) {
      await this.release()
      return this.#claim()
    }
    for (const { entry } of claims) await this.bucket.delete(entry.key)
    return undefined
  }

  /** All claims, once a list shows that of this holder: until then nobody else can see it either. */
  async #listWithOwn(): Promise<Found[]> {
    for (let made = 1; ; made += 1) {
      const claims = this.#read(await this.bucket.list(folder))
      if (claims.some(({ holder }) => holder === this.holder)) return claims
      if (made === tries) {
        await this.release().catch(() => undefined)
        throw lateLists(this.bucket)
      }
      await pause(100 * made)
    }
  }

  #key(): string {
    return `${folder}${String(this.#term).padStart(10, '0')}-${this.holder}`
  }

  #put(): Promise<void> {
    const claim: Claim = { who: this.options.who.slice(0, 200), since: this.#since }
    return this.bucket.put(this.#key(), new TextEncoder().encode(JSON.stringify(claim)))
  }

  #read(listing: BucketListing): Found[] {
    return readClaims(listing, this.lastsMs)
  }

  async #taken(found: Found | undefined): Promise<CairnError> {
    const claim = found && (await readClaim(this.bucket, found.entry.key))
    const who = claim?.who ?? 'Somebody else'
    const seconds = Math.ceil((this.lastsMs + slackMs) / 1000)
    const action = `It can be read meanwhile. Writing is free when that Cairn closes, or ${seconds} seconds after it has died.`
    return new LibraryLockedError(claim ?? null, `${who} is writing to ${this.bucket.address}.`, action)
  }
}

/** For a server that answered a write, and does not show it in its lists. */
export function lateLists({ address }: Bucket): CairnError {
  const message = `The server of ${address} does not list what it has just been given.`
  return new CairnError(
    'STORE_UNUSABLE',
    message,
    'Nothing is written meanwhile, since others could miss it. Try again later.',
  )
}

function readClaims({ entries, now }: BucketListing, lastsMs: number): Found[] {
  return entries.flatMap((entry) => {
    const [, term, holder] = form.exec(entry.key) ?? []
    if (term === undefined || holder === undefined) return []
    return [{ entry, term: Number(term), holder, isFresh: now - entry.changedAt <= lastsMs + slackMs }]
  })
}

/** Undefined where it has gone or is no claim. */
async function readClaim(bucket: Bucket, key: string): Promise<Claim | undefined> {
  try {
    return Claim.safeParse(JSON.parse(new TextDecoder().decode(await bucket.get(key)))).data
  } catch (thrown) {
    if (thrown instanceof SyntaxError || (thrown instanceof CairnError && thrown.code === 'NOT_FOUND')) return undefined
    throw thrown
  }
}
