import type { KnowledgeGraph } from '@engine/ports/graph/knowledge-graph'
import { api, typed } from '../implementation'

/** The contract's part about the knowledge graph. */
export function graphRoutes(graph: KnowledgeGraph) {
  const routes = api.graph
  return {
    state: routes.state.handler(() => graph.state()),
    picture: routes.picture.handler(({ input }) => graph.picture(input)),
    neighbourhood: routes.neighbourhood.handler(({ input }) => graph.neighbourhood(input.id, input.depth, input.limit)),
    search: routes.search.handler(({ input }) => graph.search(input.text, input.limit)),
    entity: routes.entity.handler(({ input }) => graph.entity(input.id)),
    path: routes.path.handler(({ input }) => graph.path(input.from, input.to)),
    communities: routes.communities.handler(() => graph.communities()),
    community: routes.community.handler(({ input }) => graph.community(input.id)),
    describe_community: routes.describe_community.handler(({ input, signal }) =>
      graph.describeCommunity(input.id, signal),
    ),
    decide: routes.decide.handler(({ input }) => graph.decide(input)),
    decisions: routes.decisions.handler(() => graph.decisions()),
    save_layout: routes.save_layout.handler(async ({ input }) => ({ saved: await graph.saveLayout(input) })),
    export: routes.export.handler(({ input, signal }) => typed(graph.export(input, signal))),
    extraction: {
      state: routes.extraction.state.handler(() => graph.extraction.state()),
      resume: routes.extraction.resume.handler(() => graph.extraction.resume()),
      pause: routes.extraction.pause.handler(() => graph.extraction.pause()),
    },
  }
}
