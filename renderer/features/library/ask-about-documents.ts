import { draftKey } from '@renderer/state/chat/drafts'
import { type Scope, setScope, wholeLibrary } from '@renderer/state/library/scope'
import { go } from '@renderer/state/window/view'

/** Begins a chat that is limited to some documents or a collection. */
export function askAbout(limits: Partial<Scope>): void {
  setScope(draftKey(null), { ...wholeLibrary, ...limits })
  go({ view: 'chat', sessionId: null })
}
