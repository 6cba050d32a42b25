import { type RefObject, useEffect, useEffectEvent, useMemo } from 'react'
import type { NoteItem } from '@shared/research/notebook-shapes'
import { useConnection } from '@renderer/state/connection'
import { findHighlight } from '@renderer/state/notes/find-highlight'
import { chooseHighlight, readHighlights, useHighlights } from '@renderer/state/notes/highlights-store'
import type { OwnMark, Range } from '../text/marks'

export interface PlacedHighlight {
  readonly item: NoteItem
  /** Where it stands in the text now; null where its words are no longer there. */
  readonly range: Range | null
}

/** The user's highlights of a document and where they stand in its text. */
export function useOwnMarks(documentId: string, text: string) {
  const isOpen = useConnection((state) => state.status === 'open')
  useEffect(() => {
    if (isOpen) void readHighlights(documentId)
  }, [documentId, isOpen])
  const notebook = useHighlights((state) => (state.documentId === documentId ? state.notebook : null))
  const items = notebook?.items
  return useMemo(() => {
    const placed = (items ?? []).map((item): PlacedHighlight => ({ item, range: findHighlight(text, item) }))
    const marks = placed.flatMap(({ item, range }): OwnMark[] => (range ? [{ ...range, id: item.id }] : []))
    return { notebook, placed, marks }
  }, [notebook, items, text])
}

/** A press on a highlight chooses it, unless it ends a selection. */
export function useMarkPress(area: RefObject<HTMLElement | null>, onPress: () => void): void {
  const pressed = useEffectEvent(onPress)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const press = ({ clientX, clientY }: MouseEvent): void => {
      if (document.getSelection()?.isCollapsed === false) return
      // On a page the words lie above the marks.
      const mark = document.elementsFromPoint(clientX, clientY).find((one) => one.hasAttribute('data-own'))
      const id = mark && element.contains(mark) ? mark.getAttribute('data-own') : null
      if (id === null) return
      chooseHighlight({ id, isWriting: false })
      pressed()
    }
    element.addEventListener('click', press)
    return () => element.removeEventListener('click', press)
  }, [area])
}
