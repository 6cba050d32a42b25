import { useChat } from './chat-store'
import type { ChatSession } from './chat-session'
import type { Turn } from './turn-reducer'
import { useView } from '../window/view'

/** The turn of the session on show whose strip and evidence are shown: the one chosen, otherwise the newest. */
export function useSelectedTurn(): Turn | undefined {
  const sessionId = useView((state) => state.route.sessionId)
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
