const rounds = 12
/** Discs that are this near to where they should be are left alone: the last digits are not seen. */
const touching = 0.995

interface Discs {
  readonly positions: Float32Array
  readonly radii: Float32Array
  readonly fixed: Uint8Array
}

/**
 * Pushes discs that overlap apart, in place. A grid of cells as wide as the largest disc bounds what each is compared with;
 * after some rounds what still overlaps may stay.
 * @param positions x and y of each node in turn.
 * @param radii with the room a node wants around it; 0 for nodes that take none.
 * @param fixed 1 for nodes that stay.
 */
export function spreadNodes(positions: Float32Array, radii: Float32Array, fixed: Uint8Array): void {
  const largest = radii.reduce((most, radius) => Math.max(most, radius), 0)
  if (largest <= 0) return
  const discs = { positions, radii, fixed }
  for (let round = 0; round < rounds; round += 1) {
    // Most discs are small: cells for them, and the few large ones look further.
    if (!spreadOnce(discs, 2 * typical(radii))) return
  }
}

function typical(radii: Float32Array): number {
  return radii.filter((radius) => radius > 0).toSorted()[Math.floor(radii.length * 0.75)] ?? 1
}

function spreadOnce(discs: Discs, cell: number): boolean {
  const { positions, radii } = discs
  const cells = new Map<string, number[]>()
  const keyOf = (x: number, y: number) => `${x} ${y}`
  const column = (value: number) => Math.floor(value / cell)
  for (let node = 0; node < radii.length; node += 1) {
    if (radii[node] === 0) continue
    const key = keyOf(column(positions[2 * node] ?? 0), column(positions[2 * node + 1] ?? 0))
    const list = cells.get(key)
    if (list) list.push(node)
    else cells.set(key, [node])
  }
  let moved = false
  for (let node = 0; node < radii.length; node += 1) {
    const reach = Math.ceil(((radii[node] ?? 0) + cell / 2) / cell)
    const [x, y] = [column(positions[2 * node] ?? 0), column(positions[2 * node + 1] ?? 0)]
    for (let dx = -reach; dx <= reach; dx += 1) {
      for (let dy = -reach; dy <= reach; dy += 1) {
        for (const other of cells.get(keyOf(x + dx, y + dy)) ?? []) {
          // Each pair once, from the larger disc, which looks far enough.
          const larger = (radii[node] ?? 0) > (radii[other] ?? 0) || (radii[node] === radii[other] && node < other)
          if (larger && apart(discs, node, other)) moved = true
        }
      }
    }
  }
  return moved
}

/** Moves two discs apart if they overlap, the smaller one further, and a fixed one not at all. */
function apart({ positions, radii, fixed }: Discs, a: number, b: number): boolean {
  let dx = (positions[2 * b] ?? 0) - (positions[2 * a] ?? 0)
  let dy = (positions[2 * b + 1] ?? 0) - (positions[2 * a + 1] ?? 0)
  const wanted = (radii[a] ?? 0) + (radii[b] ?? 0)
  const distance = Math.hypot(dx, dy)
  if (distance >= wanted * touching || (fixed[a] === 1 && fixed[b] === 1)) return false
  // On the very same point any direction will do, as long as it is the same every time.
  if (distance === 0) [dx, dy] = [Math.cos(a * 2.4 + b), Math.sin(a * 2.4 + b)]
  const push = (wanted - distance) / Math.hypot(dx, dy)
  const shareOfA = fixed[a] === 1 ? 0 : fixed[b] === 1 ? 1 : (radii[b] ?? 0) / ((radii[a] ?? 0) + (radii[b] ?? 0))
  positions[2 * a] = (positions[2 * a] ?? 0) - dx * push * shareOfA
  positions[2 * a + 1] = (positions[2 * a + 1] ?? 0) - dy * push * shareOfA
  positions[2 * b] = (positions[2 * b] ?? 0) + dx * push * (1 - shareOfA)
  positions[2 * b + 1] = (positions[2 * b + 1] ?? 0) + dy * push * (1 - shareOfA)
  return true
}
