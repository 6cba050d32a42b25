import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CairnError, hasCode } from '@shared/errors'
import { explanationOf } from '../../opening/store-error'
import {
  copied,
  deleted,
  listing,
  namesToDelete,
  partsIn,
  refusal,
  type S3Answer,
  uploadBegun,
  uploadEnded,
} from './s3-answers'
import type { Span, TableFiles } from './sealed-table-files'

export interface SealedTableServerOptions {
  readonly files: TableFiles
  /** How LanceDB calls the folder of the store. */
  readonly bucket: string
  /** Who does not know it gets nothing. It comes as the name of an access key: unlike a name of a bucket, that stands in no message of LanceDB. */
  readonly secret: string
  /** 0 for any that is free. */
  readonly port: number
}

interface Asked {
  readonly method: string
  /** Below the bucket, without a slash before it. */
  readonly name: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** What was sent. */
  readonly body: Uint8Array
}

/** A server on this machine's loopback that LanceDB takes for a bucket of S3. It answers what LanceDB 0.31 asks, and nothing else. */
export class SealedTableServer {
  private constructor(
    private readonly options: SealedTableServerOptions,
    private readonly server: Server,
  ) {}

  static async open(options: SealedTableServerOptions): Promise<SealedTableServer> {
    const server = createServer((request, response) => void opened.#answer(request, response))
    const opened = new SealedTableServer(options, server)
    // LanceDB keeps its connections; one that is closed under it costs a try.
    server.keepAliveTimeout = 120_000
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(options.port, '127.0.0.1', resolve)
    })
    return opened
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
    await this.options.files.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isKnown = request.headers.authorization?.includes(`Credential=${this.options.secret}/`) === true
    const answer = isKnown ? await this.#find(request) : refusal(403, 'AccessDenied')
    const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
    const length = body && { 'content-length': String(body.length) }
    // What a stranger sends is not waited for.
    const ending = isKnown ? undefined : { connection: 'close' }
    response.writeHead(answer.status, { ...length, ...answer.headers, ...ending })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  /** Never rejects. */
  async #find(request: IncomingMessage): Promise<S3Answer> {
    const { method = 'GET', url = '/', headers } = request
    try {
      const body = await bodyOf(request)
      const { pathname, searchParams: query } = new URL(url, 'http://tables')
      const [, bucket, ...steps] = pathname.split('/').map(decodeURIComponent)
      if (bucket !== this.options.bucket) return refusal(404, 'NoSuchBucket')
      const asked = { method, name: steps.join('/'), query, headers, body }
      return (await this.#handlerOf(asked)?.(asked)) ?? refusal(501, 'NotImplemented')
    } catch (thrown) {
      if (hasCode(thrown, 'NOT_FOUND') || (isOfFile(method, headers) && hasCode(thrown, ...missing)))
        return refusal(404, 'NoSuchKey')
      if (thrown instanceof RangeError) return refusal(416, 'InvalidRange')
      // It passes: LanceDB asks again a few times.
      if (hasCode(thrown, 'EMFILE', 'ENFILE', 'EBUSY', 'EAGAIN')) return refusal(503, 'SlowDown')
      // No status that LanceDB would ask again for, again and again.
      return { status: 403, headers: { 'content-type': 'application/xml' }, body: explanationOf(damageIn(thrown)) }
    }
  }

