import { useMemo, useState } from 'react'
import type { ShownDocument } from '../../state/route'
import type { Goal } from './goal'
import type { Range } from './marks'
import type { Content } from './use-content'

interface Goals {
  /** Where the reader is to be taken; null leaves them where they are. */
  readonly goal: Goal | null
  readonly passage: Range | null
  /** The passage lies beyond the end of the text. */
  readonly isGone: boolean
  /** The text was indexed anew since the passage was opened. */
  readonly isMoved: boolean
  readonly go: (goal: Goal) => void
}

/** Where the reader is taken: to the passage a citation names, then wherever they go in the document. */
export function useGoals(shown: ShownDocument, content: Content): Goals {
  const [opened, setOpened] = useState({ shown, revision: content.revision })
  const [own, setOwn] = useState<{ shown: ShownDocument; goal: Goal } | null>(null)
  // A new citation counts for the text as it is now.
  if (opened.shown !== shown) setOpened({ shown, revision: content.revision })
  const { length } = content.text
  const { range } = shown
  const { passage, first } = useMemo(() => {
    if (!range) return { passage: null, first: null }
    if (range.start >= length) {
      return { passage: null, first: { kind: 'place', offset: Math.max(0, length - 1) } satisfies Goal }
    }
    const kept = { start: range.start, end: Math.min(range.end, length) }
    return { passage: kept, first: { kind: 'passage', range: kept } satisfies Goal }
  }, [range, length])
  return {
    goal: own?.shown === shown ? own.goal : first,
    passage,
    isGone: range !== null && passage === null,
    isMoved: passage !== null && opened.revision !== content.revision,
    go: (goal) => setOwn({ shown, goal }),
  }
}
