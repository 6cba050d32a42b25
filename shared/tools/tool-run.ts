import { z } from 'zod'
import { ErrorReport } from '../errors'

/** A place in a document that a result rests on; 0-based half-open offsets into its extracted text. */
export const ToolPlace = z.object({
  document_id: z.string().min(1),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  /** How people name it, such as a sheet's range; absent where page or heading says it. */
  place: z.string().optional(),
})
export type ToolPlace = z.infer<typeof ToolPlace>

/** A table as a tool gave it, cells as shown; a row has its place where it stands in a document. */
export const ToolTable = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.object({ cells: z.array(z.string()), source: ToolPlace.optional() })),
  /** Rows there are; more than `rows` where the table was cut. */
  total: z.number().int().nonnegative(),
})
export type ToolTable = z.infer<typeof ToolTable>

/** One run of a tool within a turn: what was asked of it, and what became of it. */
export const ToolRun = z.object({
  call_id: z.string().min(1),
  tool: z.string().min(1),
  /** The server of another program that has it; absent for Cairn's own. */
  server: z.string().optional(),
  /** In the question's language. */
  title: z.string(),
  version: z.string().optional(),
  /** The part of the question that it answers. */
  question: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** `starting`: the program that has it is being started; only then is known what it takes. */
  state: z.enum(['starting', 'running', 'done', 'failed', 'needs_consent']),
  called_at: z.string(),
  ms: z.number().nonnegative().optional(),
  text: z.string().optional(),
  table: ToolTable.optional(),
  /** What it rests on besides the rows of its table. */
  sources: z.array(ToolPlace).optional(),
  /** What was left out or must be known, a sentence each. */
  notes: z.array(z.string()).optional(),
  /** How it was worked out: SQL, a formula. */
  workings: z.string().optional(),
  error: ErrorReport.optional(),
})
export type ToolRun = z.infer<typeof ToolRun>

/** The runs of a turn with what became of one of them. */
export function withRun(runs: readonly ToolRun[] | undefined, run: ToolRun): ToolRun[] {
  const known = runs?.some(({ call_id: id }) => id === run.call_id) ?? false
  return known ? (runs ?? []).map((one) => (one.call_id === run.call_id ? run : one)) : [...(runs ?? []), run]
}
