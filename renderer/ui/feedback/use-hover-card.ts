import { useEffect, useRef, useState } from 'react'

/** Of a pointer on the screen. */
interface Point {
  readonly screenX: number
  readonly screenY: number
}

interface HoverCard {
  readonly open: boolean
  readonly change: (open: boolean) => void
  readonly press: (pointer: Point | null) => void
  readonly point: (pointer: Point) => void
}

/**
 * A card that shows while the pointer rests on what it belongs to. It goes when the focus moves, so that it covers nothing
 * of what the keys come to. After a `press` with a pointer none follows until it has moved, also when the text moves away
 * below it; `point` tells where it comes and goes.
 */
export function useHoverCard(): HoverCard {
  const [open, setOpen] = useState(false)
  const pressed = useRef<Point | null>(null)
  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    document.addEventListener('focusin', close)
    return () => document.removeEventListener('focusin', close)
  }, [open])
  return {
    open,
    change: (next) => setOpen(next && pressed.current === null),
    press: (pointer) => {
      pressed.current = pointer && { screenX: pointer.screenX, screenY: pointer.screenY }
      setOpen(false)
    },
    point: ({ screenX, screenY }) => {
      const isAtRest = screenX === pressed.current?.screenX && screenY === pressed.current.screenY
      if (!isAtRest) pressed.current = null
    },
  }
}
