import { useMemo, useState } from 'react'
import type { ShownDocument } from '@renderer/state/window/route'
import { useChat } from '@renderer/state/chat/chat-store'
import { quoteIn } from '@renderer/state/chat/turns/turn-passages'
import { useRoute } from '@renderer/state/window/address'
import { findCited } from './goal'
import type { Goal } from './goal'
import type { Range } from '../text/marks'
import type { Content } from '../use-content'

interface Goals {
  /** Where the reader is to be taken; null leaves them where they are. */
  readonly goal: Goal | null
  readonly passage: Range | null
  /** The passage is not in the text. */
  readonly isGone: boolean
  /** The passage was cited from another text, and may be marked at the wrong place. */
  readonly isMoved: boolean
  readonly go: (goal: Goal) => void
}

/** Where the reader is taken: to the passage a citation names, then wherever they go in the document. */
export function useGoals(shown: ShownDocument, content: Content): Goals {
  const [opened, setOpened] = useState({ shown, revision: content.revision })
  const [own, setOwn] = useState<{ shown: ShownDocument; goal: Goal } | null>(null)
  // A new citation counts for the text as it is now.
  if (opened.shown !== shown) setOpened({ shown, revision: content.revision })
  const { text } = content
  const { range } = shown
  const quote = useQuote(shown)
  const found = useMemo(() => range && findCited(text, range, quote), [range, quote, text])
  // A quote that becomes known later takes the reader nowhere when the passage is where it was looked for.
  const { start, end } = found ?? { start: -1, end: -1 }
  const { passage, first } = useMemo((): { passage: Range | null; first: Goal | null } => {
    if (!range) return { passage: null, first: null }
    if (start >= 0) {
      const passage = { start, end }
      return { passage, first: { kind: 'passage', range: passage } }
    }
    return { passage: null, first: { kind: 'place', offset: Math.max(0, Math.min(range.start, text.length - 1)) } }
  }, [range, start, end, text])
  const isElsewhere = quote === undefined ? opened.revision !== content.revision : passage?.start !== range?.start
  return {
    goal: own?.shown === shown ? own.goal : first,
    passage,
    isGone: range !== null && passage === null,
    isMoved: passage !== null && isElsewhere,
    go: (goal) => setOwn({ shown, goal }),
  }
}

/** The text of the passage when it was cited. The address does not have it; after a reload the chat's record does. */
export function useQuote(shown: ShownDocument): string | undefined {
  const sessionId = useRoute((route) => route.sessionId)
  const turns = useChat(({ sessions }) => (sessionId === null ? undefined : sessions[sessionId]?.turns))
  return useMemo(() => shown.quote ?? (shown.range && turns ? quoteIn(turns, shown) : undefined), [shown, turns])
}
