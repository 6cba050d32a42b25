import { z } from 'zod'
import { ErrorReport } from './errors'

/** The types of an entity of the graph. An entity of unknown type has no type. */
export const EntityType = z.enum([
  'technology',
  'concept',
  'stage',
  'shortcut',
  'storage',
  'framework',
  'model',
  'layer',
  'priority',
  'tool',
  'metric',
  'person',
  'organisation',
  'place',
  'event',
  'document',
])
export type EntityType = z.infer<typeof EntityType>

/**
 * What an edge says. All but the last are stated somewhere: source first, so that `a uses b`. `precedes` orders numbered stages, layers
 * and priorities; `links_to` is a link of the text; `related_to` is a statement that only a language model has read. `co_occurs` merely
 * stand together, more often than chance would have it, and has no direction.
 */
export const RelationKind = z.enum([
  'is_a',
  'includes',
  'uses',
  'supports',
  'integrates_with',
  'depends_on',
  'replaces',
  'extends',
  'precedes',
  'links_to',
  'related_to',
  'co_occurs',
])
export type RelationKind = z.infer<typeof RelationKind>

const entityId = /^n_[0-9a-f]{16}$/
const idLooksLike = 'An entity id looks like n_0123456789abcdef.'

/** An entity's address: the same wherever its names are the same. Any name of an entity that was merged into another still leads there. */
export const EntityId = z.string().regex(entityId, idLooksLike)

/** How far a language model has come with reading the library. */
export const ExtractionState = z.object({
  /** `paused` by a person, or because the budget is spent; `done` also where passages were left out that failed again and again. */
  state: z.enum(['off', 'running', 'paused', 'done', 'failed']),
  /** Null where none is chosen. */
  model: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Passages that were read or given up, and all there are. */
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  /** Why it failed. */
  error: ErrorReport.nullable(),
  /** Milliseconds of this run that the model was at work, and how many it may be. */
  spent_ms: z.number().nonnegative(),
  budget_ms: z.number().nonnegative(),
})
export type ExtractionState = z.infer<typeof ExtractionState>

/** How far the graph has come; each change of what it holds has a higher version. */
export const GraphState = z.object({
  version: z.number().int().nonnegative(),
  entities: z.number().int().nonnegative(),
  relations: z.number().int().nonnegative(),
  communities: z.number().int().nonnegative(),
  /** Documents whose share is in it, and those that are searchable. */
  documents: z.object({ done: z.number().int().nonnegative(), total: z.number().int().nonnegative() }),
  /** Documents are being read, or what was read is being put together. */
  building: z.boolean(),
  /** Absent where this engine asks no model. */
  extraction: ExtractionState.optional(),
})
export type GraphState = z.infer<typeof GraphState>

const index = z.number().int().nonnegative()

export const CommunityHead = z.object({
  id: z.string(),
  /** 0 for the coarsest. */
  level: index,
  /** Id of the community that holds it; null at level 0. */
  parent: z.string().nullable(),
  title: z.string(),
  /** Entities in it. */
  size: index,
})
export type CommunityHead = z.infer<typeof CommunityHead>

/** Entities in one picture at most. */
export const mostDrawn = 60_000

const isText = (value: unknown) => typeof value === 'string'
const isPlace = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isPlaceOrNone = (value: unknown) => value === -1 || isPlace(value)
const isNumber = (value: unknown) => Number.isFinite(value)
const isNumberOrNull = (value: unknown) => value === null || isNumber(value)
const isEntityId = (value: unknown) => typeof value === 'string' && entityId.test(value)

/** As `z.array` in a fraction of the time, for hundreds of thousands of values; an issue does not say which of them it is. */
function column<Value>(isValue: (value: unknown) => boolean, message = 'A value of the column is of the wrong kind.') {
  return z.custom<Value[]>((values) => Array.isArray(values) && values.every(isValue), message)
}

function haveOneLength(columns: Readonly<Record<string, readonly unknown[]>>): boolean {
  return new Set(Object.values(columns).map(({ length }) => length)).size === 1
}

/**
 * Part of the graph for drawing, as columns: `nodes.names[i]` is the name of node i, and edges name nodes by their place.
 * Nodes are ordered by rank, highest first.
 */
export const GraphPicture = z.object({
  version: z.number().int().nonnegative(),
  nodes: z
    .object({
      ids: column<string>(isText),
      names: column<string>(isText),
      /** Place in `EntityType.options`; -1 where unknown. */
      types: column<number>(isPlaceOrNone),
      /** 0 to 1, the highest of the whole graph being 1. */
      ranks: column<number>(isNumber),
      mentions: column<number>(isPlace),
      /** Place in `communities`; -1 where it is in none. */
      communities: column<number>(isPlaceOrNone),
      /** The entity's place on the last visit; null before its first. */
      x: column<number | null>(isNumberOrNull),
      y: column<number | null>(isNumberOrNull),
    })
    .refine(haveOneLength, 'Each node needs a value in every column.'),
  edges: z
    .object({
      sources: column<number>(isPlace),
      targets: column<number>(isPlace),
      /** Place in `RelationKind.options`. */
      kinds: column<number>(isPlace),
      /** Above 0: in how many passages it is stated, or for `co_occurs` half the strength of the association, at most 0.5. */
      weights: column<number>(isNumber),
    })
    .refine(haveOneLength, 'Each edge needs a value in every column.'),
  /** Communities of level 0 that hold a shown node, largest first. */
  communities: z.array(CommunityHead),
  /** Counts of the whole graph, or of the part that the request could have shown. */
  total: z.object({ nodes: index, edges: index }),
})
export type GraphPicture = z.infer<typeof GraphPicture>

