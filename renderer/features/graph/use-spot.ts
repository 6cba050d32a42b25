import type { GraphPath, GraphPicture } from '@shared/graph'
import { useEffect } from 'react'
import type { GraphDrawing } from './drawing/graph-drawing'
import type { Spot } from './drawing/lit-scene'

interface SpotInput {
  readonly picture: GraphPicture
  /** Ids of what is pointed at and of what is chosen. */
  readonly hovered: string | null
  readonly chosen: string | null
  readonly path: GraphPath | null
  /** Id of the community whose card is open. */
  readonly community: string | null
}

/** Lights what the reader points at, or else what is chosen. */
export function useSpot(drawing: GraphDrawing | null, { picture, hovered, chosen, path, community }: SpotInput): void {
  useEffect(() => {
    if (!drawing) return
    const alongPath = path && path.nodes.length > 0 ? { path, veil: 0.8 } : null
    const members = membersOf(picture, community)
    const ofCommunity: Spot | null =
      members.length > 0 ? { centres: [], nodes: new Set(members), edges: 'all', veil: 0.72 } : null
    drawing.light(around(drawing, hovered, 0.8) ?? alongPath ?? ofCommunity ?? around(drawing, chosen, 0.6))
  }, [drawing, picture, hovered, chosen, path, community])
}

function around({ graph }: GraphDrawing, id: string | null, veil: number): Spot | null {
  if (id === null || !graph.hasNode(id)) return null
  return { centres: [id], nodes: new Set([id, ...graph.neighbors(id)]), edges: 'of centres', veil }
}

/** The drawn entities of a community of the coarsest level; none for finer ones, which a picture does not know. */
export function membersOf({ communities, nodes }: GraphPicture, id: string | null): string[] {
  const place = communities.findIndex((one) => one.id === id)
  return place < 0 ? [] : nodes.ids.filter((_, at) => nodes.communities[at] === place)
}
