import { useEffect, useEffectEvent, useMemo } from 'react'
import { useChat } from '@renderer/state/chat/chat-store'
import { citedPassages, citingTurn, isSame, placeOfPassage } from '@renderer/state/chat/turns/turn-passages'
import { useLibrary } from '@renderer/state/library/library-store'
import type { ShownDocument } from '@renderer/state/window/route'
import { useSelectedTurn } from '@renderer/state/chat/evidence-selection'
import { onShortcut } from '@renderer/state/window/shortcuts'
import { go, useView } from '@renderer/state/window/view'

/** The passages an answer cites, one of which is on show. */
export interface Citations {
  /** Which of them is on show, from 0. */
  readonly at: number
  readonly count: number
  /** The headings and the page it stands under. */
  readonly place: ReturnType<typeof placeOfPassage>
  /** After the last comes the first. */
  readonly step: (by: 1 | -1) => void
}

/** The way through the citations of the answer that the passage on show is cited in; null where no answer cites it. */
export function useCitations(shown: ShownDocument): Citations | null {
  const inChat = useView((state) => state.route.view === 'chat')
  const sessionId = useView((state) => state.route.sessionId)
  const selected = useSelectedTurn()
  const turns = useChat(({ sessions }) => (sessionId === null ? undefined : sessions[sessionId]?.turns))
  const documents = useLibrary((state) => state.documents)
  const turn = useMemo(
    () => (inChat && turns ? citingTurn(turns, selected, shown) : undefined),
    [inChat, turns, selected, shown],
  )
  const passages = useMemo(() => {
    // What was deleted since cannot be shown.
    return turn ? citedPassages(turn).filter(({ id }) => documents.has(id)) : []
  }, [turn, documents])
  const at = passages.findIndex((passage) => isSame(passage, shown))
  const step = (by: 1 | -1): boolean => {
    const next = passages[(at + by + passages.length) % passages.length]
    if (at === -1 || !next || isSame(next, shown)) return false
    // The panel is open; what had the focus when it was opened is still what gets it back.
    useView.setState({ panelTab: 'document' })
    go({ document: next })
    return true
  }
  const stepNow = useEffectEvent(step)
  useEffect(() => {
    const stops = [onShortcut('previous_citation', () => stepNow(-1)), onShortcut('next_citation', () => stepNow(1))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  if (at === -1 || !turn) return null
  return { at, count: passages.length, place: placeOfPassage(turn, shown), step: (by) => void step(by) }
}
