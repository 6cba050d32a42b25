import { useMemo } from 'react'
import { useChat } from '../../state/chat'
import { quoteIn } from '../../state/cited-passages'
import type { ShownDocument } from '../../state/route'
import { useView } from '../../state/view'

/**
 * What stood in the passage on show when it was cited. The address does not say it, so after a reload the record of the
 * chat beside the document does.
 */
export function useQuote(shown: ShownDocument): string | undefined {
  const sessionId = useView((state) => state.route.sessionId)
  const turns = useChat(({ sessions }) => (sessionId === null ? undefined : sessions[sessionId]?.turns))
  return useMemo(() => shown.quote ?? (shown.range && turns ? quoteIn(turns, shown) : undefined), [shown, turns])
}
