import { z } from 'zod'

/** The state of a table after its maintenance. */
export const TableShape = z.object({
  fragments: z.number(),
  /** Number of rows that the vector index covers; 0 without an index. */
  vectorRows: z.number(),
  /** Whether the text index was made in one piece, by `optimise` or `rewrite`. */
  isTextWhole: z.boolean(),
})
export type TableShape = Readonly<z.infer<typeof TableShape>>

/** What is to be done to a chunk table; none of it changes what a search finds. */
export const UpkeepTask = z.discriminatedUnion('kind', [
  /** Compacts it and brings its indexes up to date; `last` is its shape after the maintenance before. */
  z.object({ kind: z.literal('optimise'), last: TableShape, isDone: z.boolean() }),
  /** Writes every row and index anew. */
  z.object({ kind: z.literal('rewrite') }),
  /** Deletes the files of every version but the newest and those of the last `keepMs`. */
  z.object({ kind: z.literal('clean-up'), last: TableShape, keepMs: z.number() }),
])
export type UpkeepTask = z.infer<typeof UpkeepTask>

export const ToUpkeepProcess = z.object({
  id: z.number(),
  /** The tables as LanceDB opens them, and what it needs to get there. */
  uri: z.string(),
  storageOptions: z.record(z.string(), z.string()).optional(),
  /** A folder that LanceDB may leave files behind in, absolute. */
  temporaryFolder: z.string(),
  task: UpkeepTask,
})
export type ToUpkeepProcess = z.infer<typeof ToUpkeepProcess>

export const FromUpkeepProcess = z.discriminatedUnion('type', [
  /** It listens: what was sent earlier might be lost. */
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('done'), id: z.number(), shape: TableShape }),
  /** `message` is LanceDB's own, which carries no codes. */
  z.object({ type: z.literal('failed'), id: z.number(), message: z.string() }),
])
export type FromUpkeepProcess = z.infer<typeof FromUpkeepProcess>
