import { z } from 'zod'

const StoredColumn = z.object({
  id: z.string().regex(/^c\d{1,4}$/u),
  header: z.string(),
  kind: z.enum(['text', 'number', 'date', 'boolean']),
  unit: z.string().nullable(),
  isMixedUnit: z.boolean(),
  unreadable: z.number().int(),
  samples: z.array(z.string()),
  distinct: z.number().int(),
  /** Dates with a time of day. */
  hasTime: z.boolean(),
  /** Decimal places kept exactly; null for floating point and for other kinds. */
  decimals: z.number().int().nullable(),
  isDayMonthUnsure: z.boolean(),
  /** Whether a cell holds full-width letters, or spaces at an end: such cells are compared more slowly. */
  isWide: z.boolean(),
})
export type StoredColumn = z.infer<typeof StoredColumn>

/** What is known of a table without opening its data; the same for every document with the same text. */
export const StoredTable = z.object({
  /** In its file: `t1`, `t2`, … */
  id: z.string().regex(/^t\d{1,5}$/u),
  name: z.string(),
  columns: z.array(StoredColumn),
  rowCount: z.number().int(),
  totalRows: z.number().int(),
  /** Of the extracted text, 0-based half-open. */
  start: z.number().int(),
  end: z.number().int(),
  place: z.string().nullable(),
  /** Of a sheet: its name, and the letters of the first and last column. */
  sheet: z.object({ name: z.string(), left: z.string(), right: z.string() }).nullable(),
  /** Whether the document goes on behind what Cairn read of it. */
  isCut: z.boolean(),
})
export type StoredTable = z.infer<typeof StoredTable>

/** The tables of one text. Another way of reading them has another version, so that what was kept is made anew. */
export const StoredTables = z.object({
  key: z.string(),
  tables: z.array(StoredTable),
  /** Only where their file is encrypted: its `FileSalt`. */
  salt: z
    .string()
    .regex(/^[0-9a-f]{32}$/u)
    .optional(),
})
export type StoredTables = z.infer<typeof StoredTables>

/** What typed tables are kept under: their text and structure, by the addresses of both, and the way of reading. */
export function tablesKey(live: { readonly text_object: string; readonly structure_object: string }): string {
  return `${readingVersion}-${live.text_object.slice(0, 24)}-${live.structure_object.slice(0, 24)}`
}

/** Rises whenever tables of the same text may be read, or their files are written, in another way. */
const readingVersion = 2
