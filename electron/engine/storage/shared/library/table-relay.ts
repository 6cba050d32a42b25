import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { NetworkGate } from '@engine/platform/network-gate'
import { WorkQueue } from '@engine/platform/work-queue'
import type { S3Place } from '../s3-place'
import { askS3, refusalIn } from '../s3-request'
import type { TableAccess } from './bucket-tables'
import { type Kept, RelayCache } from './relay-cache'
import { explanationOf } from '../../opening/store-error'

export interface TableRelayParts {
  readonly place: S3Place
  readonly gate: Pick<NetworkGate, 'fetch'>
  /** A folder of this machine for what was read. */
  readonly folder: string
  readonly log: (line: string) => void
}

interface Asked {
  readonly method: string
  /** Below the bucket, without a slash before it. */
  readonly key: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
}

/** What never changes once it is there. */
const immutable = /\.(?:lance|manifest|txn|idx|arrow|bin)$/u
/** An object of up to so many bytes is fetched whole where a part of it was asked for: the next parts are here then, also without a network. */
const wholeBytes = 8 * 1024 * 1024
const largestKept = 32 * 1024 * 1024
const passedOn =
  /^(?:range|content-type|if-match|if-none-match|x-amz-(?:copy-source.*|checksum-.*|sdk-checksum.*|meta-.*))$/u
const givenBack = ['content-type', 'content-range', 'etag', 'last-modified', 'accept-ranges', 'x-amz-version-id']

/**
 * A server on this machine's loopback that LanceDB takes for the bucket, since its own client knows neither the network gate nor a cache. Each request is
 * signed and sent on through the gate; what is read stays here, and serves while the network is gone. Only who knows its random name gets in.
 */
export class TableRelay implements TableAccess {
  readonly #name = `cairn-${randomBytes(20).toString('hex')}`
  readonly #cache: RelayCache
  readonly #fetching = new Set<string>()
  #server: Server | undefined
  #lacksConditions = false
  readonly #conditional = new WorkQueue()

  private constructor(private readonly parts: TableRelayParts) {
    this.#cache = new RelayCache(parts.folder, parts.log)
  }

  static async open(parts: TableRelayParts): Promise<TableRelay> {
    const relay = new TableRelay(parts)
    const server = createServer((request, response) => void relay.#answer(request, response))
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', () => resolve()))
    // A process that has nothing else to do may end.
    server.unref()
    relay.#server = server
    void relay.#cache.tidy(Date.now())
    return relay
  }

  get storageOptions(): Readonly<Record<string, string>> {
    const { port } = this.#server?.address() as AddressInfo
    return {
      ...{ awsAccessKeyId: 'cairn', awsSecretAccessKey: 'cairn', awsRegion: 'us-east-1' },
      ...{ awsEndpoint: `http://127.0.0.1:${port}`, allowHttp: 'true', clientMaxRetries: '2' },
    }
  }

  uriOf(folder: string): string {
    return `s3://${this.#name}/${this.parts.place.prefix}${folder}`
  }

  forget(): Promise<void> {
    return this.#cache.forget()
  }

  /** How many bytes of tables are kept on this machine. */
  keptBytes(): Promise<number> {
    return this.#cache.bytes()
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = new Uint8Array(await buffer(request))
      const asked = this.#read(request)
      const { status, headers, bytes } = asked ? await this.#find(asked, body) : refused
      response.writeHead(status, { ...headers, ...(request.method !== 'HEAD' && { 'content-length': bytes.length }) })
      response.end(request.method === 'HEAD' ? undefined : bytes)
    } catch (thrown) {
      this.parts.log(`shared library: ${String(thrown)}`)
      // No status that LanceDB would ask again for, again and again.
      response.writeHead(403, { 'content-type': 'application/xml' }).end(explanationOf(thrown))
    }
  }

