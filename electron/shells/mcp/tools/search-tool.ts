import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { type FoundPassage, MAX_QUERY_LENGTH } from '@shared/api/doors-api'
import { documentUri } from '@shells/answers/cited-sources'
import { type McpParts, readsOnly, toolResult } from './mcp-call'

export const scope = {
  collection: z.string().min(1).max(100).optional().describe('Only documents of this collection.'),
  documents: z.array(z.string().min(1).max(200)).max(200).optional().describe('Only documents with these ids.'),
}

/** The contract's filter for the scope of a call. */
export function filterOf({
  collection,
  documents,
}: {
  collection?: string | undefined
  documents?: string[] | undefined
}) {
  if (collection === undefined && documents === undefined) return undefined
  return { ...(collection === undefined ? {} : { collections: [collection] }), ...(documents ? { documents } : {}) }
}

const Passage = z.object({
  document: z.string().describe('Id of the document.'),
  title: z.string(),
  name: z.string().describe('File name.'),
  uri: z.string(),
  heading_path: z.array(z.string()),
  page: z.number().int().nullable(),
  start: z.number().int().describe('Offset in the text of the document, for read_passage.'),
  end: z.number().int(),
  score: z.number().describe('Orders the passages of this search; not comparable between searches.'),
  relevant: z.boolean().describe('Near enough to the query for an answer to be made of it.'),
  text: z.string(),
})

export function addSearch(server: McpServer, { engine }: McpParts): void {
  const config = {
    title: 'Search the library',
    description:
      'Finds the passages of the user’s documents that are nearest to a query, by meaning, by words and by the knowledge graph, best first. English queries find Chinese passages and the other way round. Use "ask" instead to get a finished, cited answer.',
    inputSchema: {
      query: z.string().trim().min(1).max(MAX_QUERY_LENGTH).describe('A question or key words, in English or Chinese.'),
      limit: z.number().int().min(1).max(20).default(8).describe('Passages at most.'),
      ...scope,
    },
    outputSchema: { passages: z.array(Passage) },
    annotations: readsOnly,
  }
  server.registerTool('search', config, ({ query, limit, ...where }, { signal }) =>
    toolResult(async () => {
      const client = await engine()
      const found = await client.passages.search({ query, limit, filter: filterOf(where) }, { signal })
      const text = found.length > 0 ? found.map(asText).join('\n\n') : 'No passage was found. Try other words.'
      return { text, data: { passages: found.map(asData) } }
    }),
  )
}

function asText({ document_title, heading_path, page, score, text, document_id, start, end }: FoundPassage): string {
  const place = [...heading_path, ...(page === null ? [] : [`p. ${page}`])].join(' › ')
  return `${document_title}${place === '' ? '' : ` › ${place}`} (score ${score.toFixed(2)})\n${documentUri(document_id, { start, end })}\n${text}`
}

function asData(found: FoundPassage): z.infer<typeof Passage> {
  const { document_id: document, document_title: title, document_name: name, heading_path, page } = found
  const { start, end, score, relevant, text } = found
  return {
    document,
    title,
    name,
    uri: documentUri(document, { start, end }),
    heading_path,
    page,
    start,
    end,
    score,
    relevant,
    text,
  }
}
