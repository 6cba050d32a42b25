import { z } from 'zod'
import type { ToolResult } from './tool'

const Source = z.object({
  documentId: z.string().min(1),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  place: z.string().optional(),
})

const Table = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.object({ cells: z.array(z.string()), source: Source.optional() })),
  total: z.number().int().nonnegative(),
})

/** A tool's result as it crosses the protocol. */
export const ToolResultData: z.ZodType<ToolResult> = z.object({
  text: z.string(),
  data: z.record(z.string(), z.unknown()),
  table: Table.optional(),
  sources: z.array(Source),
  notes: z.array(z.string()),
  workings: z.string().optional(),
})

/** Characters of a result that become evidence. */
const maxContent = 8000

/** What a result says as one text: its sentences, what has to be known, and its table, a row a line. */
export function resultContent({ text, notes, table }: Pick<ToolResult, 'text' | 'notes' | 'table'>): string {
  const rows = table ? [table.columns, ...table.rows.map(({ cells }) => cells)] : []
  const lines = rows.map((cells) => cells.map((cell) => cell.replace(/\s+/gu, ' ')).join(' | '))
  return [text, ...notes, ...lines].join('\n').slice(0, maxContent)
}