  /** Undefined for who does not know the name, or wants something else than tables. */
  #read({ method = 'GET', url = '/', headers }: IncomingMessage): Asked | undefined {
    const { pathname, search, searchParams } = new URL(url, 'http://relay')
    const [, name, ...names] = pathname.split('/')
    const key = names.join('/')
    const below = `${this.parts.place.prefix}lance-`
    if (name !== this.#name || !(key === '' ? searchParams.get('prefix') : key)?.startsWith(below)) {
      // Several are deleted at once by a request to the bucket itself.
      if (name !== this.#name || key !== '' || !searchParams.has('delete')) return undefined
    }
    const given = Object.entries(headers).filter(([header]) => passedOn.test(header))
    return {
      method,
      key,
      query: search,
      headers: Object.fromEntries(given.map(([at, value]) => [at, this.#named(at, String(value))])),
    }
  }

  /** What is copied within the bucket is named with it. */
  #named(header: string, value: string): string {
    return header === 'x-amz-copy-source' ? value.replace(this.#name, this.parts.place.bucket) : value
  }

  async #find(asked: Asked, body: Uint8Array): Promise<Kept> {
    const { method, key, query } = asked
    if (method !== 'GET' && method !== 'HEAD') return this.#write(asked, body)
    const fixed = query === '' && immutable.test(key)
    const before = fixed ? await this.#kept(asked) : undefined
    if (before) return before
    let answer: Kept
    try {
      answer = await this.#send(asked)
    } catch (thrown) {
      const known = await this.#kept(asked)
      if (known) return known
      throw thrown
    }
    if (answer.status === 401 || answer.status === 403) return (await this.#kept(asked)) ?? answer
    const isGood = answer.status === 200 || answer.status === 206
    if (isGood && answer.bytes.length <= largestKept) await this.#cache.put(nameOf(asked), answer)
    if (fixed && answer.status === 206) this.#fetchWhole(asked, answer)
    return answer
  }

  /**
   * LanceDB wants a version written only where none is. Of a server that knows no such condition the relay asks first whether there is one: nobody else
   * writes here but this process, which has the lease.
   */
  async #write(asked: Asked, body: Uint8Array): Promise<Kept> {
    const { method, query } = asked
    if (method === 'POST' && query.startsWith('?delete')) {
      const md5 = createHash('md5').update(body).digest('base64')
      return this.#send({ ...asked, headers: { ...asked.headers, 'content-md5': md5 } }, body)
    }
    const { 'if-none-match': condition, ...headers } = asked.headers
    if (method !== 'PUT' || condition !== '*') return this.#send(asked, body)
    if (!this.#lacksConditions) {
      const answer = await this.#send(asked, body)
      if (answer.status !== notImplemented) return answer
      this.#lacksConditions = true
    }
    // Two commits of this process one after the other, so that the second sees the first.
    return this.#conditional.run(async () => {
      const before = await this.#send({ ...asked, method: 'HEAD', headers: {} })
      if (before.status === 200) return alreadyThere
      // A server that does not say whether it is there has not said that it is not.
      return before.status === 404 ? this.#send({ ...asked, headers }, body) : before
    })
  }

  /** What was kept of the same request, or of the whole object. */
  async #kept(asked: Asked): Promise<Kept | undefined> {
    const same = await this.#cache.get(nameOf(asked))
    const { range } = asked.headers
    if (same || range === undefined || asked.method !== 'GET') return same
    const whole = await this.#cache.get(nameOf({ ...asked, headers: {} }))
    return whole && partOf(whole, range)
  }

  #fetchWhole(asked: Asked, { headers }: Kept): void {
    const size = Number(headers['content-range']?.split('/')[1])
    const whole = { ...asked, headers: {} }
    const name = nameOf(whole)
    if (!(size <= wholeBytes) || this.#fetching.has(name)) return
    this.#fetching.add(name)
    void this.#send(whole)
      .then((answer) => (answer.status === 200 ? this.#cache.put(name, answer) : undefined))
      .catch(() => undefined)
      .finally(() => this.#fetching.delete(name))
  }

  async #send({ method, key, query, headers }: Asked, body?: Uint8Array): Promise<Kept> {
    const { place, gate } = this.parts
    const url = `${place.url}/${key}${query}`
    const asked = { method, url, headers, body: body && body.length > 0 ? body : undefined }
    const answer = await askS3(place, asked, { gate })
    const given = givenBack.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    const length = method === 'HEAD' ? answer.headers.get('content-length') : null
    const all = { ...Object.fromEntries(given), ...(length !== null && { 'content-length': length }) }
    const refused = refusalIn(answer, place.address)
    return { status: answer.status, headers: all, bytes: refused ? encode(explanationOf(refused)) : answer.bytes }
  }
}

const encode = (text: string) => new TextEncoder().encode(text)

const refused: Kept = { status: 404, headers: {}, bytes: new Uint8Array() }

const notImplemented = 501
const alreadyThere: Kept = { status: 412, headers: {}, bytes: encode('<Error><Code>PreconditionFailed</Code></Error>') }

function nameOf({ method, key, query, headers }: Asked): string {
  return [method, key, query, headers['range'] ?? ''].join('\n')
}

/** As RFC 9110 has it: `bytes=0-99`, `bytes=100-`, `bytes=-8`. Undefined for what is none of these. */
function partOf({ headers, bytes }: Kept, range: string): Kept | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(range) ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes.length : Math.min(bytes.length, Number(last) + 1)
  if (from >= to) return undefined
  const about = { ...headers, 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` }
  return { status: 206, headers: about, bytes: bytes.slice(from, to) }
}
