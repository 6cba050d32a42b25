import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { CairnError } from '@shared/errors'
import type { NetworkGate } from '@engine/platform/network-gate'
import type { S3Place } from './s3-place'

export interface S3Request {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: Uint8Array | undefined
  readonly signal?: AbortSignal | undefined
}

export interface S3Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface S3Asking {
  readonly gate: Pick<NetworkGate, 'fetch'>
  /** Milliseconds that one request may take, its body included. */
  readonly limitMs?: number | undefined
}

/** For the network log. */
export const libraryPurpose = 'A shared library'

/** The headers of a request with its signature (AWS signature version 4). `datetime`, as `20260101T000000Z`, is now by default. */
export async function signS3Request(
  { accessKeyId, secretAccessKey, sessionToken, region }: Omit<S3Place, 'address'>,
  { method, url, headers, body }: S3Request,
  datetime?: string,
): Promise<Record<string, string>> {
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signed = await new AwsV4Signer({
    ...{ method, url, accessKeyId, secretAccessKey, region, service: 's3' },
    ...(sessionToken !== undefined && { sessionToken }),
    ...(datetime !== undefined && { datetime }),
    // The server compares this with what has arrived.
    headers: { ...headers, 'x-amz-content-sha256': hash },
  }).sign()
  return Object.fromEntries(signed.headers)
}

/** Asks a server once, through the gate. Throws UNREACHABLE, NETWORK_DENIED, CANCELLED. */
export async function askS3(
  place: S3Place,
  request: S3Request,
  { gate, limitMs = 60_000 }: S3Asking,
): Promise<S3Answer> {
  const { method, url, body, signal } = request
  const limit = AbortSignal.timeout(limitMs)
  const { hostname } = new URL(place.url)
  const headers = await signS3Request(place, request)
  try {
    const response = await gate.fetch(url, {
      purpose: libraryPurpose,
      // Whoever named the library allowed its host; offline it is not asked all the same.
      ...{ allow: [hostname], plainHost: hostname, method, headers },
      body: body && new Uint8Array(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      returnsRedirects: true,
    })
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  } catch (thrown) {
    if (signal?.aborted) throw new CairnError('CANCELLED', 'Cancelled.', '', { cause: thrown })
    if (thrown instanceof CairnError && thrown.code !== 'CANCELLED') throw thrown
    // Broken off in the middle of an answer, or too slow.
    const action = 'Check the connection and try again.'
    throw new CairnError('UNREACHABLE', `${place.address} could not be reached.`, action, { cause: thrown })
  }
}

/** What the server calls its answer, or its number. */
export function saidIn({ status, bytes }: Pick<S3Answer, 'status' | 'bytes'>): string | number {
  return /<Code>(\w{1,60})<\/Code>/.exec(new TextDecoder().decode(bytes.subarray(0, 4000)))?.[1] ?? status
}

/** PERMISSION_DENIED or UNREACHABLE, where an answer says that nothing of this library can be had now; undefined for any other. */
export function refusalIn(answer: Pick<S3Answer, 'status' | 'bytes'>, address: string): CairnError | undefined {
  const { status } = answer
  if (status === 401 || status === 403) {
    const action = 'Check the credentials in the environment, and what they may do in this bucket.'
    return new CairnError('PERMISSION_DENIED', `${address} refuses the credentials (${saidIn(answer)}).`, action)
  }
  if (status < 500 && status !== 429) return undefined
  const message = `The server of ${address} does not serve now (${saidIn(answer)}).`
  return new CairnError('UNREACHABLE', message, 'Try again later.')
}
