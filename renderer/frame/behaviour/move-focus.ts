import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useRoute } from '@renderer/state/window/address'
import { focused } from '@renderer/state/window/shown-document'
import { runAction } from '@renderer/state/window/shortcuts'

/**
 * Moves the focus on when the element that had it went away.
 * @param isThere whether the part of the window is there that may hold the focus.
 * @param focusNext focuses the place from which the reader goes on.
 */
export function useLostFocus(isThere: boolean, focusNext: () => void): void {
  const wasThere = useRef(isThere)
  const goOn = useEffectEvent(focusNext)
  useEffect(() => {
    const isGone = wasThere.current && !isThere
    wasThere.current = isThere
    if (isGone && focused() === null) goOn()
  }, [isThere])
}

/** Puts the focus where a changed view begins: into the composer of a chat, on the column of any other. */
export function useFocusOnView(main: RefObject<HTMLElement | null>): void {
  const view = useRoute((route) => route.view)
  const before = useRef(view)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    if (view !== 'chat' || !runAction('focus_composer')) main.current?.focus()
  }, [view, main])
}