  #handlerOf({ method, name, query, headers }: Asked): ((asked: Asked) => S3Answer | Promise<S3Answer>) | undefined {
    const isOfParts = query.has('uploadId')
    switch (method) {
      case 'GET':
        return query.has('list-type') ? (asked) => this.#list(asked) : (asked) => this.#read(asked)
      case 'HEAD':
        return (asked) => this.#look(asked)
      case 'PUT':
        if (isOfParts) return (asked) => this.#part(asked)
        return 'x-amz-copy-source' in headers ? (asked) => this.#copy(asked) : (asked) => this.#put(asked)
      case 'POST':
        if (name === '' && query.has('delete')) return (asked) => this.#deleteSeveral(asked)
        if (query.has('uploads')) return (asked) => this.#begin(asked)
        return isOfParts ? (asked) => this.#finish(asked) : undefined
      case 'DELETE':
        return isOfParts ? (asked) => this.#abandon(asked) : (asked) => this.#delete(asked)
      default:
        return undefined
    }
  }

  async #list({ query }: Asked): Promise<S3Answer> {
    const { files, folders } = await this.options.files.list(query.get('prefix') ?? '', query.has('delimiter'))
    // A list goes on after a name where the last answer was cut, which none is here; `start-after` is asked for by nobody else.
    const after = query.get('start-after') ?? ''
    const isLater = (name: string) => name > after
    return listing(
      files.filter((file) => isLater(file.name)),
      folders.filter(isLater),
    )
  }

  #look({ name }: Asked): S3Answer {
    const file = this.options.files.look(name)
    return { status: 200, headers: { ...headersOf(file), 'content-length': String(file.size) } }
  }

  async #read({ name, headers }: Asked): Promise<S3Answer> {
    const span = headers.range === undefined ? undefined : spanOf(headers.range)
    const part = await this.options.files.read(name, span)
    if (!span) return { status: 200, headers: headersOf(part), body: part.bytes }
    const range = `bytes ${part.from}-${part.to - 1}/${part.size}`
    return { status: 206, headers: { ...headersOf(part), 'content-range': range }, body: part.bytes }
  }

  async #put({ name, headers, body }: Asked): Promise<S3Answer> {
    const { files } = this.options
    const isThere = !(await files.put(name, body, { onlyNew: headers['if-none-match'] === '*' }))
    return isThere ? refusal(412, 'PreconditionFailed') : written(files.look(name).etag)
  }

  async #copy({ name, headers }: Asked): Promise<S3Answer> {
    const source = decodeURIComponent(String(headers['x-amz-copy-source'])).replace(/^\//u, '')
    const { files, bucket } = this.options
    if (!source.startsWith(`${bucket}/`)) return refusal(404, 'NoSuchBucket')
    await files.copy(source.slice(bucket.length + 1), name)
    return copied(files.look(name))
  }

  async #delete({ name }: Asked): Promise<S3Answer> {
    await this.options.files.remove(name)
    return { status: 204 }
  }

  async #deleteSeveral({ body }: Asked): Promise<S3Answer> {
    const names = namesToDelete(Buffer.from(body).toString())
    for (const name of names) await this.options.files.remove(name)
    return deleted(names)
  }

  async #begin({ name }: Asked): Promise<S3Answer> {
    return uploadBegun(this.options.bucket, name, await this.options.files.beginUpload(name))
  }

  async #part({ query, body }: Asked): Promise<S3Answer> {
    const number = Number(query.get('partNumber'))
    await this.options.files.uploadPart(query.get('uploadId') ?? '', number, body)
    return written(`"${number}"`)
  }

  async #finish({ name, query, body }: Asked): Promise<S3Answer> {
    const { files, bucket } = this.options
    await files.finishUpload(query.get('uploadId') ?? '', name, partsIn(Buffer.from(body).toString()))
    return uploadEnded(bucket, files.look(name))
  }

  async #abandon({ query }: Asked): Promise<S3Answer> {
    await this.options.files.abandonUpload(query.get('uploadId') ?? '')
    return { status: 204 }
  }
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of request) if (piece instanceof Buffer) pieces.push(piece)
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

const missing = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

/** Whether a request is of a file that should be there; of others it is the store that is not. */
function isOfFile(method: string, headers: IncomingMessage['headers']): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'DELETE' || 'x-amz-copy-source' in headers
}

function headersOf({ etag, changedAt }: { readonly etag: string; readonly changedAt: Date }): Record<string, string> {
  return { etag, 'last-modified': changedAt.toUTCString(), 'accept-ranges': 'bytes' }
}

function written(etag: string): S3Answer {
  return { status: 200, headers: { etag }, body: '' }
}

/** As RFC 9110 has it: `bytes=0-99`, `bytes=100-`, `bytes=-8`. Throws RangeError for what is none of these. */
function spanOf(range: string): Span {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(range) ?? []
  if (first === '' && last === '') throw new RangeError('There is no such range.')
  if (first === '') return { from: -Number(last) }
  return { from: Number(first), to: last === '' ? undefined : Number(last) + 1 }
}

/** A file that a disk cannot read is as good as damaged; what nobody expected is told as it is. */
function damageIn(thrown: unknown): unknown {
  if (!hasCode(thrown, 'EIO')) return thrown
  return new CairnError('STORE_DAMAGED', 'An encrypted file of the search tables cannot be read.', '', {
    cause: thrown,
  })
}
