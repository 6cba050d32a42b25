import type { GraphPath } from '@shared/graph'
import type { Look } from './look'
import type { LitNode, LitScene } from './spotlight'

/** Lengths in pixels. */
const radius = 5
const step = 70
const margin = 40
const leastBow = 28
const mostBow = 60

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * All of a path, as it is lit: in the colour of paths, whatever its nodes have otherwise. Nodes that are not drawn (null for
 * `onScreen`) stand between those that are.
 */
export function pathScene(
  { nodes, edges }: GraphPath,
  onScreen: (id: string) => LitNode | null,
  look: Look,
  view: { readonly width: number; readonly height: number },
): LitScene {
  const drawn = nodes.map(({ id }) => onScreen(id))
  const lit = nodes.map(({ name }, at): LitNode => {
    return { ...(drawn[at] ?? { name, ...placeOf(at, drawn, view), radius }), color: look.path }
  })
  const [first, last] = [lit[0], lit.at(-1)]
  const between = edges.flatMap(({ relation, forward }, at) => {
    const [from, to] = [lit[at], lit[at + 1]]
    if (!from || !to) return []
    const [source, target] = forward ? [from, to] : [to, from]
    return [{ source, target, stated: relation !== 'co_occurs', color: look.path }]
  })
  return { nodes: lit, edges: between, centres: first && last ? [first, last] : [] }
}

/** Where a node of the path stands that is not drawn. */
function placeOf(at: number, drawn: readonly (Point | null)[], view: { width: number; height: number }): Point {
  const left = drawn.findLastIndex((node, place) => node !== null && place < at)
  const right = drawn.findIndex((node, place) => node !== null && place > at)
  const [from, to] = [drawn[left] ?? null, drawn[right] ?? null]
  if (from && to) return onBow(from, to, (at - left) / (right - left))
  const known = from ?? to
  if (!known) return { x: (view.width * (at + 1)) / (drawn.length + 1), y: view.height / 2 }
  return beyond(known, from ? at - left : at - right, view)
}

/** A place on a bow between two nodes, so that an edge that joins them directly is not covered. `share` is 0 to 1. */
function onBow(from: Point, to: Point, share: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  const bow = Math.sin(Math.PI * share) * Math.min(mostBow, Math.max(leastBow, length / 5))
  const [across, up] = length === 0 ? [0, -1] : [dy / length, -dx / length]
  return { x: from.x + dx * share + bow * across, y: from.y + dy * share + bow * up }
}

/** Before the first drawn node or after the last: to the side that has more room. */
function beyond(known: Point, steps: number, { width, height }: { width: number; height: number }): Point {
  const side = known.x < width / 2 ? 1 : -1
  const inside = (value: number, most: number) => Math.max(margin, Math.min(value, most - margin))
  return {
    x: inside(known.x + side * step * Math.abs(steps), width),
    y: inside(known.y + (step / 2) * Math.sign(steps) * Math.abs(steps), height),
  }
}
