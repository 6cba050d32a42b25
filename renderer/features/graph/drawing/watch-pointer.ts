import type Sigma from 'sigma'
import type { Coordinates, TouchCoords } from 'sigma/types'
import type { DrawnEdge, DrawnNode } from './build-graph'

export interface PointerActs {
  /** The node at a point of the drawing, in pixels; null where there is none. */
  readonly nodeAt: (point: Coordinates) => string | null
  readonly onHover: (id: string | null) => void
  /** A press; null for one beside all nodes. */
  readonly onPress: (id: string | null) => void
  readonly onOpen: (id: string) => void
  /** A node is being pulled to a point of the drawing. */
  readonly onPull: (id: string, point: Coordinates) => void
  /** A node was let go after a pull. */
  readonly onDrop: (id: string) => void
  /** The view itself is being moved. */
  readonly onLook: () => void
}

/** A shorter pull, in pixels, is a press of an unsteady hand. */
const leastPull = 4

/**
 * Listens to mouse and touch in place of Sigma's own listeners, which halt the graphics card at every move of the pointer.
 */
export function watchPointer(sigma: Sigma<DrawnNode, DrawnEdge>, acts: PointerActs): void {
  const mouse = sigma.getMouseCaptor()
  const touch = sigma.getTouchCaptor()
  mouse.removeAllListeners()
  touch.removeAllListeners()
  let hovered: string | null = null
  let pulled: { readonly id: string; readonly from: Coordinates } | null = null
  let hasMoved = false

  const hover = (id: string | null) => {
    if (id === hovered) return
    hovered = id
    acts.onHover(id)
  }
  mouse.on('mousemove', (point) => {
    if (pulled || mouse.isMouseDown) return
    const id = acts.nodeAt(point)
    sigma.getContainer().dataset['over'] = id === null ? 'nothing' : 'node'
    hover(id)
  })
  mouse.on('mouseleave', () => !pulled && hover(null))
  mouse.on('mousedown', (point) => {
    const id = acts.nodeAt(point)
    pulled = id === null ? null : { id, from: { x: point.x, y: point.y } }
    hasMoved = false
    if (id === null) acts.onLook()
  })
  mouse.on('mousemovebody', (point) => {
    if (!pulled) return
    point.preventSigmaDefault()
    point.original.preventDefault()
    if (!hasMoved && Math.hypot(point.x - pulled.from.x, point.y - pulled.from.y) < leastPull) return
    hasMoved = true
    acts.onPull(pulled.id, point)
  })
  mouse.on('mouseup', () => {
    if (pulled && hasMoved) acts.onDrop(pulled.id)
    pulled = null
  })
  mouse.on('wheel', acts.onLook)
  // A press that ended a pull is none.
  mouse.on('click', (point) => !hasMoved && acts.onPress(acts.nodeAt(point)))
  mouse.on('doubleClick', (point) => {
    const id = acts.nodeAt(point)
    if (id === null) return
    point.preventSigmaDefault()
    acts.onOpen(id)
  })
  watchTouch(touch, acts)
}

function watchTouch(touch: ReturnType<Sigma<DrawnNode, DrawnEdge>['getTouchCaptor']>, acts: PointerActs): void {
  const touched = (coords: TouchCoords) => coords.touches[0] ?? coords.previousTouches[0]
  touch.on('touchmove', acts.onLook)
  touch.on('tap', (coords) => {
    const point = touched(coords)
    if (point) acts.onPress(acts.nodeAt(point))
  })
  touch.on('doubletap', (coords) => {
    const point = touched(coords)
    const id = point ? acts.nodeAt(point) : null
    if (id === null) return
    coords.preventSigmaDefault()
    acts.onOpen(id)
  })
}
