import { CairnError } from '@shared/errors'
import type { GraphState } from '@shared/graph'
import { buildCommunities, communityHead } from '@engine/graph/communities/communities'
import { NameResolver } from '@engine/graph/disambiguation/name-resolver'
import { buildEntityGraph } from '@engine/graph/entities/entity-graph'
import { createEntitySearch } from '@engine/graph/entities/search/entity-search'
import { graphPicture } from '@engine/graph/entities/export/graph-picture'
import { LayoutPositions } from '@engine/graph/runtime/layout-positions'
import type { Engine } from '@engine/ports/engine-interface'
import { generateShares } from '../graph/generated-graph'

const passagesPerThing = 2

/** The engine, but for a generated graph of about so many entities; where they are drawn is kept in memory. */
export async function withGeneratedGraph(engine: Engine, things: number): Promise<Engine> {
  const shares = generateShares({ things, passages: things * passagesPerThing, seed: 7 })
  const resolver = new NameResolver(undefined, () => [])
  for (const share of shares) await resolver.add(share.facts.names)
  const graph = buildEntityGraph(shares, resolver.resolve())
  const communities = buildCommunities(graph)
  const search = createEntitySearch(graph)
  const positions = new LayoutPositions('/nowhere/graph-layout.json', () => Promise.resolve())
  const state: GraphState = {
    version: 1,
    entities: graph.entities.length,
    relations: graph.edges.source.length,
    communities: communities.all.filter(({ level }) => level === 0).length,
    documents: { done: shares.length, total: shares.length },
    building: false,
  }
  const notGenerated = () => Promise.reject(new CairnError('NOT_FOUND', 'This graph has no cards.'))
  return {
    ...engine,
    async *watch(signal) {
      for await (const change of engine.watch(signal)) {
        yield change.type === 'snapshot' ? { ...change, graph: state } : change
      }
    },
    graph: {
      ...engine.graph,
      extraction: engine.graph.extraction,
      state: () => state,
      picture: (request) => positions.placed(graphPicture({ graph, communities, version: 1 }, request)),
      communities: () => Promise.resolve(communities.all.map(communityHead)),
      search: (text, limit) => Promise.resolve(search.find(text, limit)),
      saveLayout: (layout) => positions.save(layout),
      neighbourhood: notGenerated,
      entity: notGenerated,
      path: notGenerated,
      community: notGenerated,
      decide: notGenerated,
      decisions: () => Promise.resolve([]),
      async *export() {
        await notGenerated()
      },
    },
  }
}
