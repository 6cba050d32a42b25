import { z } from 'zod'
import words from '@resources/lexicon/table-questions.json'
import { nameKeys } from './asked-tokens'

const Words = z.object({ en: z.array(z.string()), zh: z.array(z.string()) })
const Concept = z.object({ id: z.string(), adds: z.boolean(), names: z.array(z.string()), asked: z.array(z.string()) })
const operation = z.enum([
  'sum',
  'average',
  'median',
  'min',
  'max',
  'distinct',
  'count',
  'howMuch',
  'share',
  'change',
  'list',
])
const Compare = Words.extend({
  operator: z.enum(['>=', '<=', '>', '<', '=']),
  concept: z.string().optional(),
  after: z.array(z.string()),
})

const Lexicon = z.object({
  operations: z.array(Words.extend({ means: operation })),
  superlatives: z.array(Words.extend({ direction: z.enum(['most', 'least']), concept: z.string().optional() })),
  group: Words,
  sort: Words,
  which: Words,
  not: Words,
  without: Words,
  with: Words,
  and: Words,
  parts: z.array(Words.extend({ part: z.enum(['year', 'quarter', 'month', 'week', 'day', 'weekday']) })),
  compare: z.array(Compare),
  times: z.record(z.enum(['after', 'since', 'before', 'until']), Words),
  fillers: Words,
  events: Words,
  labelHeads: Words,
  abbreviations: z.record(z.string(), z.string()),
  numbers: z.record(z.string(), z.number()),
  concepts: z.array(Concept),
})

/** What is done with a column, as questions say it. */
export type AskedOperation = z.infer<typeof operation>

/** Words that questions to tables are made of. */
export const tableLexicon = Lexicon.parse(words)

/** Concepts whose figures add up: a sum of prices says nothing. */
export const addingConcepts: ReadonlySet<string> = new Set(
  tableLexicon.concepts.filter(({ adds }) => adds).map(({ id }) => id),
)

/** A word list as keys, for single words. */
export function keySet({ en, zh }: z.infer<typeof Words>): ReadonlySet<string> {
  return new Set([...en, ...zh].map((word) => nameKeys(word).join(' ')))
}
