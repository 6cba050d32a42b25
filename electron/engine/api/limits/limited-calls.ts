import { os } from '@orpc/server'
import { z } from 'zod'
import { type ApiClient, type Call, CallLimits } from './call-limits'

/** What a shell says of a call. Without a client it is an act of the shell's own process, which nobody has to be protected from. */
export interface CallContext {
  readonly client?: ApiClient
}

/** What a window, a tab or a command may ask at once: opening a window takes 2 calls, its settings 7 (counted), and hands are quick. */
export const shellBurst = 20

/** Following what goes on and ending it: never kept waiting. */
export const unlimitedCalls: ReadonlySet<string> = new Set([
  'changes.watch',
  'chat.follow',
  'chat.go_on',
  'chat.stop',
  'documents.stop_job',
  'evaluation.cancel',
  'evaluation.follow',
  'folders.follow',
  'graph.extraction.pause',
  'models.cancel_download',
  'models.pause_download',
  'models.pause_embedding',
  'research.follow',
  'research.pause',
  'research.stop',
])

/** Calls that ask: they count for the session, too. Where it stands in their input. */
const askingCalls: ReadonlyMap<string, 'id' | 'session_id'> = new Map([
  ['chat.ask', 'session_id'],
  ['chat.ask_aside', 'session_id'],
  ['chat.start', 'session_id'],
  ['sessions.attribute', 'id'],
  ['sessions.replay', 'id'],
])

const limits = new WeakMap<object, CallLimits>()

/** The limits of an engine, the same for every router in front of it. */
export function limitsOf(engine: object): CallLimits {
  const known = limits.get(engine)
  if (known) return known
  const made = new CallLimits()
  limits.set(engine, made)
  return made
}

/** Keeps calls of clients waiting, and refuses them, as `limits` says. Inputs are not parsed yet. */
export function limitCalls(calls: CallLimits) {
  return os.$context<CallContext>().middleware(async ({ context, path, signal, next }, input: unknown) => {
    const call = countedCall(path.join('.'), input, context, signal)
    if (call) await calls.admit(call)
    return next()
  })
}

function countedCall(name: string, input: unknown, { client }: CallContext, signal?: AbortSignal): Call | undefined {
  if (!client || unlimitedCalls.has(name)) return undefined
  const field = askingCalls.get(name)
  const fields = field === undefined ? undefined : z.record(z.string(), z.unknown()).safeParse(input).data
  const session = field === undefined ? undefined : fields?.[field]
  return { client, signal, session: typeof session === 'string' ? session : undefined }
}
