import { EntityType, RelationKind } from '@shared/graph'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const words = z.array(z.string().min(1)).default([])

const RelationPattern = z.strictObject({
  kind: RelationKind,
  /** What stands between the two sides: `is based/built on`; with `…` where the second side stands inside: `由…组成`. */
  phrases: z.array(z.string().min(1)).min(1),
  /** The right side is the source: `is used by`. */
  inverse: z.boolean().default(false),
  /** The left side may stand anywhere, not only where a clause begins: `such as`. */
  anywhere: z.boolean().default(false),
  /** What follows may be a clause, whose subject is no object: "requires them to", 支持他当选. */
  clauses: z.boolean().default(false),
  /** The class must be written in the plural: "databases including Milvus", but not "Europe including Spain". */
  plural: z.boolean().default(false),
  /** What may not follow the right side: 包括甲在内. */
  unless: words,
})
export type RelationPattern = z.infer<typeof RelationPattern>

/** Signs of one type. Words in small letters, Chinese in simplified characters. */
const TypeRule = z.strictObject({
  type: EntityType,
  /** What such things are called: "X, a database"; 数据库. */
  heads: words,
  /** Last words, or last characters, of such names. */
  suffixes: words,
  /** First words of such names. */
  prefixes: words,
  /** What stands directly before or behind such a name. */
  before: words,
  after: words,
  /** Whole names of this type, such as a country's. */
  names: words,
  /** First words of names of two to four words. */
  givenNames: words,
  /** Regular expressions of whole names. */
  shapes: z
    .array(z.string().min(1).max(200))
    .default([])
    .transform((sources) => sources.map((source) => new RegExp(`^(?:${source})$`, 'u'))),
})
export type TypeRule = z.infer<typeof TypeRule>

const SeriesRule = z.strictObject({
  type: EntityType,
  /** `{n}` stands for a number, `{a}` for a capital letter. */
  forms: z.array(z.string().min(3)).min(1),
  /** One of them alone is a name; otherwise a document must have two. */
  alone: z.boolean().default(true),
})
export type SeriesRule = z.infer<typeof SeriesRule>

export const WordLists = z.strictObject({
  /** May stand between a subject and its verb, or within a verb phrase: "is also used by". */
  adverbs: words,
  /** May stand before an object without changing what is said: articles, "a set of". */
  fillers: words,
  /** Join things that are said of alike. */
  coordinators: words,
  /** Join a thing to what it belongs to: of. */
  attachments: words,
  /** Refer to the thing directly before them: which. */
  relatives: words,
  /** May stand before the subject of a clause. */
  clauseHeads: words,
  /** Directly behind the verb, they deny what it says. */
  negations: words,
  /** Anywhere before the verb, they make a sentence no statement: if. */
  conditions: words,
  /** Anywhere, they make it a question. */
  questions: words,
  /** Before a noun, they refer to what was named before: this, 该. */
  demonstratives: words,
  /** The same before a single noun: the. */
  articles: words,
  /** Never names by themselves. */
  notNames: words,
  /** Nouns so general that no phrase they end is a name. */
  emptyHeads: words,
  /** Last characters of what is about the things that a list before it names, not their class: 洪水等灾害风险. */
  topicHeads: words,
  /** Verbs that a dictionary calls nouns. */
  verbs: words,
  /** Adjectives that are no part of a name. */
  weakAdjectives: words,
})
export type WordLists = z.infer<typeof WordLists>

/** One file of patterns. Each part may be missing: files of one language add up. */
export const PatternFile = z.strictObject({
  version: z.literal(1),
  language: z.enum(['en', 'zh']),
  relations: z.array(RelationPattern).default([]),
  types: z.array(TypeRule).default([]),
  series: z.array(SeriesRule).default([]),
  words: WordLists.prefault({}),
})
export type PatternFile = z.infer<typeof PatternFile>

/** All pattern files of a folder. Throws where one is malformed. */
export async function loadPatternFiles(folder: string): Promise<PatternFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted()
  return Promise.all(
    files.map(async (file) => PatternFile.parse(JSON.parse(await readFile(join(folder, file), 'utf8')))),
  )
}
