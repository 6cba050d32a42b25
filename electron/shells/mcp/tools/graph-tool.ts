import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { type EntityCard, type GraphPicture, RelationKind } from '@shared/graph'
import { documentUri } from '@shells/answers/cited-sources'
import { requireNoneKept } from '../open-documents'
import { type McpParts, readsOnly, toolResult } from './mcp-call'

const Relation = z.object({ from: z.string(), relation: RelationKind, to: z.string(), weight: z.number() })
const Stated = Relation.omit({ weight: true }).extend({ quote: z.string(), title: z.string(), uri: z.string() })
const mostStatements = 20
const mostCandidates = 10

export function addGraphNeighbours(server: McpServer, { engine }: McpParts): void {
  const config = {
    title: 'Neighbours of a name',
    description:
      'What the knowledge graph of the user’s documents holds around a name (a person, place, thing or term): what is stated of it, each with a sentence that states it, and what occurs with it.',
    inputSchema: {
      name: z.string().trim().min(1).max(200),
      depth: z.number().int().min(1).max(2).default(1).describe('Steps from the name.'),
      limit: z.number().int().min(1).max(100).default(30).describe('Names at most.'),
    },
    outputSchema: {
      name: z.string().describe('The name it is shown by.'),
      type: z.string().nullable(),
      aliases: z.array(z.string()),
      neighbours: z.array(z.string()),
      relations: z.array(Relation).describe('"co_occurs" only stand together; all others are stated, "from" first.'),
      statements: z.array(Stated),
      others: z.array(z.string()).describe('Other names that the text could mean.'),
    },
    annotations: readsOnly,
  }
  server.registerTool('graph_neighbours', config, ({ name, depth, limit }) =>
    toolResult(async () => {
      const client = await engine()
      await requireNoneKept(client)
      const { graph } = client
      const [best, ...others] = await graph.search({ text: name, limit: mostCandidates })
      if (!best) throw unknownName(name)
      const { id } = best
      const [card, picture] = await Promise.all([
        graph.entity({ id }),
        // The name itself is one of them.
        graph.neighbourhood({ id, depth, limit: limit + 1 }),
      ])
      const relations = relationsIn(picture)
      const neighbours = picture.nodes.names.filter((_, at) => picture.nodes.ids[at] !== card.id)
      const about = { name: card.name, type: card.type, aliases: card.aliases, neighbours, relations }
      const data = { ...about, statements: statementsOf(card), others: others.map((other) => other.name) }
      return { text: asText(data), data }
    }),
  )
}

function unknownName(name: string): CairnError {
  const action = 'Try another form of the name, or "search" for passages.'
  return new CairnError('NOT_FOUND', `The documents’ knowledge graph has no name like “${name}”.`, action)
}

function relationsIn({ nodes, edges }: GraphPicture): z.infer<typeof Relation>[] {
  return edges.sources.flatMap((source, at) => {
    const [from, to] = [nodes.names[source], nodes.names[edges.targets[at] ?? -1]]
    const relation = RelationKind.options[edges.kinds[at] ?? -1]
    const isWhole = from !== undefined && to !== undefined && relation !== undefined
    return isWhole ? [{ from, relation, to, weight: edges.weights[at] ?? 0 }] : []
  })
}

function statementsOf({ name, statements }: EntityCard): z.infer<typeof Stated>[] {
  return statements.slice(0, mostStatements).flatMap(({ relation, outgoing, other, passages: [passage] }) => {
    if (!passage) return []
    const { document_id, document_title: title, start, end, text: quote } = passage
    const [from, to] = outgoing ? [name, other.name] : [other.name, name]
    return [{ from, relation, to, quote, title, uri: documentUri(document_id, { start, end }) }]
  })
}

interface Found {
  readonly name: string
  readonly relations: readonly z.infer<typeof Relation>[]
  readonly statements: readonly z.infer<typeof Stated>[]
}

function asText({ name, relations, statements }: Found): string {
  const stated = statements.map(
    ({ from, relation, to, quote, title }) => `${from} ${relation} ${to}: “${quote}” (${title})`,
  )
  const beside = relations.map(({ from, relation, to }) => `${from} ${relation} ${to}`)
  return [name, ...new Set([...stated, ...beside])].join('\n')
}
