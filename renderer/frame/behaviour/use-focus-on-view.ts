import { type RefObject, useEffect, useRef } from 'react'
import { runAction } from '@renderer/state/window/shortcuts'
import { useView } from '@renderer/state/window/view'

/** Puts the focus where a changed view begins: into the composer of a chat, on the column of any other. */
export function useFocusOnView(main: RefObject<HTMLElement | null>): void {
  const view = useView((state) => state.route.view)
  const before = useRef(view)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    if (view !== 'chat' || !runAction('focus_composer')) main.current?.focus()
  }, [view, main])
}
