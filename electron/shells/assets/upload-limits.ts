import { CairnError } from '@shared/errors'
import { TokenBucket } from '@engine/api/limits/allowance'
import { type CallClock, CallLimits, type CallLimitSizes } from '@engine/api/limits/call-limits'

export interface UploadSizes {
  /** Files a second, and how many may wait. */
  readonly calls: CallLimitSizes
  /** Uploads of one client that send at the same time. */
  readonly atOnce: number
  /** Mebibytes of one client. */
  readonly mebibytes: { readonly perSecond: number; readonly burst: number }
  /** Of one document's file; a longer one is refused before it is read, where its length is told. */
  readonly documentBytes: number
}

/** Own allowances: a dropped folder of small files is no flood, and must not hold up the page's calls. */
export const uploadSizes: UploadSizes = {
  calls: {
    overall: { perSecond: 200, burst: 400 },
    client: { perSecond: 50, burst: 100 },
    sessionPerSecond: 50,
    waiting: { perClient: 32, overall: 256 },
  },
  atOnce: 8,
  mebibytes: { perSecond: 200, burst: 1024 },
  documentBytes: 200 * 1024 * 1024,
}

const mebibyte = 1024 * 1024

interface Client {
  readonly bytes: TokenBucket
  /** Of uploads under way together: bytes that no mebibyte was taken for yet. */
  open: number
  sending: number
}

const forgetAbove = 256

/** Keeps uploads at a rate, in files and in bytes, each client for itself: one that floods is slowed down and then refused. */
export class UploadLimits {
  readonly #calls: CallLimits
  readonly #clients = new Map<string, Client>()

  constructor(
    private readonly clock: CallClock,
    private readonly sizes: UploadSizes = uploadSizes,
  ) {
    this.#calls = new CallLimits(clock, sizes.calls)
  }

  /**
   * Takes an upload in its turn with `receive`, which is given its bytes as slowly as they may come. Throws RATE_LIMITED where too many wait or
   * send already, FILE_TOO_LARGE for a document whose told length is too much, CANCELLED.
   */
  async take<T>(
    upload: { readonly client: string; readonly length: number | null; readonly isDocument: boolean },
    bytes: AsyncIterable<Uint8Array>,
    receive: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { atOnce, documentBytes } = this.sizes
    if (upload.isDocument && (upload.length ?? 0) > documentBytes) throw tooLarge(documentBytes)
    const client = this.#clientOf(upload.client)
    if (client.sending >= atOnce) throw tooManyAtOnce(atOnce)
    client.sending += 1
    try {
      await this.#calls.admit({ client: { id: upload.client }, signal })
      return await receive(this.#paced(bytes, client, signal))
    } finally {
      client.sending -= 1
    }
  }

  /** Whoever sends waits, because nothing more is read from it. */
  async *#paced(bytes: AsyncIterable<Uint8Array>, client: Client, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for await (const block of bytes) {
      client.open += block.length
      for (; client.open >= mebibyte; client.open -= mebibyte) await this.#untilAllowed(client.bytes, signal)
      yield block
    }
  }

  async #untilAllowed(bucket: TokenBucket, signal: AbortSignal): Promise<void> {
    for (let ms = bucket.msUntil(1, this.clock.now()); ms > 0; ms = bucket.msUntil(1, this.clock.now())) {
      await this.#wait(ms, signal)
    }
    bucket.take(this.clock.now())
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(cancelled())
    return new Promise((resolve, reject) => {
      const leave = () => {
        callOff()
        reject(cancelled())
      }
      const callOff = this.clock.after(ms, () => {
        signal.removeEventListener('abort', leave)
        resolve()
      })
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  #clientOf(id: string): Client {
    const now = this.clock.now()
    if (this.#clients.size > forgetAbove) this.#forget(now)
    const known = this.#clients.get(id)
    if (known) return known
    const client = { bytes: new TokenBucket(this.sizes.mebibytes, now), open: 0, sending: 0 }
    this.#clients.set(id, client)
    return client
  }

  #forget(now: number): void {
    for (const [id, { sending, bytes }] of this.#clients) {
      if (sending === 0 && bytes.isWhole(now)) this.#clients.delete(id)
    }
  }
}

function tooLarge(most: number): CairnError {
  const megabytes = Math.floor(most / mebibyte)
  const message = `The file is too large; Cairn reads files up to ${megabytes} MB.`
  return new CairnError('FILE_TOO_LARGE', message, 'Split it into smaller files and add those.')
}

function tooManyAtOnce(most: number): CairnError {
  const message = `${most} files are being handed over already.`
  return new CairnError('RATE_LIMITED', message, 'Wait until one is done, then add it again.', { retryAfterMs: 1000 })
}

function cancelled(): CairnError {
  return new CairnError('CANCELLED', 'The upload was cancelled.', 'Add it again.')
}
