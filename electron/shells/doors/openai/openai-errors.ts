import { z } from 'zod'
import { CairnError, type ErrorCode } from '@shared/errors'
import { errorStatus, jsonResponse, withRetryAfter } from '@shells/assets/error-response'
import { failureOf } from '@shells/engine-client'

/** The one model to ask. */
export const modelId = 'cairn'

const types: Partial<Record<ErrorCode, string>> = {
  INVALID_INPUT: 'invalid_request_error',
  NOT_FOUND: 'invalid_request_error',
  FILE_TOO_LARGE: 'invalid_request_error',
  PERMISSION_DENIED: 'invalid_request_error',
  RATE_LIMITED: 'rate_limit_error',
}
const codes: Partial<Record<ErrorCode, string>> = {
  PERMISSION_DENIED: 'invalid_api_key',
  RATE_LIMITED: 'rate_limit_exceeded',
}

/** A request that cannot be answered, and which of its parameters is why. */
export class ParameterError extends CairnError {
  constructor(
    readonly param: string,
    message: string,
    action = '',
  ) {
    super('INVALID_INPUT', message, action)
  }
}

/** A failure in OpenAI's shape. `code` is OpenAI's where it has one, else Cairn's. */
export function openAiError(thrown: unknown) {
  const failure = failureOf(thrown)
  const { code, message, action } = failure
  return {
    error: {
      message: `${message} ${action}`.trim(),
      type: types[code] ?? 'api_error',
      param: failure instanceof ParameterError ? failure.param : null,
      code: failure instanceof UnknownModel ? 'model_not_found' : (codes[code] ?? code.toLowerCase()),
    },
  }
}

export function openAiRefusal(thrown: unknown, status?: number): Response {
  const failure = failureOf(thrown)
  return withRetryAfter(jsonResponse(openAiError(thrown), status ?? errorStatus(failure)), failure)
}

class UnknownModel extends CairnError {}

export function unknownModel(name: string): CairnError {
  return new UnknownModel('NOT_FOUND', `There is no model “${name.slice(0, 100)}”.`, `Ask for the model “${modelId}”.`)
}

/** A request's body by its schema. Throws ParameterError with the first thing that is wrong. */
export function parseRequest<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const param = issue?.path.join('.') ?? ''
  throw new ParameterError(param, `${param === '' ? 'The request' : param}: ${issue?.message ?? 'not understood'}.`)
}
