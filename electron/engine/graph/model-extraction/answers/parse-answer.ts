import { z } from 'zod'
import { EntityType } from '@shared/graph'
import { jsonIfValid } from '@engine/platform/stored-text'
import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'
import { maxNameLength, maxEntities, maxRelations, StatedKind } from '../requests/extraction-schema'

/** What a model says, in a form that can be read; nothing of it is believed yet. */
export interface Answer {
  readonly entities: readonly { readonly name: string; readonly type: EntityType | null }[]
  /** `sentence` as the prompt counts, from 1. */
  readonly relations: readonly {
    readonly source: string
    readonly relation: StatedKind
    readonly target: string
    readonly sentence: number
  }[]
}

export interface ParsedAnswer {
  readonly answer: Answer
  /** Entries that were of no use. */
  readonly discarded: number
}

const Lists = z.object({ entities: z.array(z.unknown()), relations: z.array(z.unknown()).default([]) })

const Name = z
  .string()
  .transform((name) => name.replace(/\s+/gu, ' ').trim())
  .refine(mayBeName)
/** A type or a sentence that is none is only not known. */
const Entity = z.object({ name: Name, type: EntityType.nullable().catch(null) })
const Relation = z.object({ source: Name, relation: StatedKind, target: Name, sentence: z.number().int().catch(0) })

/** Undefined for what is no such JSON; entries that are wrong by themselves, or too many, are left out and counted. */
export function parseAnswer(text: string): ParsedAnswer | undefined {
  const lists = Lists.safeParse(jsonIn(text)).data
  if (!lists) return undefined
  const entities = lists.entities.slice(0, maxEntities).flatMap((entry) => Entity.safeParse(entry).data ?? [])
  const relations = lists.relations.slice(0, maxRelations).flatMap((entry) => Relation.safeParse(entry).data ?? [])
  const discarded = lists.entities.length - entities.length + (lists.relations.length - relations.length)
  return { answer: { entities, relations }, discarded }
}

/** Capitals and figures alone, as in IT or S3: such a name is not its word in small letters. */
export function isAcronym(name: string): boolean {
  return /^[\p{Lu}\p{N}&.+#/-]{1,8}$/u.test(name)
}

const noName = /^[\p{N}\p{P}\p{S}\s年月日号時时分秒]*$/u

function mayBeName(name: string): boolean {
  if (name.length < 2 || name.length > maxNameLength || noName.test(name)) return false
  return isAcronym(name) || !analyse(name).every(isStopTerm)
}

/** The JSON in a text; of one that was cut short, the entries that are whole. */
function jsonIn(text: string): unknown {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  return jsonIfValid(json) ?? jsonIfValid(`${json}]}`)
}
