import { type DragEvent, useCallback, useRef, useState } from 'react'

interface Target {
  readonly at: number
  readonly side: 'before' | 'after'
}

/** Ordering a list with the mouse: which entry is dragged, and where it would be put. `onMove` is told the place it gets. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [target, setTarget] = useState<Target | null>(null)
  const from = useRef<number | null>(null)
  const drag = useCallback((at: number | null) => {
    from.current = at
    setDragged(at)
    if (at === null) setTarget(null)
  }, [])
  const over = useCallback((at: number, event: DragEvent<HTMLElement>) => {
    // Files that are dragged here are for the library.
    if (from.current === null) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const side = event.clientY < top + height / 2 ? 'before' : 'after'
    setTarget((before) => (before?.at === at && before.side === side ? before : { at, side }))
  }, [])
  const drop = (event: DragEvent<HTMLElement>) => {
    if (dragged === null || target === null) return
    event.preventDefault()
    const place = target.at + (target.side === 'after' ? 1 : 0)
    const to = place > dragged ? place - 1 : place
    drag(null)
    if (to !== dragged) onMove(dragged, to)
  }
  /** Where at an entry the dragged one would be put; null for nowhere. */
  const sideAt = (at: number) => (dragged !== null && target?.at === at ? target.side : null)
  return { sideAt, drag, over, drop }
}
