import type { GraphQuestion, GraphRanking } from '@engine/ports/graph/graph-search'
import { createGraphFold } from '../walk/name-graph'
import { searchGraph } from '../search/search-graph'
import { decodeLinks } from '../share/share-file'
import { loadShares, type ShareFile, type ShareHolder } from '../share/share-holder'

/** Up to here a graph is built anew before it is searched; a larger one soon after a change, and searched as it was until then. */
const smallLibrary = 12_000
const lingerMs = 400
/** A graph that took long to build is not built again at once: times what it took. */
const rest = 3

/** The graph of names and passages of the documents it was told of; lives in a thread of its own. */
export function createPassageLinks() {
  const fold = createGraphFold()
  let built = fold.graph()
  let timer: NodeJS.Timeout | undefined
  let notBefore = 0

  function changed(): void {
    // Not put off by further changes: what was deleted must not be searched for long.
    timer ??= setTimeout(
      () => {
        timer = undefined
        const start = performance.now()
        built = fold.graph()
        const end = performance.now()
        notBefore = end + rest * (end - start)
      },
      Math.max(lingerMs, notBefore - performance.now()),
    ).unref()
  }

  return {
    async load(files: readonly ShareFile[]): Promise<readonly string[]> {
      const unusable = await loadShares(files, decodeLinks, ({ links }) => fold.add(links))
      if (unusable.length < files.length) changed()
      return unusable
    },
    async drop(documentIds: readonly string[]): Promise<void> {
      for (const id of documentIds) fold.remove(id)
      changed()
      return Promise.resolve()
    },
    search(question: GraphQuestion, hits: ReadonlyMap<string, number>): GraphRanking {
      if (fold.passageCount() <= smallLibrary || built.passageIds.length === 0) built = fold.graph()
      return searchGraph(built, question, hits)
    },
  } satisfies ShareHolder & Record<string, unknown>
}

export type PassageLinksCalls = ReturnType<typeof createPassageLinks>
