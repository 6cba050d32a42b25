import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { createTermTable, type TermTable } from './cross-language'

const TermFile = z.object({ version: z.literal(1), terms: z.array(z.array(z.string().min(1)).min(2)) })

/**
 * The bilingual term table: the one that ships with Cairn, then the user's own rows where such a file exists. Throws
 * CairnError INVALID_INPUT naming the file when one is not of the expected shape.
 */
export async function loadTermTable(shipped: string, own: string): Promise<TermTable> {
  const rows = [...(await readTerms(shipped)), ...(await readTerms(own))]
  return createTermTable(rows)
}

async function readTerms(path: string): Promise<string[][]> {
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
