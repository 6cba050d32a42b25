import { CairnError } from '@shared/errors'

/** A failure that may be over in a moment. */
export class Interrupted extends Error {
  constructor(
    readonly problem: CairnError,
    /** Milliseconds the server asked to be left alone. */
    readonly afterMs = 0,
  ) {
    super(problem.message, { cause: problem })
  }
}

/** Bytes of the file; null where the server does not say, or sends it compressed. */
export function lengthOf(response: Response): number | null {
  const encoding = response.headers.get('content-encoding')
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  return (encoding === null || encoding === 'identity') && Number.isSafeInteger(length) && length >= 0 ? length : null
}

/** From `bytes 5-9/10`, or from `bytes *\/10`, which has no start. */
export function rangeOf(response: Response): { start: number | null; total: number | null } | undefined {
  const parts = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '')
  if (!parts) return undefined
  const [, start, total] = parts
  return { start: start === undefined ? null : Number(start), total: total === '*' ? null : Number(total) }
}

/** A strong ETag, or when the file was changed: what `If-Range` takes. */
export function validatorOf(response: Response): string | null {
  const tag = response.headers.get('etag')
  return tag !== null && !tag.startsWith('W/') ? tag : response.headers.get('last-modified')
}

/** Explains an HTTP status that came instead of a file. */
export function httpProblem(response: Response, name: string): Error {
  const { status } = response
  const host = response.url === '' ? 'The server' : new URL(response.url).host
  if (status === 401 || status === 403) {
    const message = `${host} gives ${name} only to those who have agreed to its terms there (HTTP ${status}).`
    const action = 'Fetch it by hand with your browser, then drop the files into Cairn.'
    return new CairnError('PERMISSION_DENIED', message, action)
  }
  if (status === 404 || status === 410) {
    const message = `${host} no longer has ${name} (HTTP ${status}).`
    return new CairnError('NOT_FOUND', message, 'Look at the model’s page; it may have moved. It can be added by hand.')
  }
  const message = `${host} could not send ${name} (HTTP ${status}).`
  const problem = new CairnError('UNREACHABLE', message, 'Go on with it later.')
  if (status !== 408 && status !== 429 && status < 500) return problem
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return new Interrupted(problem, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0)
}
