import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChat } from '@renderer/state/chat/chat-store'
import { shownVersion, type TurnPlace } from '@renderer/state/chat/turns/turn-versions'
import { useShortcut } from '@renderer/state/window/shortcuts'
import { FindBar } from '@renderer/ui/find/find-bar'
import { matchRanges } from './match-ranges'
import { type ChatFind, type ChatMatch, useChatFind } from './use-chat-find'

interface FindInChatProps {
  readonly places: readonly TurnPlace[]
  /** How many places before these are still to be read. */
  readonly ahead: number
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
  readonly scroller: RefObject<HTMLDivElement | null>
}

/** The bar that finds words in the conversation, opened by its shortcut. A document that is open has the shortcut before it. */
export function FindInChat({ places, ahead, virtualizer, scroller }: FindInChatProps) {
  const { t } = useTranslation('chat')
  const versions = useChat((state) => state.versions)
  const turns = useMemo(() => places.map((place) => shownVersion(place, versions[place.id])), [places, versions])
  const find = useChatFind(turns, () => (virtualizer.getVirtualItems()[0]?.index ?? 0) - ahead)
  const [focusOn, setFocusOn] = useState(0)
  useShortcut('find_in_document', () => {
    find.open()
    setFocusOn((count) => count + 1)
  })
  const { isOpen, match } = find
  useEffect(() => {
    if (isOpen && match) virtualizer.scrollToIndex(match.place + ahead, { align: 'auto' })
  }, [isOpen, match, ahead, virtualizer])
  useHighlights(find, ahead, virtualizer, scroller)
  if (!isOpen) return null
  return <FindBar find={find} label={t('find')} placeholder={t('find')} focusOn={focusOn} />
}

/** Marks the matches in the rows that are drawn, and shows the one that the reader is at. */
function useHighlights(
  { isOpen, query, match }: ChatFind,
  ahead: number,
  virtualizer: FindInChatProps['virtualizer'],
  scroller: FindInChatProps['scroller'],
): void {
  const drawn = virtualizer
    .getVirtualItems()
    .map(({ key }) => key)
    .join(' ')
  /** The match that was shown last: a reader who scrolls on from it is not taken back. */
  const shown = useRef<ChatMatch | null>(null)
  useEffect(() => {
    const box = scroller.current
    if (!isOpen || !box || query.trim() === '') return
    const now: Range[] = []
    const others: Range[] = []
    for (const row of box.querySelectorAll<HTMLElement>('[data-index]')) {
      const isCurrent = match !== null && Number(row.dataset['index']) === match.place + ahead
      const ranges = matchRanges(row, query)
      // What is drawn may hold fewer than the text: the last stands for those.
      const current = isCurrent ? (ranges[match.nth] ?? ranges.at(-1)) : undefined
      for (const range of ranges) (range === current ? now : others).push(range)
    }
    CSS.highlights.set('found', new Highlight(...others))
    CSS.highlights.set('found-now', new Highlight(...now))
    const [first] = now
    if (first && shown.current !== match) {
      intoView(first, box)
      shown.current = match
    }
    return () => {
      CSS.highlights.delete('found')
      CSS.highlights.delete('found-now')
    }
  }, [isOpen, query, match, ahead, drawn, scroller])
}

/** Scrolls so far that a match stands in the middle third of its box, where it does not stand in sight already. */
function intoView(range: Range, box: HTMLElement): void {
  const { top, bottom } = range.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  if (top >= frame.top && bottom <= frame.bottom) return
  box.scrollTop += top - frame.top - frame.height / 3
}
