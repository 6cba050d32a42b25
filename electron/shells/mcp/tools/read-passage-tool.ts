import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { documentUri } from '@shells/answers/cited-sources'
import { mostText, readStretch } from '../document-text'
import { type McpParts, readsOnly, toolResult } from './mcp-call'

export function addReadPassage(server: McpServer, { engine }: McpParts): void {
  const config = {
    title: 'Read a passage',
    description:
      'Reads a stretch of a document’s text: what stands around a passage that "search" or "ask" found, or a document from its beginning, piece by piece.',
    inputSchema: {
      document: z.string().min(1).max(200).describe('Id of the document.'),
      start: z.number().int().min(0).default(0).describe('Offset in its text.'),
      length: z.number().int().min(1).max(mostText).default(4000).describe('Characters.'),
    },
    outputSchema: {
      title: z.string(),
      uri: z.string(),
      text: z.string(),
      start: z.number().int(),
      end: z.number().int(),
      total_chars: z.number().int().describe('Length of the whole text.'),
      next_start: z.number().int().nullable().describe('Where to read on; null at the end.'),
      heading_path: z.array(z.string()).describe('The headings that it begins under.'),
      page: z.number().int().nullable().describe('The page it begins on.'),
    },
    annotations: readsOnly,
  }
  server.registerTool('read_passage', config, (asked) =>
    toolResult(async () => {
      const { title, text, start, end, total, heading_path, page } = await readStretch(await engine(), asked)
      const next_start = end < total ? end : null
      const uri = documentUri(asked.document, { start, end })
      return { text, data: { title, uri, text, start, end, total_chars: total, next_start, heading_path, page } }
    }),
  )
}
