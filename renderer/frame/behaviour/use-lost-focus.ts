import { useEffect, useEffectEvent, useRef } from 'react'
import { focused } from '@renderer/state/window/view'

/**
 * Finds the focus a new place when what held it went away.
 * @param isThere whether the part of the window is there that may hold it.
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
