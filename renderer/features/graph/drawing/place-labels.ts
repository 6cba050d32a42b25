/** A node that would like to have its name beside it. Lengths are pixels. */
interface Named {
  /** The node's middle. */
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** A node's name, measured. */
export interface LabelWish extends Named {
  readonly width: number
  readonly height: number
  /** Whether the name stands on the left of its node, because there is no room on the right. */
  readonly onLeft: boolean
}

const gap = 4
/** Room kept free around a label. */
const air = 3
const cell = 64

/** The labels that fit, in the order given, without overlaps. Only names that may still have room are measured. */
export function placeLabels<Node extends Named, Wish extends LabelWish>(
  nodes: Iterable<Node>,
  measure: (node: Node) => Wish,
  most: number,
): Wish[] {
  const cells = new Map<number, Box[]>()
  const isTaken = (box: Box, keys: readonly number[]) =>
    keys.some((key) => cells.get(key)?.some((other) => overlap(box, other)) === true)
  const placed: Wish[] = []
  for (const node of nodes) {
    const core = coreOf(node)
    if (isTaken(core, keysOf(core))) continue
    const wish = measure(node)
    const box = boxOf(wish)
    const keys = keysOf(box)
    if (isTaken(box, keys)) continue
    for (const key of keys) {
      const list = cells.get(key)
      if (list) list.push(box)
      else cells.set(key, [box])
    }
    placed.push(wish)
    if (placed.length >= most) break
  }
  return placed
}

/** Where a label begins: its left edge and the middle of its line. */
export function labelStart({ x, y, radius, width, onLeft }: LabelWish): { x: number; y: number } {
  return { x: onLeft ? x - radius - gap - width : x + radius + gap, y }
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function boxOf(wish: LabelWish): Box {
  const { x, y } = labelStart(wish)
  // The node belongs to it: no other label lies on a node that has one.
  const node = 2 * wish.radius + gap
  return {
    left: x - air - (wish.onLeft ? 0 : node),
    top: y - wish.height / 2 - air,
    right: x + wish.width + air + (wish.onLeft ? node : 0),
    bottom: y + wish.height / 2 + air,
  }
}

/** The part of a label's box that is the same however long the name is. */
function coreOf({ x, y, radius }: Named): Box {
  return { left: x - radius - air, top: y - air, right: x + radius + air, bottom: y + air }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function keysOf({ left, top, right, bottom }: Box): number[] {
  const keys: number[] = []
  for (let x = Math.floor(left / cell); x <= Math.floor(right / cell); x += 1) {
    for (let y = Math.floor(top / cell); y <= Math.floor(bottom / cell); y += 1) keys.push(x * 100_003 + y)
  }
  return keys
}
