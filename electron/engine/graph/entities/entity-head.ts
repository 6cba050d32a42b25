import type { EntityHead } from '@shared/graph'
import type { EntityGraph } from './entity-graph'
import type { GraphEntity } from './entity-names'

export function entityHead({ id, name, type, mentions, documents }: GraphEntity): EntityHead {
  return { id, name, type: type ?? null, mentions, documents }
}

/** Of entities by their number. */
export function entityHeads({ entities }: EntityGraph, some: readonly number[]): EntityHead[] {
  return some.flatMap((entity) => entities[entity] ?? []).map(entityHead)
}
