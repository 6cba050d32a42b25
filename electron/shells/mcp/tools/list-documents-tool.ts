import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { DocumentStatus } from '@shared/documents'
import { documentUri } from '@shells/answers/cited-sources'
import { listedDocuments, pageOf } from '../listed-documents'
import { keptNote, openDocuments } from '../open-documents'
import { type McpParts, readsOnly, toolResult } from './mcp-call'

const Listed = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  uri: z.string(),
  format: z.string().nullable(),
  status: DocumentStatus,
  collection: z.string(),
  tags: z.array(z.string()),
  characters: z.number().int(),
  authors: z.array(z.string()),
  written_at: z.string().nullable(),
})

export function addListDocuments(server: McpServer, { engine }: McpParts): void {
  const config = {
    title: 'List documents',
    description:
      'Lists the documents of the user’s library by name, a page at a time. With "query" only those whose name or title holds it.',
    inputSchema: {
      query: z.string().trim().min(1).max(200).optional().describe('Part of a name or title; case does not matter.'),
      collection: z.string().min(1).max(100).optional(),
      limit: z.number().int().min(1).max(200).default(50),
      cursor: z.string().max(1000).optional().describe('"next_cursor" of the page before.'),
    },
    outputSchema: {
      documents: z.array(Listed),
      total: z.number().int().describe('Of all pages.'),
      next_cursor: z.string().nullable(),
    },
    annotations: readsOnly,
  }
  server.registerTool('list_documents', config, ({ query = '', collection, limit, cursor }) =>
    toolResult(async () => {
      const open = await openDocuments(await engine(), collection)
      const all = listedDocuments(open.documents, query)
      const { page, next } = pageOf(all, limit, cursor)
      const documents = page.map((document) => {
        const { id, name, title, format, status, tags, char_count: characters, authors, written_at } = document
        const about = { id, name, title, uri: documentUri(id), format, status, collection: document.collection }
        return { ...about, tags, characters, authors, written_at }
      })
      const lines = documents.map(({ id, title, name, status }) => `${title} (${name}, ${status}) id ${id}`)
      const text = (lines.length > 0 ? lines.join('\n') : 'There is no such document.') + keptNote(open.kept)
      return { text, data: { documents, total: all.length, next_cursor: next ?? null } }
    }),
  )
}
