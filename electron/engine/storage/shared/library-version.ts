import { z } from 'zod'

/** Where the search tables are that belong to a version. */
export const LibraryTables = z.object({
  /** Under the library's prefix; a folder is named after the term of the writer who made it. */
  folder: z.string().regex(/^lance-\d{1,10}-\d{1,6}$/u),
  /** LanceDB's. */
  version: z.number().int().nonnegative(),
  /** How many rows the vector index was built over; 0 where there is none. */
  vector_rows: z.number().int().nonnegative().default(0),
  /** Whether the text index was made in one piece; those of earlier versions were not. */
  text_whole: z.boolean().default(false),
  /** Its writer has finished all it began, so that nothing can arrive in the folder any more and another may go on there. */
  settled: z.boolean().default(false),
})
export type LibraryTables = z.infer<typeof LibraryTables>

/** A version of a shared library: what it changes in the one before, or all of it. Never written twice. */
export const LibraryVersion = z.object({
  /** Key of the version before; null where this one holds everything. */
  base: z.string().nullable(),
  /** Records by id: of documents, and whatever else there is one of. */
  put: z.record(z.string(), z.unknown()),
  removed: z.array(z.string()),
  /** The search tables that belong to it; null while there are none. */
  tables: LibraryTables.nullable(),
})
export type LibraryVersion = z.infer<typeof LibraryVersion>

export const versionsFolder = 'versions/'
const form = /^versions\/(\d{10})-(\d{10})-[0-9a-f]{24}-(\d{1,12})$/
const padded = (figure: number) => String(figure).padStart(10, '0')

/**
 * Keys sort as their versions follow one another; a later holder's come after all of an earlier one's. The size in it tells what has arrived in
 * part from a version, since not every server shows whole objects only.
 */
export function versionKey(term: number, sequence: number, holder: string, size: number): string {
  return `${versionsFolder}${padded(term)}-${padded(sequence)}-${holder}-${size}`
}

/** Undefined for what is no key of a version. */
export function readVersionKey(key: string): { readonly term: number; readonly size: number } | undefined {
  const [, term, , size] = form.exec(key) ?? []
  return term === undefined || size === undefined ? undefined : { term: Number(term), size: Number(size) }
}

/** Records after a version was applied to those before it; `before` is left as it is. */
export function applyVersion(
  before: ReadonlyMap<string, unknown>,
  { base, put, removed }: LibraryVersion,
): Map<string, unknown> {
  const records = new Map(base === null ? [] : before)
  for (const id of removed) records.delete(id)
  for (const [id, record] of Object.entries(put)) records.set(id, record)
  return records
}
