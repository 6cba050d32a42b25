import { resolve } from 'node:path'
import type { Chunk } from '@shared/documents'
import { buildCommunities } from '@engine/graph/communities/communities'
import { NameResolver } from '@engine/graph/disambiguation/name-resolver'
import { buildEntityGraph } from '@engine/graph/entities/entity-graph'
import { loadFactPatterns } from '@engine/graph/facts/patterns/fact-patterns'
import { readFacts } from '@engine/graph/facts/read-facts'
import { type GraphShare, graphShareVersion } from '@engine/graph/share/graph-share'

const patterns = await loadFactPatterns(resolve(import.meta.dirname, '../../resources/graph/patterns'))

/** The graph that rules read out of these chunks, and its communities. */
export async function readGraph(chunks: readonly Chunk[]) {
  const documents = new Map(chunks.map(({ doc_id: id }) => [id, chunks.filter((chunk) => chunk.doc_id === id)]))
  const shares = [...documents].map(([documentId, own]): GraphShare => {
    const title = own[0]?.title ?? ''
    const passages = own.map(({ id, text, heading_path: headingPath }) => ({ id, title, headingPath, text }))
    return {
      ...{ version: graphShareVersion, documentId, revision: 'r', title },
      links: { documentId, passages: passages.map(({ id }) => ({ id, names: [], terms: [] })), aliases: [] },
      facts: readFacts(passages, patterns),
    }
  })
  const resolver = new NameResolver(undefined, () => [])
  for (const { facts } of shares) await resolver.add(facts.mentions.flatMap(([name]) => facts.names[name] ?? []))
  const graph = buildEntityGraph(shares, resolver.resolve([]))
  return { graph, communities: buildCommunities(graph) }
}
