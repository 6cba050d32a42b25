import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { temporaryPath } from '../files/durable-file'
import { readJson } from '@engine/platform/durable-files'

/** The version that reading processes may see, and the writer's notes on its indexes. */
const Publication = z.object({
  version: z.number().int().positive(),
  /** How many rows the vector index was built over; 0 where there is none. */
  vector_rows: z.number().int().nonnegative(),
  /** Whether the text index was made in one piece; those of earlier versions were not. */
  text_whole: z.boolean().default(false),
  /** Whether files still hold rows of documents that were removed. */
  owes_rewriting: z.boolean().default(false),
})
export type Publication = z.infer<typeof Publication>

export const publicationName = 'published.json'

/** Reads `lance/published.json`; undefined where it is missing or cannot be understood. */
export async function readPublication(lanceFolder: string): Promise<Publication | undefined> {
  return Publication.safeParse(await readJson(join(lanceFolder, publicationName))).data
}

/** Replaces `published.json`. Not synced: after a crash the store is opened by its next writer, which finds out anew. */
export async function writePublication(
  lanceFolder: string,
  publication: Publication,
  temporaryFolder: string,
): Promise<void> {
  const temporary = temporaryPath(temporaryFolder)
  await writeFile(temporary, JSON.stringify(publication), { mode: 0o600 })
  await rename(temporary, join(lanceFolder, publicationName))
}
