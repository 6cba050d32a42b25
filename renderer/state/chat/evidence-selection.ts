import type { EvidenceItem } from '@shared/events'
import { passageOf, type Span } from './turns/turn-passages'
import type { ChatSession } from './chat-session'
import { useChat } from './chat-store'
import type { Turn } from './turns/turn-reducer'
import { go, useRoute } from '../window/address'
import { openDocument } from '../window/shown-document'
import { openToolCard } from './tool-cards-open'

/**
 * Opens the document of an evidence at the cited part (the whole passage where unknown), the earlier chat it is from, or the
 * card of the tool that gave it.
 * @param byKeyboard the focus goes on into the document.
 */
export function openEvidence(item: EvidenceItem, span: Span | null, byKeyboard: boolean): void {
  if (item.kind === 'chat') {
    go({ view: 'chat', sessionId: item.document_id })
    return
  }
  if (item.call_id !== undefined) {
    openToolCard(item.call_id)
    return
  }
  openDocument(passageOf(item, span), byKeyboard)
}

/** As `useSelectedTurn`, at this moment; undefined where no chat is on show. */
export function selectedTurn(): Turn | undefined {
  const { view, sessionId } = useRoute.getState()
  const { sessions, selected } = useChat.getState()
  return view !== 'chat' || sessionId === null ? undefined : selectedOf(sessions[sessionId], selected[sessionId])
}

/** The turn of the session on show whose strip and evidence are shown: the one chosen, otherwise the newest. */
export function useSelectedTurn(): Turn | undefined {
  const sessionId = useRoute((route) => route.sessionId)
  return useChat(({ sessions, selected }) =>
    sessionId === null ? undefined : selectedOf(sessions[sessionId], selected[sessionId]),
  )
}

export function selectedOf(session: ChatSession | undefined, chosen: string | undefined): Turn | undefined {
  const found = session?.turns.find(({ turn_id }) => turn_id === chosen)
  // One that is still to be read is not the newest.
  if (!found && chosen !== undefined && session?.earlier) return undefined
  return found ?? session?.turns.at(-1)
}
