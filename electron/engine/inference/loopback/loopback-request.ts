import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { cancelled } from '@engine/platform/deadline'
import type { NetworkGate } from '@engine/platform/network-gate'
import type { ServerKeys } from '@engine/platform/server-keys'
import { jsonIfValid } from '@engine/platform/stored-text'
import { inTime, type Clock } from '../routing/first-token-probe'
import { shortened } from './sse-events'

/** The way to model servers. */
export interface ServerGate {
  fetch: NetworkGate['fetch']
  /** A server's words without the key it was sent; absent where no key is sent. */
  readonly mask?: (text: string) => string
}

/** The network gate that sends along a server's key: to the origin it is kept for, and to no other. */
export function keyedGate(gate: Pick<NetworkGate, 'fetch'>, keys: Pick<ServerKeys, 'headersFor' | 'mask'>): ServerGate {
  return {
    fetch: (url, init) => gate.fetch(url, { ...init, headers: { ...init.headers, ...keys.headersFor(url) } }),
    mask: (text) => keys.mask(text),
  }
}

/** The address of a server, and the limits for asking it. */
export interface ServerAccess {
  /** An address like `http://127.0.0.1:11434/v1`. */
  readonly url: string
  readonly gate: ServerGate
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

/** The words of llama-server, LM Studio, vLLM and similar servers for a prompt or text longer than the model's context. */
const tooLong = /context (?:length|size|window|overflow)|too many tokens|(?:prompt|input.*) is too (?:long|large)/iu

/** A refusal as OpenAI's protocol has it. */
export const Refusal = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

/** The server refuses the form of a request; another form may do. */
export class RefusedRequest extends CairnError {}

/** What is asked of a server. */
export interface ServerRequest {
  /** Below the server's address, as `/chat/completions`. */
  readonly path: string
  /** For the network log. */
  readonly purpose: string
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Asks a server and returns the answer once it began well. A server that is busy (429, 503) is asked again
 * three times, after 0.5, 1 and 2 seconds or what it names. Throws CairnError RATE_LIMITED, MODEL_UNUSABLE (it has no
 * such model, or does not let us in), MODEL_FAILED, NETWORK_DENIED, CANCELLED; a `RefusedRequest` for 400 and its like,
 * INVALID_INPUT where it says that the prompt is too long.
 */
export async function postToServer(
  access: ServerAccess,
  request: ServerRequest,
  signal: AbortSignal,
): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await post(access, request, signal)
    if (response.ok) return response
    const busy = response.status === 429 || response.status === 503
    const pauseMs = busy ? pauseOf(response, tries, access.now()) : 0
    const words = await wordsOf(response, access, signal)
    if (!busy || tries === retries || pauseMs > maxPauseMs) throw failureOf(response.status, words, access.url)
    await pause(pauseMs, access.clock, signal)
  }
}

async function post(
  access: ServerAccess,
  { path, purpose, body }: ServerRequest,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = { purpose, method: 'POST', headers, body: JSON.stringify(body), signal }
  const asked = access.gate.fetch(`${access.url}${path}`, init)
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
async function wordsOf(response: Response, access: ServerAccess, signal: AbortSignal): Promise<string> {
  const { clock, firstByteMs, gate } = access
  const none = () => failed('It does not say why.')
  try {
    const text = await inTime(response.text(), { ms: Math.min(firstByteMs, wordsMs), clock, signal, late: none })
    const refusal = Refusal.safeParse(jsonIfValid(text)).data?.error
    const said = typeof refusal === 'string' ? refusal : (refusal?.message ?? '')
    return shortened(gate.mask?.(said) ?? said)
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
  if (status === 401 || status === 403) return needsKey(host)
  if (status === 404) return new CairnError('MODEL_UNUSABLE', said, 'Check that the server still has this model.')
  const isLong = tooLong.test(words)
  if (isLong || [400, 413, 415, 422, 501].includes(status)) {
    if (isLong)
      return new RefusedRequest('INVALID_INPUT', said, 'Use fewer passages, or a model with a longer context.')
    return new RefusedRequest('MODEL_FAILED', said, 'Choose another model.')
  }
  return failed(said)
}

/** Of a server that lets nobody in without a key. Its words are left out: they may repeat the key it was sent. */
function needsKey(host: string): CairnError {
  const message = `${host} wants a key, or takes another one than it was sent.`
  return new CairnError('MODEL_UNUSABLE', message, 'Give its key in Models, at the server, or with "cairn models key".')
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
