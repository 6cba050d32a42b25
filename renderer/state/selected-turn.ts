import { type ChatSession, useChat } from './chat'
import type { Turn } from './turn'
import { useView } from './view'

/** The turn of the session on show whose strip and evidence are shown: the one chosen, otherwise the newest. */
export function useSelectedTurn(): Turn | undefined {
  const sessionId = useView((state) => state.route.sessionId)
  return useChat(({ sessions, selected }) =>
    sessionId === null ? undefined : selectedOf(sessions[sessionId], selected[sessionId]),
  )
}

export function selectedOf(session: ChatSession | undefined, chosen: string | undefined): Turn | undefined {
  return session?.turns.find(({ turn_id }) => turn_id === chosen) ?? session?.turns.at(-1)
}
