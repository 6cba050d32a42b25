import type { KeyObject } from 'node:crypto'
import type { GraphQuestion, GraphRanking } from '@engine/ports/graph/graph-search'
import { NameGraph } from '../walk/name-graph'
import { searchGraph } from '../search/search-graph'
import { decodeLinks } from '../share/share-file'
import { loadShares, type ShareFile, type ShareHolder } from '../share/share-holder'

/** The graph of names and passages of the documents it was told of; lives in a thread of its own. */
export function createPassageLinks() {
  let graph = new NameGraph()
  const tidy = () => {
    if (graph.isWasteful) graph = graph.tidied()
  }
  return {
    /** @param key of sealed files. */
    async load(files: readonly ShareFile[], key?: KeyObject): Promise<readonly string[]> {
      const unusable = await loadShares(files, { decode: decodeLinks, take: ({ links }) => graph.add(links), key })
      tidy()
      return unusable
    },
    drop(documentIds: readonly string[]): Promise<void> {
      for (const id of documentIds) graph.remove(id)
      tidy()
      return Promise.resolve()
    },
    search: (question: GraphQuestion, hits: ReadonlyMap<string, number>): GraphRanking =>
      searchGraph(graph, question, hits),
  } satisfies ShareHolder & Record<string, unknown>
}

export type PassageLinksCalls = ReturnType<typeof createPassageLinks>
