import { z } from 'zod'
import { ask, type AskOptions, useChat } from './chat-store'
import { useConnection } from '../connection'
import { draftKey, useDrafts, writeDraft } from './drafts'
import { KeptEntries } from '../kept-entries'
import { isWhole, Scope, scopeOf, setScope, useScopes, wholeLibrary } from '../library/scope'
import { useRunning, useSessions } from './sessions-store'
import type { Turn } from './turns/turn-reducer'
import { go, useRoute } from '../window/address'

const Unsent = z.object({ sessionId: z.string(), question: z.string(), scope: Scope })
type Unsent = z.infer<typeof Unsent>

/** Questions the engine has not taken yet, by turn. */
const kept = new KeptEntries('cairn.unsent.', Unsent, 50, true)

/** Asks as `ask` does, and keeps the question until the engine has it, so that closing the page does not lose it. */
export function askKept(question: string, options: AskOptions): string {
  const sessionId = ask(question, options)
  const turnId = useChat.getState().sessions[sessionId]?.turns.at(-1)?.turn_id
  if (turnId === undefined) return sessionId
  kept.write(turnId, { sessionId, question, scope: scopeOf(options.filter ?? null) })
  kept.flush()
  const stop = useChat.subscribe(({ sessions }) => {
    const turn = sessions[sessionId]?.turns.find(({ turn_id }) => turn_id === turnId)
    if (turn && isUnconfirmed(turn)) return
    stop()
    forget(turnId)
  })
  return sessionId
}

/** Whether nothing shows yet that the engine has the question: it waits, or failed before it began. */
function isUnconfirmed({ status, lastSeq }: Turn): boolean {
  return lastSeq < 0 && (status === 'running' || status === 'error')
}

/**
 * Puts questions that the engine never took back into their drafts, once the record of their session is known; those of a
 * session that does not exist go to the new chat. Runs until the returned function is called.
 */
export function restoreUnsent(): () => void {
  const waiting = new Map(Object.entries(kept.readAll()))
  const check = () => {
    if (waiting.size === 0 || useConnection.getState().status !== 'open') return
    for (const [turnId, entry] of waiting) {
      const outcome = outcomeOf(turnId, entry.sessionId)
      if (outcome === 'unknown') continue
      waiting.delete(turnId)
      // Another tab that is still open may have seen it taken.
      if (outcome !== 'taken' && kept.read(turnId) !== null) restore(entry, outcome)
      forget(turnId)
    }
  }
  const stops = [useConnection.subscribe(check), useChat.subscribe(check)]
  check()
  return () => {
    for (const stop of stops) stop()
  }
}

function outcomeOf(turnId: string, sessionId: string): 'unknown' | 'taken' | 'lost' | 'no session' {
  if (useRunning.getState().turns.has(turnId)) return 'taken'
  if (!useSessions.getState().headers.some(({ id }) => id === sessionId)) return 'no session'
  const session = useChat.getState().sessions[sessionId]
  if (session?.load !== 'ready') return 'unknown'
  if (session.turns.some(({ turn_id }) => turn_id === turnId)) return 'taken'
  return session.earlier ? 'unknown' : 'lost'
}

function restore({ sessionId, question, scope }: Unsent, outcome: 'lost' | 'no session'): void {
  const key = draftKey(outcome === 'lost' ? sessionId : null)
  const draft = useDrafts.getState().entries[key] ?? ''
  if (!draft.includes(question)) writeDraft(key, draft === '' ? question : `${question}\n\n${draft}`)
  if (isWhole(useScopes.getState().entries[key] ?? wholeLibrary)) setScope(key, scope)
  if (outcome === 'no session' && useRoute.getState().sessionId === sessionId) {
    go({ sessionId: null }, { replace: true })
  }
}

function forget(turnId: string): void {
  kept.write(turnId, null)
  kept.flush()
}