/** The drawn places of entities, as columns. */
export const GraphLayout = z
  .object({
    ids: column<string>(isEntityId, idLooksLike),
    x: column<number>(isNumber),
    y: column<number>(isNumber),
  })
  .refine(haveOneLength, 'Each id needs an x and a y.')
  .refine(({ ids }) => ids.length <= mostDrawn, `At most ${mostDrawn} entities are drawn at once.`)
export type GraphLayout = z.infer<typeof GraphLayout>

/** A passage of a document, as a card shows it and a press opens it: `[start, end)` of the extracted text. */
export const GraphPassageRef = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  document_title: z.string(),
  heading_path: z.array(z.string()),
  page: z.number().int().positive().nullable(),
  start: index,
  end: index,
  /** `[start, end)`, shortened where it is long. */
  text: z.string(),
})
export type GraphPassageRef = z.infer<typeof GraphPassageRef>

export const EntityHead = z.object({
  id: z.string(),
  name: z.string(),
  type: EntityType.nullable(),
  /** How often it is named, and in how many documents. */
  mentions: index,
  documents: index,
})
export type EntityHead = z.infer<typeof EntityHead>

export const EntityHit = EntityHead.extend({
  /** The name that matched, where that is not the one it is shown by. */
  matched: z.string().nullable(),
})
export type EntityHit = z.infer<typeof EntityHit>

/** Something stated of an entity, with the sentences that state it. */
export const Statement = z.object({
  relation: RelationKind,
  /** Whether the entity on the card comes first. */
  outgoing: z.boolean(),
  other: EntityHead,
  /** How many passages state it. */
  weight: z.number(),
  passages: z.array(GraphPassageRef),
})
export type Statement = z.infer<typeof Statement>

/** Names that rules or a person put together: what was decided, and the id to take it back by. */
export const MergeReason = z.object({
  id: z.string(),
  names: z.array(z.string()),
  /** `manual`, or the rule that found them to be one. */
  reason: z.string(),
  /** 0 to 1; 1 for a person's decision. */
  score: z.number(),
})
export type MergeReason = z.infer<typeof MergeReason>

export const EntityCard = EntityHead.extend({
  /** 0 to 1, the highest of the graph being 1. */
  rank: z.number(),
  /** Its other names, most frequent first. */
  aliases: z.array(z.string()),
  merges: z.array(MergeReason),
  /** Strongest first; stated relations only. */
  statements: z.array(Statement),
  /** The entities that occur with it most, strongest first. */
  related: z.array(EntityHead.extend({ weight: z.number() })),
  /** The passages that name it; first those that say most about it. */
  passages: z.array(GraphPassageRef),
  /** At most 200, those that name it most often first. */
  found_in: z.array(z.object({ document_id: z.string(), title: z.string(), mentions: index })),
  /** From the coarsest to the finest. */
  communities: z.array(CommunityHead),
})
export type EntityCard = z.infer<typeof EntityCard>

export const CommunityCard = CommunityHead.extend({
  /** At most 100, the highest ranked first. */
  entities: z.array(EntityHead),
  /** Sentences of the documents that say most of it; `by` names the model where one wrote `text` from them. */
  summary: z.object({ text: z.string(), by: z.string().nullable(), passages: z.array(GraphPassageRef) }),
  children: z.array(CommunityHead),
})
export type CommunityCard = z.infer<typeof CommunityCard>

/** Shortest way between two entities; empty where there is none. `edges[i]` joins `nodes[i]` and `nodes[i + 1]`. */
export const GraphPath = z.object({
  nodes: z.array(EntityHead),
  edges: z.array(
    z.object({
      relation: RelationKind,
      /** It leads from `nodes[i]` to `nodes[i + 1]`; false for the other way round. */
      forward: z.boolean(),
      passages: z.array(GraphPassageRef),
    }),
  ),
})
export type GraphPath = z.infer<typeof GraphPath>

/** A person's decision about entities. It survives a new index, because it refers to names. */
export const GraphDecision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('merge'), ids: z.array(EntityId).min(2).max(50) }),
  /** Names of one entity that become another. */
  z.object({ kind: z.literal('split'), id: EntityId, names: z.array(z.string().min(1).max(300)).min(1).max(200) }),
  z.object({ kind: z.literal('rename'), id: EntityId, name: z.string().trim().min(1).max(200) }),
  z.object({ kind: z.literal('retype'), id: EntityId, type: EntityType }),
  /** Takes back a decision, or a merge that rules made. */
  z.object({ kind: z.literal('undo'), entry: z.string().min(1).max(2000) }),
])
export type GraphDecision = z.infer<typeof GraphDecision>

/** A recorded decision, in lists with the newest first. */
export const DecisionRecord = z.object({
  id: z.string(),
  kind: z.enum(['merge', 'split', 'rename', 'retype']),
  at: z.string(),
  names: z.array(z.string()),
  /** The new name or type. */
  to: z.string().nullable(),
})
export type DecisionRecord = z.infer<typeof DecisionRecord>

export const GraphFileFormat = z.enum(['graphml', 'json'])
export type GraphFileFormat = z.infer<typeof GraphFileFormat>

/** The graph as a file; by default without what only confidential documents say. */
export const GraphExport = z.object({ format: GraphFileFormat, leave_out_sensitive: z.boolean().default(true) })
export type GraphExport = z.infer<typeof GraphExport>
