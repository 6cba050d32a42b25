import { type RefObject, useEffect, useEffectEvent } from 'react'

type Column = RefObject<HTMLElement | null>

/** Escape in a column that lies over the centre closes it, unless something in there takes the key. */
export function useEscape(isOn: boolean, column: Column, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOn) return
    // On the document, behind React's handlers, which keep the key from here where they take it.
    const press = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && column.current?.contains(event.target) === true
      if (event.key !== 'Escape' || !isInside || event.defaultPrevented || event.isComposing) return
      event.preventDefault()
      closeNow()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn, column])
}

/** What has the focus is never hidden: the column closes where all of it lies below. */
export function useFocusBelow(isOn: boolean, column: Column, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOn) return
    const look = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || column.current?.contains(target) === true) return
      // Behind the scrolling that comes with the focus.
      requestAnimationFrame(() => {
        const { left, right, top, bottom } = target.getBoundingClientRect()
        const over = [left + 1, (left + right) / 2, right - 1].map((x) =>
          document.elementFromPoint(x, (top + bottom) / 2),
        )
        if (over.every((part) => part !== null && column.current?.contains(part) === true)) closeNow()
      })
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [isOn, column])
}

/** The column closes where the pointer or the focus goes to another one; menus and dialogs of its own belong to none. */
export function useLeaving(isOn: boolean, column: Column, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOn) return
    const look = ({ target }: Event) => {
      const at = target instanceof Element ? target.closest('[data-column]') : null
      if (at !== null && at !== column.current) closeNow()
    }
    document.addEventListener('pointerdown', look)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerdown', look)
      document.removeEventListener('focusin', look)
    }
  }, [isOn, column])
}
