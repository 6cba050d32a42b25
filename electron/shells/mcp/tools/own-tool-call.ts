import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import type { ToolRun } from '@shared/tools/tool-run'
import { documentUri } from '@shells/answers/cited-sources'
import { requireNoneKept } from '../open-documents'
import { type McpParts, readsOnly, toolResult } from './mcp-call'

const Row = z.object({
  cells: z.array(z.string()),
  uri: z.string().nullable().describe('Where the row stands; null for one that was worked out.'),
  place: z.string().nullable(),
})

const outputSchema = {
  answer: z.string(),
  columns: z.array(z.string()).describe('Empty where the answer has no table.'),
  rows: z.array(Row),
  total: z.number().int().describe('Rows there are; more than "rows" where they were cut.'),
  notes: z.array(z.string()).describe('What was left out or must be known.'),
  workings: z.string().nullable().describe('How it was worked out: SQL, or a formula.'),
}

/** Rows of a result, and of those the ones that its text says: an assistant reads every one of them. */
const mostRows = 200
const mostSaid = 20

const Language = z.enum(['en', 'zh']).default('en').describe('Of the answer.')

/** One of Cairn's own tools as other programs see it. */
interface OfferedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly args: z.ZodRawShape
  /** Reads all documents, also those that are kept from other programs. */
  readonly readsDocuments?: boolean
}

/** Offers one of Cairn's own tools, as it stands: where the user has switched it off, a call says so. */
export function addOwnTool(
  server: McpServer,
  { engine }: McpParts,
  { name, args, readsDocuments = false, ...words }: OfferedTool,
): void {
  const config = { ...words, inputSchema: { ...args, language: Language }, outputSchema, annotations: readsOnly }
  server.registerTool(name, config, ({ language: asked, ...given }: Readonly<Record<string, unknown>>, { signal }) =>
    toolResult(async () => {
      const client = await engine()
      if (readsDocuments) await requireNoneKept(client)
      const { tools } = client
      const run = await tools.run({ name, args: given, language: Language.parse(asked) }, { signal })
      if (run.error) throw new CairnError(run.error.code, run.error.message, run.error.action)
      const data = asData(run)
      return { text: asText(data), data }
    }),
  )
}

function asData({ text: answer = '', table, notes = [], workings }: ToolRun) {
  const rows = (table?.rows ?? []).slice(0, mostRows).map(({ cells, source }) => {
    return { cells, uri: source ? documentUri(source.document_id, source) : null, place: source?.place ?? null }
  })
  const columns = table?.columns ?? []
  return { answer, columns, rows, total: table?.total ?? rows.length, notes, workings: workings ?? null }
}

function asText({ answer, columns, rows, total, notes }: ReturnType<typeof asData>): string {
  const said = rows.slice(0, mostSaid).map(({ cells }) => cells)
  const lines = columns.length > 0 ? [columns, ...said].map((cells) => cells.join(' | ')) : []
  if (columns.length > 0 && total > said.length) lines.push(`(${total - said.length} more rows)`)
  return [answer, ...lines, ...notes].join('\n')
}
