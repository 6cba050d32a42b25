import { useMemo, useState } from 'react'
import type { ShownDocument } from '../../state/route'
import { findCited } from './find-cited'
import type { Goal } from './goal'
import type { Range } from './marks'
import type { Content } from './use-content'

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
  const { range, quote } = shown
  const { passage, first } = useMemo(() => {
    if (!range) return { passage: null, first: null }
    const found = findCited(text, range, quote)
    if (found) return { passage: found, first: { kind: 'passage', range: found } satisfies Goal }
    const offset = Math.max(0, Math.min(range.start, text.length - 1))
    return { passage: null, first: { kind: 'place', offset } satisfies Goal }
  }, [range, quote, text])
  const isElsewhere = quote === undefined ? opened.revision !== content.revision : passage?.start !== range?.start
  return {
    goal: own?.shown === shown ? own.goal : first,
    passage,
    isGone: range !== null && passage === null,
    isMoved: passage !== null && isElsewhere,
    go: (goal) => setOwn({ shown, goal }),
  }
}
