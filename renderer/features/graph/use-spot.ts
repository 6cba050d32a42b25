import type { GraphPath, GraphPicture } from '@shared/graph'
import { useEffect } from 'react'
import type { GraphDrawing } from './drawing/graph-drawing'
import type { PathSpot, Spot } from './drawing/lit-scene'

interface SpotInput {
  readonly picture: GraphPicture | null
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
    const spot =
      around(drawing, hovered, 0.8) ??
      alongPath(path) ??
      ofCommunity(picture, community) ??
      around(drawing, chosen, 0.6)
    drawing.light(spot)
  }, [drawing, picture, hovered, chosen, path, community])
}

function around({ graph }: GraphDrawing, id: string | null, veil: number): Spot | null {
  if (id === null || !graph.hasNode(id)) return null
  return { centres: [id], nodes: new Set([id, ...graph.neighbors(id)]), edges: 'of centres', veil }
}

function alongPath(path: GraphPath | null): PathSpot | null {
  return path && path.nodes.length > 0 ? { path, veil: 0.8 } : null
}

function ofCommunity(picture: GraphPicture | null, id: string | null): Spot | null {
  const members = membersOf(picture, id)
  return members.length === 0 ? null : { centres: [], nodes: new Set(members), edges: 'all', veil: 0.72 }
}

/** The drawn entities of a community of the coarsest level; none for finer ones, which a picture does not know. */
export function membersOf(picture: GraphPicture | null, id: string | null): string[] {
  const place = picture?.communities.findIndex((one) => one.id === id) ?? -1
  if (!picture || place < 0) return []
  return picture.nodes.ids.filter((_, at) => picture.nodes.communities[at] === place)
}
