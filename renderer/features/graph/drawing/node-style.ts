import { EntityType, type GraphPicture, RelationKind } from '@shared/graph'
import type { LegendType } from '@renderer/state/graph/graph-choices'
import type { Look } from './look'

/** Radii in pixels at the whole view: by rank, and smaller where there are many nodes to draw. */
export function nodeSizes({ ranks }: GraphPicture['nodes']): Float32Array<ArrayBuffer> {
  const crowd = Math.min(1.25, Math.max(0.42, Math.sqrt(900 / Math.max(1, ranks.length))))
  return Float32Array.from(ranks, (rank) => crowd * (3 + 13 * Math.max(0, rank) ** 0.7))
}

export function nodeColours(
  { types, communities }: GraphPicture['nodes'],
  colouring: 'type' | 'community',
  look: Look,
): string[] {
  const [places, palette] = colouring === 'type' ? [types, look.types] : [communities, look.communities]
  return places.map((place) => palette[place] ?? look.none)
}

const placesOfNodes = new WeakMap<GraphPicture['nodes'], ReadonlyMap<string, number>>()

/** An entity's place in `communities`; -1 where it is in none, or not drawn. */
export function communityPlace(nodes: GraphPicture['nodes'], id: string): number {
  const known = placesOfNodes.get(nodes) ?? new Map(nodes.ids.map((one, at) => [one, nodes.communities[at] ?? -1]))
  placesOfNodes.set(nodes, known)
  return known.get(id) ?? -1
}

/** The legend's name of a type by its place in `EntityType.options`. */
export function typeAt(place: number): LegendType {
  return EntityType.options[place] ?? 'unknown'
}

/** How many entities of the picture have each type, most first. */
export function countTypes({ types }: GraphPicture['nodes']): { type: LegendType; place: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const place of types) counts.set(place, (counts.get(place) ?? 0) + 1)
  return [...counts]
    .map(([place, count]) => ({ type: typeAt(place), place, count }))
    .toSorted((a, b) => Number(a.place < 0) - Number(b.place < 0) || b.count - a.count || a.place - b.place)
}

const together = RelationKind.options.indexOf('co_occurs')

/** Whether an edge only says that two entities stand together. */
export function isTogether(kind: number): boolean {
  return kind === together
}

/** More edges of those that stand together than this are not seen but cost frames. */
const mostTogether = 30_000

/**
 * Places of the edges that are drawn: all that are stated, and the strongest of the rest. Where something is stated of two
 * entities, that they stand together is not drawn as well.
 */
export function drawnEdges({ sources, targets, kinds, weights }: GraphPicture['edges'], most = mostTogether): number[] {
  const pairOf = (edge: number) => {
    const [a, b] = [sources[edge] ?? 0, targets[edge] ?? 0]
    return Math.min(a, b) * 1e6 + Math.max(a, b)
  }
  const places = kinds.map((_, edge) => edge)
  const stated = places.filter((edge) => !isTogether(kinds[edge] ?? together))
  const pairs = new Set(stated.map(pairOf))
  const rest = places.filter((edge) => isTogether(kinds[edge] ?? together) && !pairs.has(pairOf(edge)))
  const strongest =
    rest.length <= most ? rest : rest.toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0)).slice(0, most)
  return [...strongest, ...stated]
}
