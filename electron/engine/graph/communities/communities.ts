import { createHash } from 'node:crypto'
import type { CommunityHead } from '@shared/graph'
import { mulberry32 } from '@shared/hash'
import type { EntityGraph } from '../entities/entity-graph'
import { connectedGroups } from './connected-groups'

export const communitySettings = {
  /** A community with more members is divided again, … */
  maxMembers: 40,
  /** … down to this many levels. */
  maxLevels: 4,
  /** Above 1 for more and smaller communities, below 1 for fewer. */
  resolution: 1,
  /** A member whose rank is this many times the next rank names its community alone. */
  dominance: 3,
  seed: 1,
}
type CommunitySettings = Readonly<typeof communitySettings>

/** Members that name a community at most, the highest ranked. */
export const maxInTitle = 3

export interface Community {
  /** A hash of the level and the `maxInTitle` highest ranked members: the same while these members stay together. */
  readonly id: string
  /** 0 for the coarsest. */
  readonly level: number
  readonly parent: Community | undefined
  readonly title: string
  /** Entities by their number in the graph, the highest ranked first. */
  readonly members: readonly number[]
  /** Largest first. Together they hold every member that has an edge to another member of its child. */
  readonly children: readonly Community[]
}

export interface Communities {
  /** By level, then the largest first, then by id. */
  readonly all: readonly Community[]
  readonly byId: ReadonlyMap<string, Community>
  /** The communities of an entity, the coarsest first; empty for an entity without an edge. */
  of(entity: number): readonly Community[]
}

/** A community whose children are not complete yet. */
interface Growing extends Community {
  readonly children: Growing[]
}

/**
 * Communities within communities, each connected and within one of the level above. Large ones are divided again by what holds
 * within them, as GraphRAG does (Edge et al., 2024, "From Local to Global"), since one division of the whole finds no
 * small ones (Fortunato and Barthélemy, 2007, "Resolution limit in community detection").
 */
export function buildCommunities(graph: EntityGraph, settings: CommunitySettings = communitySettings): Communities {
  const random = mulberry32(settings.seed)
  const place = new Int32Array(graph.entities.length)
  for (const [at, entity] of graph.byRank.entries()) place[entity] = at
  const divide = (members: readonly number[], parent: Growing | undefined): Growing[] =>
    connectedGroups(graph, members, settings.resolution, random)
      .filter((group) => group.length > 1)
      .map((group) => group.toSorted((a, b) => (place[a] ?? 0) - (place[b] ?? 0)))
      .map((group) => community(graph, group, parent, settings))
      .toSorted(largestFirst)
  const all: Growing[] = []
  let level = divide([...graph.entities.keys()], undefined)
  for (let depth = 0; level.length > 0; depth += 1) {
    all.push(...level)
    if (depth + 1 >= settings.maxLevels) break
    const next: Growing[] = []
    for (const parent of level) {
      if (parent.members.length <= settings.maxMembers) continue
      const ascending = parent.members.toSorted((a, b) => a - b)
      const children = divide(ascending, parent)
      // What cannot be divided stays as it is.
      if (children.length > 1) parent.children.push(...children)
      next.push(...parent.children)
    }
    level = next.sort(largestFirst)
  }
  return lookUp(all, graph.entities.length)
}

function community(
  { entities }: EntityGraph,
  members: readonly number[],
  parent: Growing | undefined,
  { dominance }: CommunitySettings,
): Growing {
  const level = parent ? parent.level + 1 : 0
  const heads = members.slice(0, maxInTitle).flatMap((member) => entities[member] ?? [])
  const [first, second] = heads
  const isAlone = (first?.rank ?? 0) >= dominance * (second?.rank ?? 0)
  return {
    id: communityId([level, ...heads.map(({ id }) => id)]),
    level,
    parent,
    title: (isAlone ? heads.slice(0, 1) : heads).map(({ name }) => name).join(', '),
    members,
    children: [],
  }
}

function communityId(parts: readonly (number | string)[]): string {
  return `c_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}`
}

export function largestFirst(a: Community, b: Community): number {
  return b.members.length - a.members.length || (a.id < b.id ? -1 : 1)
}

function lookUp(all: readonly Community[], entities: number): Communities {
  const finest = new Array<Community | undefined>(entities)
  // By level, so that a finer one takes the place of what holds it.
  for (const one of all) for (const member of one.members) finest[member] = one
  return {
    all,
    byId: new Map(all.map((one) => [one.id, one])),
    of(entity) {
      const found: Community[] = []
      for (let one = finest[entity]; one; one = one.parent) found.unshift(one)
      return found
    },
  }
}

export function communityHead({ id, level, parent, title, members }: Community): CommunityHead {
  return { id, level, parent: parent?.id ?? null, title, size: members.length }
}
