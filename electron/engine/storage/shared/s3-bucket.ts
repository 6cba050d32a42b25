import { setTimeout as pause } from 'node:timers/promises'
import { CairnError } from '@shared/errors'
import type { Bucket, BucketEntry, BucketListing } from '@engine/ports/storage/bucket'
import { objectMissing, requireKey, requirePrefix } from './bucket-keys'
import { readListing } from './s3-listing'
import type { S3Place } from './s3-place'
import { askS3, refusalIn, type S3Answer, type S3Asking, type S3Request, saidIn } from './s3-request'

export interface S3BucketParts extends S3Asking {
  /** Milliseconds before the first repetition of a request that the server could not serve; each further one waits twice as long. */
  readonly pauseMs?: number
}

const tries = 4
/** What a server says while it is busy or starting. All requests here may be made twice. */
const passing = new Set([429, 500, 502, 503, 504])

/** A bucket of any server that speaks Amazon's S3: signature version 4, and the second form of listing. */
export class S3Bucket implements Bucket {
  readonly address: string

  constructor(
    private readonly place: S3Place,
    private readonly parts: S3BucketParts,
  ) {
    this.address = place.address
  }

  async get(key: string, signal?: AbortSignal): Promise<Uint8Array> {
    const answer = await this.#ask({ method: 'GET', url: this.#urlOf(key), signal })
    if (answer.status === 404) throw objectMissing(key, this.address)
    return this.#accepted(answer).bytes
  }

  async put(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    this.#accepted(await this.#ask({ method: 'PUT', url: this.#urlOf(key), body: bytes, signal }))
  }

  async copy(from: string, to: string, signal?: AbortSignal): Promise<void> {
    const { bucket, prefix } = this.place
    const headers = { 'x-amz-copy-source': `/${bucket}/${prefix}${requireKey(from)}` }
    const answer = await this.#ask({ method: 'PUT', url: this.#urlOf(to), headers, signal })
    if (answer.status === 404) throw objectMissing(from, this.address)
    // A copy that fails on its way is told in an answer that begins as a good one.
    if (!new TextDecoder().decode(this.#accepted(answer).bytes).includes('<CopyObjectResult'))
      throw this.#unusable('could not copy an object')
  }

  async list(prefix: string, signal?: AbortSignal): Promise<BucketListing> {
    const entries: BucketEntry[] = []
    const own = this.place.prefix
    let now: number | undefined
    for (let isCut = true; isCut;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: own + requirePrefix(prefix) })
      const last = entries.at(-1)
      if (last) query.set('start-after', own + last.key)
      const answer = this.#accepted(await this.#ask({ method: 'GET', url: `${this.place.url}/?${query}`, signal }))
      now ??= Date.parse(answer.headers.get('date') ?? '')
      const page = readListing(new TextDecoder().decode(answer.bytes))
      for (const entry of page.entries) entries.push({ ...entry, key: entry.key.slice(own.length) })
      isCut = page.isCut
    }
    if (now === undefined || Number.isNaN(now)) throw this.#unusable('does not say what time it is')
    return { entries, now }
  }

  async delete(key: string, signal?: AbortSignal): Promise<void> {
    const answer = await this.#ask({ method: 'DELETE', url: this.#urlOf(key), signal })
    if (answer.status !== 404) this.#accepted(answer)
  }

  #urlOf(key: string): string {
    return `${this.place.url}/${this.place.prefix}${requireKey(key)}`
  }

  async #ask(request: S3Request): Promise<S3Answer> {
    for (let made = 1; ; made += 1) {
      try {
        const answer = await askS3(this.place, request, this.parts)
        if (!passing.has(answer.status) || made === tries) return answer
      } catch (thrown) {
        if (!(thrown instanceof CairnError) || thrown.code !== 'UNREACHABLE' || made === tries) throw thrown
      }
      await pause((this.parts.pauseMs ?? 200) * 2 ** (made - 1), undefined, { signal: request.signal })
    }
  }

  #accepted(answer: S3Answer): S3Answer {
    const { status } = answer
    if (status >= 200 && status < 300) return answer
    const refused = refusalIn(answer, this.address)
    if (refused) throw refused
    if (status === 404)
      throw new CairnError('NOT_FOUND', `There is no ${this.address} (${saidIn(answer)}).`, 'Check the address.')
    throw this.#unusable(`answers with ${saidIn(answer)}`)
  }

  #unusable(what: string): CairnError {
    const action = 'Check AWS_ENDPOINT_URL, AWS_REGION and the address.'
    return new CairnError('STORE_UNUSABLE', `The server of ${this.address} ${what}.`, action)
  }
}
