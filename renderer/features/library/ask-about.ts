import { draftKey } from '../../state/drafts'
import { type Scope, setScope, wholeLibrary } from '../../state/scope'
import { go } from '../../state/view'

/** Begins a chat that is limited to some documents or a collection. */
export function askAbout(limits: Partial<Scope>): void {
  setScope(draftKey(null), { ...wholeLibrary, ...limits })
  go({ view: 'chat', sessionId: null })
}
