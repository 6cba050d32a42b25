import type { KeyboardEvent } from 'react'
import type { GraphCamera } from '../drawing/graph-camera'

const step = 0.12
const closer = 0.7

/** Keys of the drawing: arrows move it, plus and minus zoom, 0 shows all. True where a key was one of them. */
export function stageKey(event: KeyboardEvent, camera: GraphCamera): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const acts: Record<string, () => void> = {
    ArrowLeft: () => camera.pan(-step, 0),
    ArrowRight: () => camera.pan(step, 0),
    ArrowUp: () => camera.pan(0, -step),
    ArrowDown: () => camera.pan(0, step),
    '+': () => camera.zoom(closer),
    '=': () => camera.zoom(closer),
    '-': () => camera.zoom(1 / closer),
    '0': () => camera.fit(),
  }
  const act = acts[event.key]
  act?.()
  return act !== undefined
}
