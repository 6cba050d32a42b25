import type { CommunityCard, EntityCard, EntityHit, GraphPath } from '@shared/graph'
import { call } from '../connection'

/** What the engine knows of parts of the graph. All throw CairnError; NOT_FOUND where something is gone. */
export function searchEntities(text: string, limit: number): Promise<EntityHit[]> {
  return call((client) => client.graph.search({ text: text.trim().slice(0, 200), limit }))
}

export function readEntity(id: string): Promise<EntityCard> {
  return call((client) => client.graph.entity({ id }))
}

export function readCommunity(id: string): Promise<CommunityCard> {
  return call((client) => client.graph.community({ id }))
}

/** As `readCommunity`, once a language model has written about it; also CANCELLED. */
export function describeCommunity(id: string, signal: AbortSignal): Promise<CommunityCard> {
  return call((client) => client.graph.describe_community({ id }, { signal }))
}

export function readPath(from: string, to: string): Promise<GraphPath> {
  return call((client) => client.graph.path({ from, to }))
}
