import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { createTermTable, type TermTable } from './cross-language'
import type { TermRow } from './term-index'

/** Checked by hand: a schema for each of 40,000 cells takes longer than reading them. */
const TermRows = z.custom<TermRow[]>((value) => Array.isArray(value) && value.every(isRow))
const TermFile = z.object({ version: z.literal(1), terms: TermRows })

function isRow(row: unknown): boolean {
  return Array.isArray(row) && row.length >= 2 && row.every((cell) => typeof cell === 'string' && cell !== '')
}

/**
 * The bilingual term table: every file of the folder of shipped terms, then the user's own rows where such a file
 * exists. Throws CairnError INVALID_INPUT naming the file when one is not of the expected shape.
 */
export async function loadTermTable(shipped: string, own: string): Promise<TermTable> {
  const [rows, ownRows] = await Promise.all([readShippedTerms(shipped), own ? readTerms(own) : []])
  return createTermTable(rows, ownRows)
}

/** Rows of all `.json` files of a folder, by file name. Throws as `readTerms` does. */
export async function readShippedTerms(folder: string): Promise<TermRow[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  return (await Promise.all(names.map((name) => readTerms(join(folder, name))))).flat()
}

/** Rows of one file; none where it is missing. Throws CairnError INVALID_INPUT where it is not a term table. */
export async function readTerms(path: string): Promise<TermRow[]> {
  let json: string
  try {
    json = await readFile(path, 'utf8')
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return []
    throw thrown
  }
  try {
    return TermFile.parse(JSON.parse(json)).terms
  } catch (thrown) {
    throw new CairnError(
      'INVALID_INPUT',
      `The term table ${path} is not valid.`,
      'It must look like {"version": 1, "terms": [["water level", "水位"]]}. Correct or remove it.',
      { cause: thrown },
    )
  }
}
