import { useMemo } from 'react'
import { useChat } from '@renderer/state/chat/chat-store'
import { quoteIn } from '@renderer/state/chat/shown-passages'
import type { ShownDocument } from '@renderer/state/window/route'
import { useView } from '@renderer/state/window/view'

/**
 * What stood in the passage on show when it was cited. The address does not say it, so after a reload the record of the
 * chat beside the document does.
 */
export function useQuote(shown: ShownDocument): string | undefined {
  const sessionId = useView((state) => state.route.sessionId)
  const turns = useChat(({ sessions }) => (sessionId === null ? undefined : sessions[sessionId]?.turns))
  return useMemo(() => shown.quote ?? (shown.range && turns ? quoteIn(turns, shown) : undefined), [shown, turns])
}
