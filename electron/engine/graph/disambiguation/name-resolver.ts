import type { Embedder } from '@engine/ports/models/embedder'
import type { ClusterItem, ClusterLink } from './name-clusters'
import { clusterNames } from './cluster-names'
import { compareNames, type Likeness, nilThreshold } from './names/compare-names'
import { type DisambiguatedEntity, entityOf } from './disambiguated-entity'
import type { EntityType } from '@shared/graph'
import { type Mention, mentionKey } from '../share/graph-share'
import {
  automaticId,
  type AutomaticMerge,
  type Decision,
  decisionsOf,
  type MergeLog,
  nameRef,
  refersTo,
} from './merge-log'
import { NameIndex } from './name-index'
import { type NameProfile, profileOf } from './names/name-profile'
import { rerank } from './rerank-names'
import type { TranslationsOf } from './translations'

interface Item extends ClusterItem {
  readonly id: number
  readonly mention: Mention
  profile: NameProfile
  count: number
}

interface Link {
  readonly a: number
  readonly b: number
  readonly likeness: Likeness
  readonly similarity?: number
}

export interface Resolution {
  /** Sorted by key. */
  readonly entities: readonly DisambiguatedEntity[]
  readonly merges: readonly AutomaticMerge[]
}

/** Two names that a text says are one: "Large Language Model (LLM)", short one first. */
export type Definition = readonly [short: Mention, long: Mention]

/** Names kept up to date and put into entities. The outcome depends on which names there are, never on their order. */
export class NameResolver {
  readonly #items = new Map<string, Item>()
  readonly #byId = new Map<number, Item>()
  readonly #links = new Map<number, Map<number, Link>>()
  /** Pairs whose likeness needs their vectors; they wait here when the embedder fails, and count as none. */
  #waiting = new Set<Link>()
  readonly #index: NameIndex
  #decisions: readonly Decision[] = []
  #nextId = 0

  /** Without an embedder only the rules speak. */
  constructor(
    private readonly embedder: Embedder | undefined,
    private readonly translationsOf: TranslationsOf,
  ) {
    this.#index = new NameIndex(translationsOf)
  }

  /** Adds each mention once more. Rejects as the embedder does, with the names added all the same. */
  async add(mentions: readonly Mention[], signal?: AbortSignal): Promise<void> {
    for (const mention of mentions) {
      const found = this.#items.get(mentionKey(mention))
      if (found) found.count += 1
      else if (mention.name.trim() !== '') this.#put(mention, 1)
    }
    await this.#rerank(signal)
  }

  /** Takes each mention away once; a name goes with its last mention. */
  remove(mentions: readonly Mention[]): void {
    for (const mention of mentions) {
      const item = this.#items.get(mentionKey(mention))
      if (!item) continue
      item.count -= 1
      if (item.count === 0) this.#take(item)
    }
  }

  /** The mention it keeps that is equal to this one; this one where it has none. */
  known(mention: Mention): Mention {
    return this.#items.get(mentionKey(mention))?.mention ?? mention
  }

