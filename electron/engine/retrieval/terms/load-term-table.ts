import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import type { NearWordRow } from './near-words'
import type { TermRow } from './term-index'

/** Checked by hand: a schema for each of 40,000 cells takes longer than reading them. */
const TermRows = z.custom<TermRow[]>((value) => Array.isArray(value) && value.every(isRow))
const TermFile = z.object({ version: z.literal(1), terms: TermRows })
const NearWordFile = z.object({ version: z.literal(1), words: TermRows })

function isRow(row: unknown): boolean {
  return Array.isArray(row) && row.length >= 2 && row.every((cell) => typeof cell === 'string' && cell !== '')
}

/** Rows of all `.json` files of a folder, by file name. Throws as `readTerms` does. */
export async function readShippedTerms(folder: string): Promise<TermRow[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  return (await Promise.all(names.map((name) => readTerms(join(folder, name))))).flat()
}

/** What documents say for plain words: `near/en.json` and `near/zh.json` in the folder of shipped terms. Throws as `readTerms` does. */
export async function readNearWords(folder: string): Promise<NearWordRow[]> {
  const shape = '{"version": 1, "words": [["throw away", "discard", "dispose of"]]}'
  const files = ['en.json', 'zh.json'].map((name) => readRows(join(folder, 'near', name), NearWordFile, shape))
  return (await Promise.all(files)).flatMap((file) => file?.words ?? [])
}

/** Rows of one file; none where it is missing. Throws CairnError INVALID_INPUT where it is not a term table. */
export async function readTerms(path: string): Promise<TermRow[]> {
  return (await readRows(path, TermFile, '{"version": 1, "terms": [["water level", "水位"]]}'))?.terms ?? []
}

async function readRows<T>(path: string, file: z.ZodType<T>, shape: string): Promise<T | null> {
  let json: string
  try {
    json = await readFile(path, 'utf8')
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null
    throw thrown
  }
  try {
    return file.parse(JSON.parse(json))
  } catch (thrown) {
    throw new CairnError(
      'INVALID_INPUT',
      `The term table ${path} is not valid.`,
      `It must look like ${shape}. Correct or remove it.`,
      { cause: thrown },
    )
  }
}
