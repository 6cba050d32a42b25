import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { CairnError } from '@shared/errors'
import type { Bucket, BucketEntry, BucketListing } from '@engine/ports/storage/bucket'
import type { NetworkGate } from '@engine/platform/network-gate'
import { objectMissing, requireKey, requirePrefix } from './bucket-keys'
import { readListing } from './s3-listing'
import type { S3Place } from './s3-place'

export interface S3BucketParts {
  readonly gate: Pick<NetworkGate, 'fetch'>
  /** Milliseconds before the first repetition of a request that the server could not serve; each further one waits twice as long. */
  readonly pauseMs?: number
  /** Milliseconds that one request may take, its body included. */
  readonly limitMs?: number
}

interface Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: Uint8Array | undefined
  readonly signal?: AbortSignal | undefined
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

const tries = 4
/** For the network log. */
export const libraryPurpose = 'A shared library'
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

  async #ask(request: Request): Promise<Answer> {
    for (let made = 1; ; made += 1) {
      try {
        const answer = await this.#once(request)
        if (!passing.has(answer.status) || made === tries) return answer
      } catch (thrown) {
        if (!(thrown instanceof CairnError) || thrown.code !== 'UNREACHABLE' || made === tries) throw thrown
      }
      await pause((this.parts.pauseMs ?? 200) * 2 ** (made - 1), undefined, { signal: request.signal })
    }
  }

  async #once({ method, url, headers, body, signal }: Request): Promise<Answer> {
    const limit = AbortSignal.timeout(this.parts.limitMs ?? 60_000)
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.place
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await new AwsV4Signer({
      ...{ method, url, accessKeyId, secretAccessKey, region, service: 's3' },
      ...(sessionToken !== undefined && { sessionToken }),
      // The server compares this with what has arrived.
      headers: { ...headers, 'x-amz-content-sha256': hash },
    }).sign()
    try {
      const response = await this.parts.gate.fetch(signed.url, {
        // Naming the library in the command or the environment allowed its host, unless Cairn is switched offline.
        ...allowing(this.place),
        method,
        headers: Object.fromEntries(signed.headers),
        body: body && new Uint8Array(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        returnsRedirects: true,
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: response.headers, bytes }
    } catch (thrown) {
      throw this.#failed(thrown, signal)
    }
  }

  #failed(thrown: unknown, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted) return new CairnError('CANCELLED', 'Cancelled.', '', { cause: thrown })
    if (thrown instanceof CairnError && thrown.code !== 'CANCELLED') return thrown
    // Broken off in the middle of an answer, or too slow.
    const action = 'Check the connection and try again.'
    return new CairnError('UNREACHABLE', `${this.address} could not be reached.`, action, { cause: thrown })
  }

  #accepted(answer: Answer): Answer {
    const { status, bytes } = answer
    if (status >= 200 && status < 300) return answer
    const said = /<Code>(\w{1,60})<\/Code>/.exec(new TextDecoder().decode(bytes.subarray(0, 4000)))?.[1] ?? status
    if (status === 401 || status === 403) {
      const action = 'Check the credentials in the environment, and what they may do in this bucket.'
      throw new CairnError('PERMISSION_DENIED', `${this.address} refuses the credentials (${said}).`, action)
    }
    if (status === 404)
      throw new CairnError('NOT_FOUND', `There is no ${this.address} (${said}).`, 'Check the address.')
    if (status >= 500 || status === 429) {
      const action = 'Try again later.'
      throw new CairnError('UNREACHABLE', `The server of ${this.address} does not serve now (${said}).`, action)
    }
    throw this.#unusable(`answers with ${said}`)
  }

  #unusable(what: string): CairnError {
    const action = 'Check AWS_ENDPOINT_URL, AWS_REGION and the address.'
    return new CairnError('STORE_UNUSABLE', `The server of ${this.address} ${what}.`, action)
  }
}

function allowing({ url }: S3Place) {
  const { hostname } = new URL(url)
  return { purpose: libraryPurpose, allow: [hostname], plainHost: hostname }
}
