import fc from 'fast-check'
import { EntityType, RelationKind } from '@shared/graph'
import type { MergeLogEntry } from '@engine/graph/disambiguation/merge-log'
import { NameResolver, type Resolution } from '@engine/graph/disambiguation/name-resolver'
import { coOccurs } from '@engine/graph/entities/edges'
import { buildEntityGraph, type EntityGraph } from '@engine/graph/entities/entity-graph'
import { entityGraphSettings } from '@engine/graph/entities/entity-graph-settings'
import { type GraphShare, graphShareVersion, type Mention } from '@engine/graph/share/graph-share'
import { nameKey } from '@engine/graph/names/name-key'

export interface Stated {
  readonly source: string
  readonly kind: RelationKind
  readonly target: string
  readonly passage: number
}

/**
 * The share of a document whose names are written in brackets: `[Ada] met [Charles Babbage|person]`; `# [Ada]` alone is a heading.
 * What is stated is said by the whole passage.
 */
export function shareOf(documentId: string, texts: readonly string[], stated: readonly Stated[] = []): GraphShare {
  const names: Mention[] = []
  const numberOf = (name: string, type?: string): number => {
    const known = names.findIndex((one) => one.name === name)
    if (known >= 0) return known
    return names.push(type === undefined ? { name } : { name, type: EntityType.parse(type) }) - 1
  }
  const mentions = texts.flatMap((text, passage) =>
    [...text.matchAll(/\[([^|\]]+)(?:\|(\w+))?\]/gu)].map(({ 1: name = '', 2: type, index }) => {
      return [numberOf(name, type), passage, index + 1, index + 1 + name.length] as const
    }),
  )
  return {
    version: graphShareVersion,
    documentId,
    revision: documentId,
    title: `Title of ${documentId}`,
    links: {
      documentId,
      passages: texts.map((text, passage) => ({
        id: `${documentId}:${passage}`,
        names: [...text.matchAll(/# \[([^|\]]+)/gu)].map(({ 1: name = '' }) => [nameKey(name), 3] as const),
        terms: [],
      })),
      aliases: [],
    },
    facts: {
      relations: stated.map(({ source, kind, target, passage }) => {
        const end = texts[passage]?.length ?? 0
        return [numberOf(source), RelationKind.options.indexOf(kind), numberOf(target), passage, 0, end] as const
      }),
      names,
      mentions,
      definitions: [],
    },
  }
}

export async function resolve(shares: readonly GraphShare[], log: readonly MergeLogEntry[] = []): Promise<Resolution> {
  const resolver = new NameResolver(undefined, () => [])
  await resolver.setLog(log)
  for (const share of shares) await resolver.add(share.facts.names)
  return resolver.resolve()
}

export async function graphOf(
  shares: readonly GraphShare[],
  settings: Partial<typeof entityGraphSettings> = {},
  log: readonly MergeLogEntry[] = [],
): Promise<EntityGraph> {
  return buildEntityGraph(shares, await resolve(shares, log), { ...entityGraphSettings, ...settings })
}

/** Everything is shown and whatever stands together is joined: more of a graph from little text. */
export const eager = { minMentions: 1, minSharedPassages: 1, minAssociation: 0.01 }

export function numberOf(graph: EntityGraph, name: string): number {
  return graph.entities.findIndex((entity) => entity.name === name || entity.aliases.includes(name))
}

/** `source kind target` of all edges. */
export function edgeList({ entities, edges }: EntityGraph): string[] {
  const nameAt = (at: number | undefined) => entities[at ?? -1]?.name ?? '?'
  return Array.from(
    edges.source,
    (source, edge) =>
      `${nameAt(source)} ${RelationKind.options[edges.kind[edge] ?? -1] ?? '?'} ${nameAt(edges.target[edge])}`,
  )
}

/** Some are spellings of each other, one stands in two types, one is a part of another. */
const pool = [
  'Ada Lovelace|person',
  'Lovelace|person',
  'Charles Babbage',
  'Analytical Engine',
  'analytical engine',
  'Jordan|person',
  'Jordan|place',
  '向量数据库',
  '向量資料庫|storage',
  '向量',
  'LanceDB',
  'Stage 1|stage',
  'Stage 2|stage',
]
const name = fc.constantFrom(...pool)
const words = fc.constantFrom(' and ', ' met ', '。', ` ${'far away '.repeat(20)}`, ', ')
const text = fc
  .array(fc.tuple(name, words), { maxLength: 8 })
  .map((parts) => parts.map(([one, between]) => `[${one}]${between}`).join(''))
const plain = (one: string) => one.split('|')[0] ?? one
const stated = fc.record({
  source: name.map(plain),
  kind: fc.constantFrom(...RelationKind.options.slice(0, coOccurs)),
  target: name.map(plain),
  passage: fc.nat({ max: 2 }),
})

/** Shares of up to six documents; some of what they state is of passages that are not there. */
export const libraries: fc.Arbitrary<GraphShare[]> = fc
  .array(
    fc.record({ texts: fc.array(text, { minLength: 1, maxLength: 3 }), stated: fc.array(stated, { maxLength: 4 }) }),
    { maxLength: 6 },
  )
  .map((documents) => documents.map((one, at) => shareOf(`d${at}`, one.texts, one.stated)))
