import { EntityType } from '@shared/graph'
import type { Mention } from '../share/graph-share'
import { type Decision, type NameRef, refersTo } from './merge-log'
import type { ClusterItem } from './name-clusters'

/** All names that stand for one thing. */
export interface DisambiguatedEntity {
  /** Unique among the entities of a resolution, and the same wherever its names are the same. */
  readonly key: string
  /** The name it is shown by. */
  readonly name: string
  readonly type: EntityType | undefined
  /** As they were found, by key. */
  readonly mentions: readonly Mention[]
}

/** Share of an entity's mentions that must have a type for it to be the entity's. */
const leastTyped = 0.2

/** The entity of a cluster. `decisions` are newest first. */
export function entityOf(items: readonly ClusterItem[], decisions: readonly Decision[]): DisambiguatedEntity {
  const mentions = items.map(({ profile, foundType }): Mention => {
    return foundType === undefined ? { name: profile.name } : { name: profile.name, type: foundType }
  })
  const about = decisions.filter(
    (decision) =>
      (decision.kind === 'rename' || decision.kind === 'retype') &&
      mentions.some((mention) => refersTo(decision.name, mention)),
  )
  const renamed = about.find((decision) => decision.kind === 'rename')
  const retyped = about.find((decision) => decision.kind === 'retype')
  return {
    key: items[0]?.key ?? '',
    name: renamed?.to ?? shownName(mergedUnder(items, decisions) ?? items),
    type: retyped?.to ?? commonType(items),
    mentions,
  }
}

/** The items with the name that a person merged others into, the last time they did; undefined where nobody has. */
function mergedUnder(
  items: readonly ClusterItem[],
  decisions: readonly Decision[],
): readonly ClusterItem[] | undefined {
  for (const decision of decisions) {
    const [first, ...others] = decision.kind === 'merge' ? decision.names : []
    const called = (ref: NameRef | undefined) =>
      items.filter(({ profile, foundType }) => ref && refersTo(ref, { name: profile.name, type: foundType }))
    const under = called(first)
    if (under.length > 0 && others.some((other) => called(other).length > 0)) return under
  }
  return undefined
}

/** The most frequent name; of equally frequent ones the one with most words of its own, then the longer, then by key. */
function shownName(items: readonly ClusterItem[]): string {
  const [best] = items.toSorted(
    (x, y) =>
      y.count - x.count ||
      y.profile.main.words.length - x.profile.main.words.length ||
      y.profile.main.words.join('').length - x.profile.main.words.join('').length ||
      (x.key < y.key ? -1 : 1),
  )
  return best?.profile.name ?? ''
}

/** The type that most mentions have; none where nearly all have none, because the few are mistakes. */
function commonType(items: readonly ClusterItem[]): EntityType | undefined {
  const counts = new Map<EntityType, number>()
  const all = items.reduce((sum, { count }) => sum + count, 0)
  for (const { profile, count } of items) {
    if (profile.type !== undefined) counts.set(profile.type, (counts.get(profile.type) ?? 0) + count)
  }
  return EntityType.options
    .filter((type) => (counts.get(type) ?? 0) >= all * leastTyped)
    .toSorted((x, y) => (counts.get(y) ?? 0) - (counts.get(x) ?? 0))[0]
}
