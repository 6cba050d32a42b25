import { type CommunityHead, EntityType, type GraphPicture } from '@shared/graph'
import { type Communities, type Community, communityHead, largestFirst } from '../../communities/communities'
import { isStated } from '../edges'
import type { EntityGraph } from '../entity-graph'
import { listAt } from '../lists'

/** What a picture is made from besides the request. */
export interface PictureSource {
  readonly graph: EntityGraph
  readonly communities: Communities
  readonly version: number
}

export interface PictureFilter {
  /** Nodes at most. */
  readonly limit: number
  readonly types?: readonly string[] | undefined
  /** Entities named in any of them. */
  readonly documents?: readonly string[] | undefined
  /** Id of a community of any level; an unknown one holds nothing. */
  readonly community?: string | undefined
}

/** Edges of association drawn for one node by its own; its neighbours may still draw theirs to it. */
const maxAssociated = 6

/** The highest ranked of the entities that the filter lets through, and what joins them. */
export function graphPicture(source: PictureSource, filter: PictureFilter): GraphPicture {
  const isIn = filterOf(source, filter)
  const all = source.graph.byRank.filter(isIn)
  return drawPicture(source, all.subarray(0, filter.limit), { nodes: all.length, edges: edgesAmong(source.graph, all) })
}

/**
 * A picture of some entities. All that is stated among them is drawn, and of associations what is among the strongest of either
 * end. `always` are edges that are drawn in any case. Where a node was drawn last is not known here.
 */
export function drawPicture(
  { graph, communities, version }: PictureSource,
  byRank: Int32Array,
  total: GraphPicture['total'],
  always: ReadonlySet<number> = new Set(),
): GraphPicture {
  const entities = Array.from(byRank, (entity) => graph.entities[entity]).filter((entity) => entity !== undefined)
  const coarsest = Array.from(byRank, (entity) => communities.of(entity)[0])
  const shown = shownCommunities(coarsest)
  const edges = edgesToDraw(graph, byRank, always)
  const places = placesIn(byRank, graph.entities.length)
  return {
    version,
    nodes: {
      ids: entities.map(({ id }) => id),
      names: entities.map(({ name }) => name),
      types: entities.map(({ type }) => (type === undefined ? -1 : EntityType.options.indexOf(type))),
      ranks: entities.map(({ rank }) => rank),
      mentions: entities.map(({ mentions }) => mentions),
      communities: coarsest.map((one) => (one ? (shown.placeOf.get(one) ?? -1) : -1)),
      x: entities.map(() => null),
      y: entities.map(() => null),
    },
    edges: {
      sources: edges.map((edge) => places[graph.edges.source[edge] ?? 0] ?? 0),
      targets: edges.map((edge) => places[graph.edges.target[edge] ?? 0] ?? 0),
      kinds: edges.map((edge) => graph.edges.kind[edge] ?? 0),
      weights: edges.map((edge) => graph.edges.weight[edge] ?? 0),
    },
    communities: shown.heads,
    total,
  }
}

/** Communities that a node is in, largest first. */
function shownCommunities(coarsest: readonly (Community | undefined)[]): {
  heads: CommunityHead[]
  placeOf: Map<Community, number>
} {
  const shown = [...new Set(coarsest)].filter((one) => one !== undefined).toSorted(largestFirst)
  return { heads: shown.map(communityHead), placeOf: new Map(shown.map((one, at) => [one, at])) }
}

function filterOf({ graph, communities }: PictureSource, filter: PictureFilter): (entity: number) => boolean {
  const types = filter.types && new Set(filter.types)
  const named = filter.documents && entitiesIn(graph, new Set(filter.documents))
  const members = filter.community === undefined ? undefined : new Set(communities.byId.get(filter.community)?.members)
  return (entity) => {
    if (types && !types.has(graph.entities[entity]?.type ?? '')) return false
    if (named && named[entity] !== 1) return false
    return !members || members.has(entity)
  }
}

/** 1 for each entity that is named in one of the documents. */
function entitiesIn({ documents, places, passageIds, entities }: EntityGraph, ids: ReadonlySet<string>): Uint8Array {
  const named = new Uint8Array(entities.length)
  for (const [at, { id, firstPassage }] of documents.entries()) {
    if (!ids.has(id)) continue
    const from = places.ofPassage[firstPassage] ?? 0
    const to = places.ofPassage[documents[at + 1]?.firstPassage ?? passageIds.length] ?? 0
    for (const entity of places.entity.subarray(from, to)) named[entity] = 1
  }
  return named
}

/** Entity → place in the list; -1 for one that is not in it. */
function placesIn(list: Int32Array, entities: number): Int32Array {
  const places = new Int32Array(entities).fill(-1)
  for (const [at, entity] of list.entries()) places[entity] = at
  return places
}

export function edgesAmong({ edges: { source, target }, entities }: EntityGraph, some: Int32Array): number {
  if (some.length === entities.length) return source.length
  const places = placesIn(some, entities.length)
  return source.reduce(
    (sum, from, edge) => sum + ((places[from] ?? -1) >= 0 && (places[target[edge] ?? 0] ?? -1) >= 0 ? 1 : 0),
    0,
  )
}

function edgesToDraw(graph: EntityGraph, shown: Int32Array, always: ReadonlySet<number>): number[] {
  const { edges, edgesOf, entities } = graph
  const places = placesIn(shown, entities.length)
  const chosen = new Set<number>()
  for (const entity of shown) {
    const associated: number[] = []
    for (const edge of listAt(edgesOf, entity)) {
      const isShown = (places[edges.source[edge] ?? 0] ?? -1) >= 0 && (places[edges.target[edge] ?? 0] ?? -1) >= 0
      if (!isShown) continue
      if (isStated(edges, edge) || always.has(edge)) chosen.add(edge)
      else associated.push(edge)
    }
    const strongest = associated.sort((a, b) => (edges.weight[b] ?? 0) - (edges.weight[a] ?? 0) || a - b)
    for (const edge of strongest.slice(0, maxAssociated)) chosen.add(edge)
  }
  return [...chosen].sort((a, b) => a - b)
}
