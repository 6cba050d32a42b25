/** Turns between neighbours of a sunflower, in radians: Vogel's model of phyllotaxis (Math. Biosciences 44, 1979). */
const goldenAngle = Math.PI * (3 - Math.sqrt(5))
/** Distance between neighbours inside a community. */
const spacing = 12
/** Communities that get a place of their own; the entities of the rest surround them. */
const mostPlaces = 240
const smallestPlace = 3

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

export interface SeedInput {
  /** Place of each node's community, -1 where it is in none; nodes come in order of importance. */
  readonly communities: readonly number[]
  /** Where each node was on the last visit; NaN where it never was. */
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  readonly sources: ArrayLike<number>
  readonly targets: ArrayLike<number>
}

export interface Seeds {
  readonly x: Float32Array<ArrayBuffer>
  readonly y: Float32Array<ArrayBuffer>
  /** 1 for nodes that keep the place of the last visit. */
  readonly kept: Uint8Array<ArrayBuffer>
}

/**
 * Where nodes start: each community is a sunflower with its most important entity in the middle, and the sunflowers lie
 * side by side, largest in the middle. Nodes with a place of the last visit keep it; new ones start among their neighbours.
 */
export function seedLayout({ communities, x, y, sources, targets }: SeedInput): Seeds {
  const count = communities.length
  const seeds = { x: new Float32Array(count), y: new Float32Array(count), kept: new Uint8Array(count) }
  let keptCount = 0
  for (let node = 0; node < count; node += 1) {
    const known = Number.isFinite(x[node]) && Number.isFinite(y[node])
    seeds.kept[node] = known ? 1 : 0
    keptCount += known ? 1 : 0
  }
  // Too few old places to build on: all begin anew.
  if (keptCount * 2 < count) {
    seeds.kept.fill(0)
    sunflowers(communities, seeds)
    return seeds
  }
  for (let node = 0; node < count; node += 1) {
    if (seeds.kept[node] === 0) continue
    seeds.x[node] = x[node] ?? 0
    seeds.y[node] = y[node] ?? 0
  }
  amongNeighbours(seeds, communities, sources, targets)
  return seeds
}

function sunflowers(communities: readonly number[], seeds: Seeds): void {
  const members = new Map<number, number[]>()
  for (const [node, community] of communities.entries()) {
    const list = members.get(community)
    if (list) list.push(node)
    else members.set(community, [node])
  }
  const bySize = [...members].toSorted(([a, one], [b, two]) => two.length - one.length || a - b)
  const own = bySize.filter(
    ([community, list], at) => community >= 0 && at < mostPlaces && list.length >= smallestPlace,
  )
  const discs = sideBySide(own.map(([, list]) => spacing * Math.sqrt(list.length) * 1.15))
  for (const [at, [, list]] of own.entries()) {
    const disc = discs[at]
    if (disc) sunflower(list, disc, 0, seeds)
  }
  const placed = new Set(own.map(([community]) => community))
  const rest = bySize.filter(([community]) => !placed.has(community)).flatMap(([, list]) => list)
  const edge = Math.max(0, ...discs.map((disc) => Math.hypot(disc.x, disc.y) + disc.radius))
  sunflower(rest, { x: 0, y: 0, radius: 0 }, edge, seeds)
}

/** Puts nodes on a sunflower that leaves a hole of a radius in its middle. */
function sunflower(nodes: readonly number[], { x, y }: Disc, hole: number, seeds: Seeds): void {
  for (const [at, node] of nodes.entries()) {
    const radius = Math.sqrt((hole > 0 ? hole + spacing : 0) ** 2 + at * spacing ** 2)
    seeds.x[node] = x + radius * Math.cos(at * goldenAngle)
    seeds.y[node] = y + radius * Math.sin(at * goldenAngle)
  }
}

/** Discs in the order given, each as near the middle as those before it allow. */
function sideBySide(radii: readonly number[]): Disc[] {
  const discs: Disc[] = []
  let reach = 0
  /** Very often what was in the way of one try is in the way of the next. */
  let blocking: Disc | undefined
  for (const [at, radius] of radii.entries()) {
    let step = at === 0 ? 0 : Math.max(0, (reach / spacing) ** 2 * 0.25)
    for (;;) {
      const away = spacing * Math.sqrt(step)
      const disc = { x: away * Math.cos(step * goldenAngle), y: away * Math.sin(step * goldenAngle), radius }
      if (!blocking || !touch(disc, blocking)) blocking = discs.find((other) => touch(disc, other))
      if (!blocking) {
        discs.push(disc)
        reach = Math.max(reach, away)
        break
      }
      step += 1
    }
  }
  return discs
}

function touch(a: Disc, b: Disc): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= (a.radius + b.radius) ** 2
}

/** New nodes start at the middle of the neighbours that have a place, or else of their community, a little apart. */
function amongNeighbours(
  seeds: Seeds,
  communities: readonly number[],
  sources: ArrayLike<number>,
  targets: ArrayLike<number>,
): void {
  const near = new Map<number, Sum>()
  const addTo = (node: number, other: number) => {
    if (seeds.kept[node] === 0 && seeds.kept[other] === 1) add(near, node, seeds, other)
  }
  for (let edge = 0; edge < sources.length; edge += 1) {
    const source = sources[edge] ?? 0
    const target = targets[edge] ?? 0
    addTo(source, target)
    addTo(target, source)
  }
  const middles = new Map<number, Sum>()
  for (const [node, community] of communities.entries())
    if (seeds.kept[node] === 1) add(middles, community, seeds, node)
  for (const [node, community] of communities.entries()) {
    if (seeds.kept[node] === 1) continue
    const middle = near.get(node) ?? middles.get(community) ?? { x: 0, y: 0, count: 1 }
    const away = spacing * Math.sqrt(1 + (node % 7))
    seeds.x[node] = middle.x / middle.count + away * Math.cos(node * goldenAngle)
    seeds.y[node] = middle.y / middle.count + away * Math.sin(node * goldenAngle)
  }
}

interface Sum {
  readonly x: number
  readonly y: number
  readonly count: number
}

function add(sums: Map<number, Sum>, key: number, { x, y }: Seeds, node: number): void {
  const before = sums.get(key) ?? { x: 0, y: 0, count: 0 }
  sums.set(key, { x: before.x + (x[node] ?? 0), y: before.y + (y[node] ?? 0), count: before.count + 1 })
}
