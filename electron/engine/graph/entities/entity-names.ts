import { createHash } from 'node:crypto'
import type { EntityType } from '@shared/graph'
import type { DisambiguatedEntity } from '../disambiguation/disambiguated-entity'
import type { Resolution } from '../disambiguation/name-resolver'
import { type Mention, mentionKey } from '../share/graph-share'
import type { Library } from './entity-library'
import { listAt } from './lists'
import type { Places } from './cards/entity-places'

/** English that is written small, of two letters a word at least: percentage fee. */
const commonNoun = /^\p{Ll}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]+)*$/u

/** `n_` and the first 16 hex digits of the key's SHA-256: two of a million entities meet once in 10^7 libraries. */
export function entityId(key: string): string {
  return `n_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
}

export interface GraphEntity {
  /** `entityId` of its key. */
  readonly id: string
  readonly name: string
  readonly type: EntityType | undefined
  /** All names it was found with, each with its type, by key. */
  readonly names: readonly Mention[]
  /** Other spellings, most frequent first, without the name it is shown by. */
  readonly aliases: readonly string[]
  readonly mentions: number
  readonly documents: number
  /** 0 to 1, the highest being 1. */
  readonly rank: number
}

/** Ids of all names → entity. */
export function idsOf(resolved: readonly DisambiguatedEntity[]): Map<string, number> {
  const ids = new Map<string, number>()
  for (const [at, { mentions }] of resolved.entries()) {
    for (const mention of mentions) ids.set(entityId(mentionKey(mention)), at)
  }
  return ids
}

/** Ids, names and counts of the entities that `kept` numbers, in the order of these numbers. */
export function describeEntities(
  library: Library,
  resolution: Resolution,
  kept: Int32Array,
  places: Places,
): Omit<GraphEntity, 'rank'>[] {
  const counts = nameCounts(library, resolution)
  const documents = documentCounts(library, resolution)
  return resolution.entities.flatMap((entity, at) => {
    const number = kept[at] ?? -1
    if (number < 0) return []
    const { key, name, type, mentions } = entity
    return [
      {
        id: entityId(key),
        name,
        type: type ?? (commonNoun.test(name) ? 'concept' : undefined),
        names: mentions,
        aliases: aliasesOf(entity, counts),
        mentions: listAt(places.ofEntity, number).length,
        documents: documents[at] ?? 0,
      },
    ]
  })
}

/** Documents that name each of the resolved entities, or state something of it: a title stands nowhere in its text. */
function documentCounts({ parts }: Library, { entities }: Resolution): Int32Array {
  const counts = new Int32Array(entities.length)
  const last = new Int32Array(entities.length).fill(-1)
  for (const [part, { resolved, mentions, relations }] of parts.entries()) {
    const count = (name: number) => {
      const at = resolved[name] ?? 0
      if (last[at] !== part) counts[at] = (counts[at] ?? 0) + 1
      last[at] = part
    }
    for (const [name] of mentions) count(name)
    for (const [source, , target] of relations) {
      count(source)
      count(target)
    }
  }
  return counts
}

/** How often each name of those entities that have several is written, by name and type. */
function nameCounts({ parts }: Library, { entities }: Resolution): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { share, resolved, mentions } of parts) {
    const own = new Int32Array(resolved.length)
    for (const [name] of mentions) own[name] = (own[name] ?? 0) + 1
    for (const [at, name] of share.facts.names.entries()) {
      if ((entities[resolved[at] ?? -1]?.mentions.length ?? 0) < 2) continue
      const key = mentionKey(name)
      counts.set(key, (counts.get(key) ?? 0) + (own[at] ?? 0))
    }
  }
  return counts
}

function aliasesOf({ name, mentions }: DisambiguatedEntity, counts: ReadonlyMap<string, number>): string[] {
  if (mentions.length === 1 && mentions[0]?.name === name) return []
  const byName = new Map<string, number>()
  for (const mention of mentions) {
    if (mention.name === name) continue
    byName.set(mention.name, (byName.get(mention.name) ?? 0) + (counts.get(mentionKey(mention)) ?? 0))
  }
  return [...byName].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([alias]) => alias)
}
