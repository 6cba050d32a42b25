import type { Resolution } from '../disambiguation/name-resolver'
import type { GraphShare } from '../share/graph-share'
import { coOccurrences } from './co-occurrence'
import { type GraphEdges, joinEdges } from './edges'
import { entityGraphSettings, type EntityGraphSettings } from './entity-graph-settings'
import { describeEntities, type GraphEntity, idsOf } from './entity-names'
import { rankEntities } from './search/entity-rank'
import { type GraphDocument, readLibrary, worthsOf } from './entity-library'
import { type Lists, listsOf } from './lists'
import { notableEntities } from './search/notable-entities'
import { type Places, readPlaces } from './cards/entity-places'
import { statedEdges } from './stated-edges'
import type { EntityHead } from '@shared/graph'

/** What the documents of a library name and state. Everything is numbered from 0 in the order of keys and ids. */
export interface EntityGraph {
  readonly entities: readonly GraphEntity[]
  /** By id; the ids of all names of an entity lead to it. */
  readonly entityOf: ReadonlyMap<string, number>
  /** Entities, the highest ranked first. */
  readonly byRank: Int32Array
  readonly documents: readonly GraphDocument[]
  readonly passageIds: readonly string[]
  /** Passage → document. */
  readonly documentOf: Int32Array
  readonly places: Places
  readonly edges: GraphEdges
  /** Entity → edges at either end of it, ascending. */
  readonly edgesOf: Lists
}

/** The graph of what `shares` hold, at most one a document, with names put together as `resolution` of their names says. */
export function buildEntityGraph(
  shares: readonly GraphShare[],
  resolution: Resolution,
  settings: EntityGraphSettings = entityGraphSettings,
): EntityGraph {
  const library = readLibrary(shares, resolution)
  const kept = notableEntities(library, resolution, settings)
  const resolved = resolution.entities.filter((_, at) => (kept[at] ?? -1) >= 0)
  const places = readPlaces(library, kept, resolved.length)
  const stated = statedEdges(library, kept, resolved.length)
  const edges = joinEdges(stated, coOccurrences(places, stated, resolved.length, settings))
  const edgesOf = edgesByEntity(edges, resolved.length)
  const described = describeEntities(library, resolution, kept, places)
  const ranks = rankEntities(described, worthsOf(library, kept, resolved.length), { edges, edgesOf }, settings.restart)
  const entities = described.map((entity, at) => ({ ...entity, rank: ranks[at] ?? 0 }))
  return {
    entities,
    entityOf: idsOf(resolved),
    byRank: Int32Array.from(entities.keys()).sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b),
    documents: library.documents,
    passageIds: library.passageIds,
    documentOf: library.documentOf,
    places,
    edges,
    edgesOf,
  }
}

function edgesByEntity({ source, target }: GraphEdges, entities: number): Lists {
  const edges = Int32Array.from({ length: source.length * 2 }, (_, end) => end >> 1)
  const ends = edges.map((edge, end) => (end % 2 === 0 ? source : target)[edge] ?? 0)
  return listsOf(entities, ends, edges)
}

export function entityHead({ id, name, type, mentions, documents }: GraphEntity): EntityHead {
  return { id, name, type: type ?? null, mentions, documents }
}

/** Of entities by their number. */
export function entityHeads({ entities }: EntityGraph, some: readonly number[]): EntityHead[] {
  return some.flatMap((entity) => entities[entity] ?? []).map(entityHead)
}
