import { type RefObject, useEffect, useState } from 'react'
import { focused, useDocumentFocus } from '@renderer/state/window/shown-document'

/** The inner width of an element in CSS pixels, scroll bar excluded; 0 before it is known. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    const observer = new ResizeObserver(() => setWidth(observed.clientWidth))
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** Gives a scroller the focus once it shows a document that was opened by keyboard, unless the focus went elsewhere. */
export function useFocusFromKeyboard(scroller: RefObject<HTMLElement | null>): void {
  const isAwaited = useDocumentFocus((state) => state.isAwaited)
  useEffect(() => {
    if (!isAwaited) return
    const now = focused()
    if (now === null || now === useDocumentFocus.getState().opener) scroller.current?.focus({ preventScroll: true })
    useDocumentFocus.setState({ isAwaited: false })
  }, [scroller, isAwaited])
}
