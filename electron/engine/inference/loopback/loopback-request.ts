import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { cancelled } from '@engine/platform/deadline'
import type { NetworkGate } from '@engine/platform/network-gate'
import { jsonIfValid } from '@engine/platform/stored-text'
import { inTime, type Clock } from '../routing/first-token-probe'
import { shortened } from './sse-events'

/** The address of a server, and the limits for asking it. */
export interface ServerAccess {
  /** An address like `http://127.0.0.1:11434/v1`. */
  readonly url: string
  readonly gate: Pick<NetworkGate, 'fetch'>
  readonly clock: Clock
  readonly now: () => number
  /** Milliseconds until an answer begins: it covers loading and reading the prompt, of which a server says nothing. */
  readonly firstByteMs: number
}

const retries = 3
const firstPauseMs = 500
/** For the few words of a refusal. */
const wordsMs = 5000
/** A server that wants to be left alone for longer is taken at its word: somebody else is asked. */
const maxPauseMs = 60_000

/** The words of llama-server, LM Studio, vLLM and similar servers for a prompt longer than the model's context. */
const tooLong = /context (?:length|size|window|overflow)|too many tokens|prompt is too long/iu

const Refusal = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

/** The server refuses the form of a request; another form may do. */
export class RefusedRequest extends CairnError {}

/**
 * Asks for a chat completion and returns the answer once it began well. A server that is busy (429, 503) is asked again
 * three times, after 0.5, 1 and 2 seconds or what it names. Throws CairnError RATE_LIMITED, MODEL_UNUSABLE (it has no
 * such model, or does not let us in), MODEL_FAILED, NETWORK_DENIED, CANCELLED; a `RefusedRequest` for 400 and its like,
 * INVALID_INPUT where it says that the prompt is too long.
 */
export async function postChat(
  access: ServerAccess,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await post(access, JSON.stringify(body), signal)
    if (response.ok) return response
    const busy = response.status === 429 || response.status === 503
    const pauseMs = busy ? pauseOf(response, tries, access.now()) : 0
    const words = await wordsOf(response, access, signal)
    if (!busy || tries === retries || pauseMs > maxPauseMs) throw failureOf(response.status, words, access.url)
    await pause(pauseMs, access.clock, signal)
  }
}

async function post(access: ServerAccess, body: string, signal: AbortSignal): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal }
  const asked = access.gate.fetch(`${access.url}/chat/completions`, { ...init, purpose: 'language model' })
  const late = () => failed(`${hostOf(access.url)} did not answer.`)
  try {
    return await inTime(asked, { ms: access.firstByteMs, clock: access.clock, signal, late })
  } catch (thrown) {
    if (!(thrown instanceof CairnError) || thrown.code !== 'UNREACHABLE') throw thrown
    throw failed(thrown.message, thrown)
  }
}

function pauseOf(response: Response, tries: number, now: number): number {
  const wanted = response.headers.get('retry-after')?.trim() ?? ''
  const backOff = firstPauseMs * 2 ** tries
  if (wanted === '') return backOff
  const ms = /^\d+(\.\d+)?$/u.test(wanted) ? Number(wanted) * 1000 : Date.parse(wanted) - now
  return Number.isFinite(ms) ? Math.max(ms, 0) : backOff
}

/** The server's reason for its refusal, in one line. A body that does not come in time counts as no reason. */
async function wordsOf(response: Response, { clock, firstByteMs }: ServerAccess, signal: AbortSignal): Promise<string> {
  const none = () => failed('It does not say why.')
  try {
    const text = await inTime(response.text(), { ms: Math.min(firstByteMs, wordsMs), clock, signal, late: none })
    const refusal = Refusal.safeParse(jsonIfValid(text)).data?.error
    return shortened(typeof refusal === 'string' ? refusal : (refusal?.message ?? ''))
  } catch {
    // The status has said enough.
    if (signal.aborted) throw cancelled()
    return ''
  }
}

function failureOf(status: number, words: string, url: string): CairnError {
  const host = hostOf(url)
  const said = words === '' ? `${host} answered ${status}.` : `${host} answered ${status}: “${words}”.`
  if (status === 429) return new CairnError('RATE_LIMITED', said, 'Try again later.')
  if (status === 401 || status === 403) {
    return new CairnError('MODEL_UNUSABLE', said, 'Let Cairn use the server without a key.')
  }
  if (status === 404) return new CairnError('MODEL_UNUSABLE', said, 'Check that the server still has this model.')
  if (status === 400 || status === 415 || status === 422 || status === 501) {
    if (tooLong.test(words)) {
      return new RefusedRequest('INVALID_INPUT', said, 'Use fewer passages, or a model with a longer context.')
    }
    return new RefusedRequest('MODEL_FAILED', said, 'Choose another model.')
  }
  return failed(said)
}

function hostOf(url: string): string {
  return new URL(url).host
}

/** MODEL_FAILED, of a server. */
export function failed(message: string, cause?: unknown): CairnError {
  return new CairnError('MODEL_FAILED', message, 'Check that the server runs, then ask again.', { cause })
}

/** Resolves after a while, or throws CANCELLED. */
async function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let callOff: () => void = () => undefined
  const over = new Promise<void>((resolve) => (callOff = clock.after(ms, resolve)))
  await inTime(over, { ms: Infinity, clock, signal, late: cancelled }).finally(callOff)
}
