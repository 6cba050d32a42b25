import { useMemo, useState } from 'react'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { type FindControl } from '@renderer/ui/find/find-bar'
import { TextSearch } from '@renderer/ui/find/find-text'
import { plainMarkdown } from '@renderer/ui/text/plain-markdown'
import { answerText } from '../turn/copy-text'

/** A match in a conversation: the place of its turn among those of the conversation, and which match of that turn it is. */
export interface ChatMatch {
  readonly place: number
  readonly nth: number
}

export interface ChatFind extends FindControl {
  readonly open: () => void
  /** The match that the reader is at; null without matches. */
  readonly match: ChatMatch | null
}

const searches = new WeakMap<Turn, TextSearch>()

/** The text of a turn as it is read. Kept with the turn, which is another object once it has changed. */
function searchOf(turn: Turn): TextSearch {
  const known = searches.get(turn) ?? new TextSearch(`${turn.question}\n${plainMarkdown(answerText(turn)).text}`)
  searches.set(turn, known)
  return known
}

/** Every match of a query in the turns on show, in the order of the conversation. */
export function matchesIn(turns: readonly (Turn | undefined)[], query: string): ChatMatch[] {
  return turns.flatMap((turn, place) =>
    turn
      ? searchOf(turn)
          .find(query)
          .found.map((_, nth) => ({ place, nth }))
      : [],
  )
}

/**
 * Finding words in a conversation, of which only a part need be in the page.
 * @param turns the turn on show at each place; undefined for one that is still to be read.
 * @param top the first place in sight: the first match from there on is the first one shown.
 */
export function useChatFind(turns: readonly (Turn | undefined)[], top: () => number): ChatFind {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState<ChatMatch | null>(null)
  const matches = useMemo(() => (isOpen ? matchesIn(turns, query) : []), [isOpen, turns, query])
  const current = at === null ? -1 : matches.findIndex(({ place, nth }) => place === at.place && nth === at.nth)
  const goTo = (index: number) => setAt(matches[index] ?? null)
  return {
    ...{ isOpen, query, count: matches.length, current, match: matches[current] ?? null },
    open: () => setOpen(true),
    close: () => setOpen(false),
    type: (next) => {
      setQuery(next)
      const found = matchesIn(turns, next)
      const from = at?.place ?? top()
      setAt(found.find(({ place }) => place >= from) ?? found[0] ?? null)
    },
    step: (by) => {
      if (matches.length > 0) goTo(current === -1 ? 0 : (current + by + matches.length) % matches.length)
    },
  }
}
