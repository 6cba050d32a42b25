import { draftKey, writeDraft } from '@renderer/state/chat/drafts'
import { filterOf, type Scope, setScope, wholeLibrary } from '@renderer/state/library/scope'
import { askKept } from '@renderer/state/chat/unsent'

/** Asks what was typed; a new chat takes the scope chosen for it along, and the next new chat starts without one. */
export function sendQuestion(question: string, sessionId: string | null, scope: Scope): void {
  const key = draftKey(sessionId)
  const asked = askKept(question, { sessionId, filter: filterOf(scope) })
  writeDraft(key, '')
  if (sessionId !== null) return
  setScope(draftKey(asked), scope)
  setScope(key, wholeLibrary)
}
