import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { readLook, watchLook } from './drawing/look'
import { type DrawingEvents, GraphDrawing } from './drawing/graph-drawing'

/** Whether this machine can draw at all. */
export function canDraw(): boolean {
  const canvas = document.createElement('canvas')
  return canvas.getContext('webgl2') !== null || canvas.getContext('webgl') !== null
}

export function prefersCalm(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** A drawing in a container while it is on show and not `off`; null before, and where it could not be made. */
export function useDrawing(
  container: RefObject<HTMLElement | null>,
  events: DrawingEvents,
  onFailure: () => void,
  off: boolean,
): GraphDrawing | null {
  const [drawing, setDrawing] = useState<GraphDrawing | null>(null)
  const told = useEffectEvent((): DrawingEvents => events)
  const failed = useEffectEvent(onFailure)
  useEffect(() => {
    const element = container.current
    if (!element || off) return
    if (!canDraw()) {
      failed()
      return
    }
    const made = new GraphDrawing(
      element,
      readLook(),
      {
        onHover: (id) => told().onHover(id),
        onPress: (id) => told().onPress(id),
        onOpen: (id) => told().onOpen(id),
        onDrop: (id) => told().onDrop(id),
      },
      prefersCalm(),
    )
    // The graphics card can be taken away from a page; what was drawn is gone then.
    const lost = () => failed()
    element.addEventListener('webglcontextlost', lost, true)
    const resized = new ResizeObserver(() => made.resized())
    resized.observe(element)
    // eslint-disable-next-line react-hooks/set-state-in-effect -- it lives in the element, which exists only now
    setDrawing(made)
    return () => {
      resized.disconnect()
      element.removeEventListener('webglcontextlost', lost, true)
      made.kill()
      setDrawing(null)
    }
  }, [container, off])
  return drawing
}

/** The colours of the theme in force, kept up to date. */
export function useLook() {
  const [look, setLook] = useState(readLook)
  useEffect(() => watchLook(() => setLook(readLook())), [])
  return look
}
