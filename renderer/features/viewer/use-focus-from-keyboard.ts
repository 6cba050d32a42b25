import { type RefObject, useEffect } from 'react'
import { focused, useView } from '@renderer/state/window/view'

/** Gives a scroller the focus once it shows a document that was opened by keyboard, unless the focus went elsewhere. */
export function useFocusFromKeyboard(scroller: RefObject<HTMLElement | null>): void {
  const isAwaited = useView((state) => state.documentAwaitsFocus)
  useEffect(() => {
    if (!isAwaited) return
    const now = focused()
    if (now === null || now === useView.getState().documentOpener) scroller.current?.focus({ preventScroll: true })
    useView.setState({ documentAwaitsFocus: false })
  }, [scroller, isAwaited])
}
