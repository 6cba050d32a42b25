import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { TableQueryArguments } from '@shared/tools/table-query-arguments'
import type { ToolRun } from '@shared/tools/tool-run'
import { documentUri } from '@shells/answers/cited-sources'
import { type McpParts, readsOnly, toolResult } from './mcp-call'

const Row = z.object({
  cells: z.array(z.string()),
  uri: z.string().nullable().describe('Where the row stands; null for one that was worked out.'),
  place: z.string().nullable(),
})

export function addTableQuery(server: McpServer, { engine }: McpParts): void {
  const config = {
    title: 'Query a table',
    description:
      'Works out figures from one table of the user’s documents (CSV, spreadsheet, table of a page): sums, averages, counts, groups, the most and the least, lists of rows. Name the table by its file. A table or column that there is not is answered with the names that there are. For a question in words use "ask", which reads tables too.',
    inputSchema: TableQueryArguments.shape,
    outputSchema: {
      answer: z.string(),
      columns: z.array(z.string()),
      rows: z.array(Row),
      total: z.number().int().describe('Rows there are; more than "rows" where they were cut.'),
      notes: z.array(z.string()).describe('What was left out or must be known.'),
      sql: z.string().nullable(),
    },
    annotations: readsOnly,
  }
  server.registerTool('table_query', config, (args, { signal }) =>
    toolResult(async () => {
      const { tools } = await engine()
      const run = await tools.run({ name: 'table_query', args }, { signal })
      if (run.error) throw new CairnError(run.error.code, run.error.message, run.error.action)
      const data = asData(run)
      return { text: asText(data), data }
    }),
  )
}

function asData({ text: answer = '', table, notes = [], workings }: ToolRun) {
  const rows = (table?.rows ?? []).map(({ cells, source }) => {
    return { cells, uri: source ? documentUri(source.document_id, source) : null, place: source?.place ?? null }
  })
  return {
    answer,
    columns: table?.columns ?? [],
    rows,
    total: table?.total ?? rows.length,
    notes,
    sql: workings ?? null,
  }
}

function asText({ answer, columns, rows, notes }: ReturnType<typeof asData>): string {
  const lines = columns.length > 0 ? [columns, ...rows.map(({ cells }) => cells)].map((cells) => cells.join(' | ')) : []
  return [answer, ...lines, ...notes].join('\n')
}
