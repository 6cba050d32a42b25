import { type EntityHead, EntityType, type GraphPicture } from '@shared/graph'

/** A node of the picture as an entity; how many documents name it is not in a picture. Null where there is no such node. */
export function headAt({ ids, names, types, mentions }: GraphPicture['nodes'], at: number): EntityHead | null {
  const id = ids[at]
  if (id === undefined) return null
  const type = EntityType.options[types[at] ?? -1] ?? null
  return { id, name: names[at] ?? '', type, mentions: mentions[at] ?? 0, documents: 0 }
}

/** The same by the node's id. */
export function headOf(nodes: GraphPicture['nodes'], id: string): EntityHead | null {
  return headAt(nodes, nodes.ids.indexOf(id))
}
