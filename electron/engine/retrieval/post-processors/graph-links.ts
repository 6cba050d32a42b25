import { note, whyOf } from '@shared/note'
import { fuseWithHybrid } from '@engine/graph/walk/fuse-with-hybrid'
import { contentTermsOf } from '@engine/graph/search/question-words'
import { withDeadline } from '@engine/platform/deadline'
import type { FoundChunk } from '@engine/ports/storage/chunk-index'
import type { GraphHit, GraphRanking } from '@engine/ports/graph/graph-search'
import type { ChainContext, ChainGraph, PostProcessor } from '../chain'
import { type Passage, toPassage } from '../passage'
import { builtinRerank } from './rerank'

/** Of stage 6's two seconds, where the search has no deadline of its own; behind it the ranking stays what it was. */
const limitMs = 1000
/** Passages that the graph starts from, and that it is asked to order. */
const depth = 12

/**
 * The graph channel: passages that names link to the best ones. It starts from what the other channels found, so it
 * runs after them; where it fails or is late, their ranking stays and the stage says so.
 */
export const graphLinks: PostProcessor = {
  name: 'graph',
  applies: ({ graph }) => graph !== undefined,
  async process(passages, context) {
    const { graph, question: text, statistics, report, signal, deadlineMs = limitMs } = context
    if (!graph || passages.length === 0) return passages
    const terms = new Map(contentTermsOf(text).map((term) => [term, statistics.documentFrequency(term)]))
    const starts = new Map(passages.slice(0, depth).map(({ chunk, score }) => [chunk.id, score]))
    try {
      return await withDeadline(
        async (inner) => fused(passages, await graph.search({ text, terms }, starts, inner), graph, context),
        deadlineMs,
        signal,
      )
    } catch (thrown) {
      signal?.throwIfAborted()
      report?.(note('graph_failed', whyOf(thrown)))
      return passages
    }
  },
}

async function fused(
  passages: readonly Passage[],
  { hits }: GraphRanking,
  graph: ChainGraph,
  context: ChainContext,
): Promise<readonly Passage[]> {
  const known = new Map(passages.map((passage) => [passage.chunk.id, passage]))
  const order = fuseWithHybrid(
    passages.slice(0, depth).map(({ chunk }) => chunk.id),
    hits,
    graph.isFirst ? 0 : undefined,
  ).slice(0, graph.isFiltered ? undefined : depth)
  const ways = graph.isFiltered ? hits.flatMap(({ path }) => path.flatMap(({ from }) => from ?? [])) : []
  const missing = [...new Set([...order.map(({ id }) => id), ...ways])].filter((id) => !known.has(id))
  const fetched = new Map((missing.length > 0 ? await graph.readChunks(missing) : []).map((one) => [one.chunk.id, one]))
  const isReadable = (id: string | null) => id === null || !graph.isFiltered || known.has(id) || fetched.has(id)
  const chosen = order.filter(({ id }) => known.has(id) || fetched.has(id)).slice(0, depth)
  const ranks = new Map(hits.map((hit, at) => [hit.id, { hit, rank: at + 1 }]))
  const found = chosen.flatMap(({ id }) => fetched.get(id) ?? [])
  for (const passage of await scored(found, context)) known.set(passage.chunk.id, passage)
  const first = chosen.flatMap(({ id, path }) => {
    const passage = known.get(id)
    if (!passage) return []
    const placed = ranks.get(id)
    const hasWay = path.length > 0 && path.every(({ from }) => isReadable(from))
    return hasWay && placed ? withPath(passage, placed.hit, placed.rank, context) : passage
  })
  const taken = new Set(first.map(({ chunk }) => chunk.id))
  return [...first, ...passages.filter(({ chunk }) => !taken.has(chunk.id))]
}

/** What only the graph has found is looked at as the others were. */
async function scored(chunks: readonly FoundChunk[], context: ChainContext): Promise<readonly Passage[]> {
  const passages = chunks.map((chunk) => toPassage(chunk, []))
  return passages.length > 0 ? builtinRerank.process(passages, context) : []
}

/** Says how the graph led to a passage, where that is more than that the question names something in it. */
function withPath(passage: Passage, { score, path }: GraphHit, rank: number, { question }: ChainContext): Passage {
  if (path.length < 2 && passage.placements.length > 0) return passage
  const { title, heading_path, text } = passage.chunk
  const list = { channel: 'graph', query: question, weight: 1 } as const
  return {
    ...passage,
    placements: [...passage.placements, { list, rank, score }],
    path: path.map(({ name }) => asWritten(name, [question, title, ...heading_path, text])),
  }
}

/** A normalised name as the first of some texts that has it writes it; itself where none does. */
export function asWritten(name: string, texts: readonly string[]): string {
  const words = name.split(' ').flatMap((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`) || [])
  if (words.length === 0) return name
  const written = new RegExp(words.join(String.raw`[\s\p{P}]{1,3}`), 'iu')
  for (const text of texts) {
    const [found] = written.exec(text) ?? []
    if (found !== undefined) return found
  }
  return name
}
