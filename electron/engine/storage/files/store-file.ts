import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError, hasCode } from '@shared/errors'
import { writeDurably } from './durable-file'

/** `lance`, `lance-1`, …, or `sealed-1`, … with sealed files: nothing else may be named, because folders of tables are deleted. */
const tablesFolder = z.string().regex(/^(?:lance|lance-\d+|sealed-\d+)$/u)

/** Tables that are being filled for another embedder. */
const NextDescription = z.object({
  embedder_id: z.string(),
  dimensions: z.number().int().positive(),
  embedder_stamp: z.string().optional(),
  tables: tablesFolder,
  paused: z.boolean(),
})
export type NextDescription = z.infer<typeof NextDescription>

/** `store.json`: what the store's other files mean. */
export const StoreDescription = z.looseObject({
  schema_version: z.number().int().positive(),
  embedder_id: z.string(),
  dimensions: z.number().int().positive(),
  /** Mean cosine of passages that have nothing to do with each other; null where it was not measured. */
  unrelated: z.number().nullable().default(null),
  /** Tells the embedder from another one that has had its id. */
  embedder_stamp: z.string().optional(),
  /** The folder of the tables in use. Stores from before there could be others have the first name. */
  tables: tablesFolder.default('lance'),
  /** What cannot be understood here only costs the work that was under way. */
  next: NextDescription.nullable().default(null).catch(null),
  /** The folder that the store was in when it was last moved, until the paths of its documents are those of this one. */
  moved_from: z.string().optional(),
  /** How texts were made into terms. Stores from before it was written down have the first way. */
  analysis_version: z.number().int().positive().default(1),
  created_at: z.string(),
})
export type StoreDescription = z.infer<typeof StoreDescription>

/** Reads `store.json`; undefined where the store is new. Throws STORE_DAMAGED where it cannot be understood. */
export async function readStoreDescription(folder: string): Promise<StoreDescription | undefined> {
  const path = join(folder, 'store.json')
  try {
    return StoreDescription.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error
    throw new CairnError(
      'STORE_DAMAGED',
      `The file ${path} is damaged, so Cairn cannot tell which version this store has.`,
      'Delete that one file: Cairn writes it anew and rebuilds its search tables. Documents and sessions are kept.',
      { cause: error },
    )
  }
}

export async function writeStoreDescription(folder: string, description: StoreDescription): Promise<void> {
  await writeDurably(join(folder, 'store.json'), `${JSON.stringify(description, null, 2)}\n`, join(folder, 'tmp'))
}
