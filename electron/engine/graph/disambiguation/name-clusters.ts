import type { Reason } from './names/compare-names'
import type { EntityType } from '@shared/graph'
import type { NameProfile } from './names/name-profile'
import { vetoOf } from './vetoes'

/** A name to be clustered. */
export interface ClusterItem {
  /** Unique; its order is the order in which ties are decided. */
  readonly key: string
  /** The type the name was found with; the profile may have another type by a person's decision. */
  readonly foundType: EntityType | undefined
  readonly profile: NameProfile
  /** How often it was found, at least 1. */
  readonly count: number
}

/** Two items, by their place in the list, that may be one. */
export interface ClusterLink {
  readonly a: number
  readonly b: number
  readonly score: number
  readonly reason: Reason
  readonly leaning: 'a' | 'b' | 'both' | undefined
  readonly similarity?: number | undefined
}

/** Items in clusters, joined step by step (union-find). A join that would bring a vetoed pair together is refused. */
export class NameClusters {
  readonly #parent: number[]
  readonly #members: number[][]
  readonly #bodies: number[]
  readonly #apart = new Map<number, Set<number>>()

  constructor(private readonly items: readonly ClusterItem[]) {
    this.#parent = items.map((_, at) => at)
    this.#members = items.map((_, at) => [at])
    this.#bodies = items.map((_, at) => at)
  }

  rootOf(at: number): number {
    let root = at
    while (this.#parent[root] !== root) root = this.#parent[root] ?? root
    this.#parent[at] = root
    return root
  }

  membersOf(root: number): readonly number[] {
    return this.#members[root] ?? []
  }

  /** Keeps two items apart for good, unless they are together already. */
  keepApart(a: number, b: number): void {
    if (this.rootOf(a) === this.rootOf(b)) return
    this.#apart.set(a, (this.#apart.get(a) ?? new Set()).add(b))
    this.#apart.set(b, (this.#apart.get(b) ?? new Set()).add(a))
  }

  /** Joins whatever the vetoes say, unless the two are kept apart. */
  joinByHand(a: number, b: number): void {
    const [one, other] = [this.rootOf(a), this.rootOf(b)]
    if (one === other || this.#areKeptApart(one, other)) return
    const root = this.#unite(one, other)
    for (const member of this.membersOf(root)) this.#bodies[member] = root
  }

  /** Joins unless vetoed; true where the two were not together and now are. */
  join(a: number, b: number): boolean {
    const [one, other] = [this.rootOf(a), this.rootOf(b)]
    if (one === other || !this.mayJoin(one, other)) return false
    this.#unite(one, other)
    return true
  }

  mayJoin(one: number, other: number): boolean {
    if (this.#areKeptApart(one, other)) return false
    const others = this.#bodiesIn(other)
    return this.#bodiesIn(one).every((body) => others.every((against) => !this.#areVetoed(body, against)))
  }

  /** All clusters, each in the order of the items. */
  all(): number[][] {
    return this.#members.flatMap((members, at) => (this.#parent[at] === at ? [members.toSorted((a, b) => a - b)] : []))
  }

  /** Who has a say in a join: what a person put together speaks for the names that joined it. */
  #bodiesIn(root: number): number[][] {
    const bodies = new Map<number, number[]>()
    for (const member of this.membersOf(root)) {
      const body = this.#bodies[member] ?? member
      bodies.set(body, [...(bodies.get(body) ?? []), member])
    }
    const all = [...bodies.values()]
    const byHand = all.filter((body) => body.length > 1)
    return byHand.length > 0 ? byHand : all
  }

  #areVetoed(body: readonly number[], other: readonly number[]): boolean {
    return body.every((a) =>
      other.every((b) => {
        const [one, two] = [this.items[a], this.items[b]]
        return one !== undefined && two !== undefined && vetoOf(one.profile, two.profile) !== undefined
      }),
    )
  }

  #areKeptApart(one: number, other: number): boolean {
    if (this.#apart.size === 0) return false
    return this.membersOf(one).some((a) => {
      const apart = this.#apart.get(a)
      return apart !== undefined && this.membersOf(other).some((b) => apart.has(b))
    })
  }

  /** The smaller place becomes the root, whoever came first. */
  #unite(one: number, other: number): number {
    const [root, child] = one < other ? [one, other] : [other, one]
    this.#parent[child] = root
    this.#members[root] = [...this.membersOf(root), ...this.membersOf(child)]
    this.#members[child] = []
    return root
  }
}
