import { z } from 'zod'
// What a schema refuses is told in words, whoever asks it.
import './failures/schema-sentences'

/** Every expected failure Cairn can report. The code is stable; the words may change. */
export const errorCodes = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'CANCELLED',
  'DEADLINE_EXCEEDED',
  'RATE_LIMITED',
  'UNREACHABLE',
  'STORE_LOCKED',
  'STORE_UNUSABLE',
  'STORE_DAMAGED',
  'STORE_TOO_NEW',
  'DISK_FULL',
  'PERMISSION_DENIED',
  'FILE_VANISHED',
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FILE_CORRUPT',
  'FILE_ENCRYPTED',
  'PASSWORD_NEEDED',
  'PASSWORD_WRONG',
  'FORMAT_UNSUPPORTED',
  'NO_TEXT',
  'ARCHIVE_BOMB',
  'PARSE_TIMEOUT',
  'PARSE_OUT_OF_MEMORY',
  'MODEL_UNUSABLE',
  'MODEL_FAILED',
  'MODEL_OUT_OF_MEMORY',
  'NETWORK_DENIED',
  'CHECKSUM_MISMATCH',
  'TOOL_UNAVAILABLE',
  'TOOL_FAILED',
  'CONSENT_NEEDED',
  'INTERNAL',
] as const

export const ErrorCode = z.enum(errorCodes)
export type ErrorCode = z.infer<typeof ErrorCode>

/** An error as it crosses a boundary: what happened, and how the reader can act. */
export const ErrorReport = z.object({
  code: ErrorCode,
  message: z.string(),
  action: z.string(),
  /** Milliseconds after which the same call would go through, of RATE_LIMITED by Cairn's own limits. */
  retry_after_ms: z.number().int().nonnegative().optional(),
})
export type ErrorReport = z.infer<typeof ErrorReport>

/** Whether a document failed for want of its password, or of the right one. */
export function wantsPassword(error: ErrorReport | null | undefined): boolean {
  return error?.code === 'PASSWORD_NEEDED' || error?.code === 'PASSWORD_WRONG'
}

interface CairnErrorOptions extends ErrorOptions {
  readonly retryAfterMs?: number | undefined
}

/** The failure behind a report that crossed a boundary. */
export function reportedError(report: ErrorReport, cause?: unknown): CairnError {
  const { code, message, action, retry_after_ms: retryAfterMs } = report
  return new CairnError(code, message, action, { cause, retryAfterMs })
}

/** An expected failure. `message` says what happened, `action` what to do next; both are whole sentences. */
export class CairnError extends Error {
  override readonly name = 'CairnError'
  /** Milliseconds after which the same call would go through; known for RATE_LIMITED only. */
  readonly retryAfterMs: number | undefined

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly action = '',
    options?: CairnErrorOptions,
  ) {
    super(message, options)
    this.retryAfterMs = options?.retryAfterMs
  }

  /** What is shown or logged of it are its words; its class is nobody’s business. */
  override toString(): string {
    return this.message
  }

  report(): ErrorReport {
    const { code, message, action, retryAfterMs } = this
    return { code, message, action, ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }) }
  }
}

/** Codes of the operating system that a user can act on, whatever the operation was. */
const systemErrors: Record<string, [ErrorCode, string, string]> = {
  ENOSPC: ['DISK_FULL', 'The disk is full.', 'Free some space and try again; nothing already saved was lost.'],
  EDQUOT: ['DISK_FULL', 'The disk quota is used up.', 'Free some space and try again; nothing already saved was lost.'],
  EACCES: ['PERMISSION_DENIED', 'Cairn may not read or write this location.', 'Change its permissions and try again.'],
  EPERM: ['PERMISSION_DENIED', 'Cairn may not read or write this location.', 'Change its permissions and try again.'],
  EROFS: ['PERMISSION_DENIED', 'This location is read-only.', 'Choose a folder that can be written.'],
  ENOENT: ['FILE_VANISHED', 'The file is no longer there.', 'Check that it was not moved or renamed, then try again.'],
  ENOTDIR: ['FILE_VANISHED', 'Something on the way to this file is not a folder.', 'Check the path.'],
  EISDIR: ['INVALID_INPUT', 'This is a folder, not a file.', 'Name a file.'],
}

/** Whether this is an error of the operating system with one of these codes, such as `ENOENT`. */
export function hasCode(thrown: unknown, ...codes: string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && codes.includes(thrown.code)
}

/** Maps anything thrown to a typed error; what nobody expected becomes `INTERNAL` with its cause kept. */
export function toCairnError(thrown: unknown): CairnError {
  if (thrown instanceof CairnError) return thrown
  if (thrown instanceof Error) {
    if (thrown.name === 'AbortError') return new CairnError('CANCELLED', 'Cancelled.', '', { cause: thrown })
    const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
    const known = Object.hasOwn(systemErrors, code) ? systemErrors[code] : undefined
    if (known) return new CairnError(known[0], known[1], known[2], { cause: thrown })
    return new CairnError('INTERNAL', `Something went wrong inside Cairn: ${thrown.message}`, 'Try again.', {
      cause: thrown,
    })
  }
  return new CairnError('INTERNAL', `Something went wrong inside Cairn: ${String(thrown)}`, 'Try again.')
}
