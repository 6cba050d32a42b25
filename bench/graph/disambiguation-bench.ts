import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { EntityType } from '@shared/graph'
import type { Mention } from '@engine/graph/share/graph-share'
import { NameResolver } from '@engine/graph/disambiguation/name-resolver'
import { type TranslationsOf, translationsFrom } from '@engine/graph/disambiguation/translations'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import type { Embedder } from '@engine/ports/models/embedder'
import { readShippedTerms } from '@engine/retrieval/terms/load-term-table'
import type { BenchIo } from '../io'
import { round } from '../metrics'

const Pair = z.strictObject({
  a: z.string().min(1),
  b: z.string().min(1),
  same: z.boolean(),
  language: z.enum(['en', 'zh', 'mixed']),
  why: z.string().min(1),
  types: z.tuple([EntityType, EntityType]).optional(),
})
/** Two names and whether a reader takes them for one thing. */
export type LabelledPair = z.infer<typeof Pair>
const PairFile = z.strictObject({ version: z.literal(1), pairs: z.array(Pair) })

const generatedNames = 10_000

/**
 * `bench disambiguation [--data FILE] [--misses]`: precision, recall and F1 of the labelled pairs, each pair alone, overall, by
 * language and on either half (every second pair; the rules were tuned on `tuned`), and how long 10,000 names take.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { data: { type: 'string' }, misses: { type: 'boolean' }, names: { type: 'string' } },
  })
  const data = values.data ?? join(io.resources, '..', 'tests', 'fixtures', 'disambiguation', 'pairs.json')
  const pairs = await readPairs(data)
  const translationsOf = translationsFrom(await readShippedTerms(join(io.resources, 'terms')))
  const embedder = createHashedNgramEmbedder()
  const judged = await judgePairs(pairs, embedder, translationsOf)
  if (values.misses)
    for (const { pair, half } of judged.filter(isMissed)) io.progress(`${half} ${JSON.stringify(pair)}`)
  const of = (isOne: (one: JudgedPair) => boolean) => pairFigures(judged.filter(isOne))
  const names = generateNames(Number(values.names ?? generatedNames))
  const start = performance.now()
  const resolver = new NameResolver(embedder, translationsOf)
  await resolver.add(names)
  const { entities } = resolver.resolve()
  const ms = performance.now() - start
  io.print(
    JSON.stringify({
      bench: 'disambiguation',
      data,
      ...of(() => true),
      en: of(({ pair }) => pair.language === 'en'),
      zh: of(({ pair }) => pair.language === 'zh'),
      mixed: of(({ pair }) => pair.language === 'mixed'),
      tuned: of(({ half }) => half === 'tuned'),
      held_out: of(({ half }) => half === 'held out'),
      names: names.length,
      entities: entities.length,
      ms: Math.round(ms),
    }),
  )
  return 0
}

/** Throws CairnError INVALID_INPUT where the file is not one of labelled pairs. */
export async function readPairs(path: string): Promise<LabelledPair[]> {
  try {
    return PairFile.parse(JSON.parse(await readFile(path, 'utf8'))).pairs
  } catch (thrown) {
    throw new CairnError(
      'INVALID_INPUT',
      `${path} is not a file of labelled pairs.`,
      'It needs {version: 1, pairs: [{a, b, same, language, why}]}.',
      { cause: thrown },
    )
  }
}

export interface JudgedPair {
  readonly pair: LabelledPair
  readonly half: 'tuned' | 'held out'
  /** Whether the two names ended in one entity. */
  readonly joined: boolean
}

/** Puts each pair through the resolver by itself. Halves are every second pair of the file. */
export async function judgePairs(
  pairs: readonly LabelledPair[],
  embedder: Embedder,
  translationsOf: TranslationsOf,
): Promise<JudgedPair[]> {
  const judged: JudgedPair[] = []
  for (const [at, pair] of pairs.entries()) {
    const resolver = new NameResolver(embedder, translationsOf)
    const mentions: Mention[] = [
      { name: pair.a, type: pair.types?.[0] },
      { name: pair.b, type: pair.types?.[1] },
    ]
    await resolver.add(mentions)
    const joined = resolver.resolve().entities.length === 1
    judged.push({ pair, half: at % 2 === 0 ? 'tuned' : 'held out', joined })
  }
  return judged
}

function isMissed({ pair, joined }: JudgedPair): boolean {
  return pair.same !== joined
}

export interface PairFigures {
  readonly pairs: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Of joining: what was rightly joined among what was joined, and among what should be. */
export function pairFigures(judged: readonly JudgedPair[]): PairFigures {
  const right = judged.filter(({ pair, joined }) => joined && pair.same).length
  const precision = right / Math.max(1, judged.filter(({ joined }) => joined).length)
  const recall = right / Math.max(1, judged.filter(({ pair }) => pair.same).length)
  const f1 = (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall)
  return { pairs: judged.length, precision: round(precision), recall: round(recall), f1: round(f1) }
}

const syllables = 'ka lo mer tin sa vel dor an bri no ul eth gar po lin wes ta rum cor hel'.split(' ')
const heads = [
  'University',
  'Group',
  'Institute',
  'Protocol',
  'River',
  'Council',
  'Framework',
  'Bank',
  'Theory',
  'Prize',
]
const givenNames = ['John', 'Mary', 'William', 'Anna', 'Robert', 'Elena', 'David', 'Sofia', 'J.', 'M.']
const chinese = Array.from('华新东海明天宏远中科信达安平金龙长江大北南国')
const chineseHeads = ['大学', '公司', '技术有限公司', '研究院', '银行', '系统', '集团', '委员会']

/** Names in the proportions of a library: bodies, persons, numbered things, Chinese; about one in ten another spelling. */
function generateNames(count: number): Mention[] {
  let state = 20_251_122
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const one = (list: readonly string[]) => list[below(list.length)] ?? ''
  const word = () => {
    const text = one(syllables) + one(syllables) + one(syllables)
    return text.slice(0, 1).toUpperCase() + text.slice(1)
  }
  const kinds: readonly (() => Mention)[] = [
    () => ({ name: `${word()} ${one(heads)}` }),
    () => ({ name: `${word()} ${word()} ${one(heads)}` }),
    () => ({ name: `${one(givenNames)} ${word()}`, type: 'person' }),
    () => ({ name: `${word()} ${below(20) + 1}` }),
    () => ({ name: `${one(chinese)}${one(chinese)}${one(chinese)}${one(chineseHeads)}` }),
    () => ({ name: `${word()} ${word()}` }),
  ]
  const names: Mention[] = []
  while (names.length < count) {
    const earlier = below(10) === 0 ? names[below(names.length)] : undefined
    names.push(
      earlier
        ? { ...earlier, name: `the ${earlier.name.toUpperCase()}` }
        : (kinds[below(kinds.length)]?.() ?? { name: word() }),
    )
  }
  return names
}
