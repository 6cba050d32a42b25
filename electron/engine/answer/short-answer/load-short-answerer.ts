import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ColumnNamesFile } from './cells/column-names'
import { ShortAnswerer } from './short-answer'
import type { KnownNames } from './tokens/english-tokens'

const Weights = z.record(z.string(), z.number())
const WeightsFile = z.object({ version: z.literal(1), en: Weights, zh: Weights })
const TermFile = z.object({ terms: z.array(z.tuple([z.string()], z.string())) })
const oneName = /^\p{Lu}\p{L}+$/u

/** The scorer with the weights and names that ship with Cairn in the folder `resources`. Rejects where a file is missing or damaged. */
export async function loadShortAnswerer(resources: string): Promise<ShortAnswerer> {
  const [weights, known, columns] = await Promise.all([
    read(join(resources, 'answers', 'short-answer-weights.json'), WeightsFile),
    loadKnownNames(resources),
    read(join(resources, 'answers', 'column-names.json'), ColumnNamesFile),
  ])
  const byLanguage = { en: new Map(Object.entries(weights.en)), zh: new Map(Object.entries(weights.zh)) }
  return new ShortAnswerer(byLanguage, known, columns.attributes)
}

/** The names of the shipped term tables. */
export async function loadKnownNames(resources: string): Promise<KnownNames> {
  const [names, places] = await Promise.all([
    read(join(resources, 'terms', 'names.json'), TermFile),
    read(join(resources, 'terms', 'places.json'), TermFile),
  ])
  const people = names.terms.map(([english]) => english).filter((name) => oneName.test(name))
  return { people: lowered(people), places: lowered(places.terms.map(([english]) => english)) }
}

async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(JSON.parse(await readFile(path, 'utf8')))
}

function lowered(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((word) => word.toLowerCase()))
}
