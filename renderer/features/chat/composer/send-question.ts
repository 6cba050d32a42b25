import { ask } from '../../../state/chat'
import { draftKey, writeDraft } from '../../../state/drafts'
import { filterOf, type Scope, setScope, wholeLibrary } from '../../../state/scope'

/** Asks what was typed; a new chat takes the scope chosen for it along, and the next new chat starts without one. */
export function sendQuestion(question: string, sessionId: string | null, scope: Scope): void {
  const key = draftKey(sessionId)
  writeDraft(key, '')
  const asked = ask(question, { sessionId, filter: filterOf(scope) })
  if (sessionId !== null) return
  setScope(draftKey(asked), scope)
  setScope(key, wholeLibrary)
}
