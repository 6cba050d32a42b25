import { type CairnError, type ErrorCode, toCairnError } from '@shared/errors'
import { tellUnexpected } from '@engine/ports/unexpected'
import { plainHeaders } from './security-headers'

const statuses: Partial<Record<ErrorCode, number>> = {
  INVALID_INPUT: 400,
  NOT_FOUND: 404,
  CANCELLED: 499,
  DEADLINE_EXCEEDED: 504,
  RATE_LIMITED: 429,
  PERMISSION_DENIED: 403,
  FILE_VANISHED: 404,
  FILE_EMPTY: 422,
  FILE_TOO_LARGE: 413,
  FORMAT_UNSUPPORTED: 415,
  DISK_FULL: 507,
  UNREACHABLE: 503,
}

/** A failure as a program reads it: `{code, message, action}` with the status that fits. */
export function errorResponse(thrown: unknown, status?: number): Response {
  tellUnexpected(thrown)
  const error: CairnError = toCairnError(thrown)
  return withRetryAfter(jsonResponse(error.report(), status ?? errorStatus(error)), error)
}

/** Says when to ask again, in whole seconds (RFC 9110 §10.2.3); one where an answer with 429 does not know. */
export function withRetryAfter(response: Response, { retryAfterMs = 1000 }: CairnError): Response {
  if (response.status === 429) response.headers.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1000))))
  return response
}

/** The HTTP status that fits a failure. */
export function errorStatus({ code }: CairnError): number {
  return statuses[code] ?? 500
}

export function jsonResponse(value: unknown, status = 200): Response {
  const headers = plainHeaders()
  headers.set('Content-Type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(value), { status, headers })
}