  /** The decisions that `resolve` follows from now on. Rejects as `add` does. */
  async setLog(log: MergeLog, signal?: AbortSignal): Promise<void> {
    this.#decisions = decisionsOf(log)
    for (const item of [...this.#items.values()]) {
      if (this.#typeOf(item.mention) === item.profile.type) continue
      this.#take(item)
      this.#put(item.mention, item.count)
    }
    await this.#rerank(signal)
  }

  resolve(definitions: readonly Definition[] = []): Resolution {
    const items = [...this.#items.values()].toSorted((x, y) => (x.key < y.key ? -1 : 1))
    const places = new Map(items.map((item, at) => [item.id, at]))
    const links: ClusterLink[] = []
    for (const ofName of this.#links.values()) {
      for (const link of ofName.values()) {
        const [a, b] = [places.get(link.a), places.get(link.b)]
        if (a !== undefined && b !== undefined) links.push(ordered(a, b, link))
      }
    }
    for (const [short, long] of definitions) {
      const [a, b] = [short, long].map((name) => places.get(this.#items.get(mentionKey(name))?.id ?? -1))
      if (a === undefined || b === undefined || a === b) continue
      links.push(ordered(a, b, { likeness: { score: 0.95, reason: 'definition', leaning: 'a' } }))
    }
    const { clusters, used } = clusterNames(items, links, this.#decisions)
    const members = (cluster: readonly number[]) => cluster.flatMap((at) => items[at] ?? [])
    return {
      entities: clusters.map((cluster) => entityOf(members(cluster), this.#decisions)),
      merges: used.flatMap((link) => mergeOf(link, items)),
    }
  }

  #put(mention: Mention, count: number): void {
    const profile = profileOf({ name: mention.name, type: this.#typeOf(mention) })
    const item: Item = { key: mentionKey(mention), id: this.#nextId, mention, foundType: mention.type, profile, count }
    this.#nextId += 1
    for (const id of this.#index.add(item.id, profile)) {
      const other = this.#byId.get(id)
      const likeness = other && compareNames(profile, other.profile, this.translationsOf)
      if (!likeness) continue
      const link = { a: item.id, b: id, likeness }
      if (likeness.score >= nilThreshold) this.#connect(link)
      else this.#waiting.add(link)
    }
    this.#items.set(item.key, item)
    this.#byId.set(item.id, item)
  }

  #take(item: Item): void {
    this.#index.remove(item.id, item.profile)
    this.#items.delete(item.key)
    this.#byId.delete(item.id)
    // A link lies with the newer of its two names.
    this.#links.delete(item.id)
    for (const other of this.#index.candidatesOf(item.profile)) this.#links.get(other)?.delete(item.id)
    for (const link of this.#waiting) if (link.a === item.id || link.b === item.id) this.#waiting.delete(link)
  }

  #connect(link: Link): void {
    this.#links.set(link.a, (this.#links.get(link.a) ?? new Map<number, Link>()).set(link.b, link))
  }

  async #rerank(signal: AbortSignal | undefined): Promise<void> {
    if (!this.embedder || this.#waiting.size === 0) return
    const links = [...this.#waiting]
    const pairs = links.map(
      ({ a, b }) => [this.#byId.get(a)?.mention.name ?? '', this.#byId.get(b)?.mention.name ?? ''] as const,
    )
    const similarities = await rerank(this.embedder, pairs, signal)
    for (const [at, link] of links.entries()) {
      const similarity = similarities[at]
      if (!this.#waiting.delete(link) || similarity === undefined) continue
      this.#connect({ ...link, likeness: { ...link.likeness, score: similarity }, similarity })
    }
  }

  #typeOf(mention: Mention): EntityType | undefined {
    const retyped = this.#decisions.find((decision) => decision.kind === 'retype' && refersTo(decision.name, mention))
    return retyped?.kind === 'retype' ? retyped.to : mention.type
  }
}

/** A link with the smaller place first. */
function ordered(a: number, b: number, { likeness, similarity }: Pick<Link, 'likeness' | 'similarity'>): ClusterLink {
  const { score, reason, leaning } = likeness
  if (a < b) return { a, b, score, reason, leaning, similarity }
  return { a: b, b: a, score, reason, leaning: leaning === 'a' ? 'b' : leaning === 'b' ? 'a' : leaning, similarity }
}

function mergeOf({ a, b, score, reason, similarity }: ClusterLink, items: readonly Item[]): AutomaticMerge[] {
  const [one, other] = [items[a], items[b]]
  if (!one || !other) return []
  const names: AutomaticMerge['names'] = [nameRef(one.mention), nameRef(other.mention)]
  const merge = { kind: 'automatic', id: automaticId(names), names, score, reason } as const
  return [similarity === undefined ? merge : { ...merge, similarity }]
}
