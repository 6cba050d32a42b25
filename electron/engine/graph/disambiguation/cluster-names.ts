import { nilThreshold } from './names/compare-names'
import { type Decision, type NameRef, refersTo } from './merge-log'
import { type ClusterItem, type ClusterLink, NameClusters } from './name-clusters'
import { normaliseName } from './names/normal-name'

/** Which items are one entity, and the links that joined them. */
export interface Clustering {
  readonly clusters: readonly (readonly number[])[]
  readonly used: readonly ClusterLink[]
}

/**
 * Puts names together. The outcome is a function of the set of items, links and decisions, and of nothing that depends on
 * when a name came: items are in the order of their keys, and
 *
 * 1. decisions of a person, newest first, whatever the vetoes say; an older one that contradicts a newer has no effect;
 * 2. links between spellings of one name, best first, ties by key;
 * 3. definitions, then leaning links (an acronym, a surname, a translation): names of many words first, each only where
 *    all its links lead to one cluster. A surname of two persons stays an entity of its own. Repeated until nothing
 *    changes.
 *
 * Steps 2 and 3 join no two clusters with a vetoed pair across. `items` must be sorted by key.
 */
export function clusterNames(
  items: readonly ClusterItem[],
  links: readonly ClusterLink[],
  decisions: readonly Decision[],
): Clustering {
  const clusters = new NameClusters(items)
  decide(clusters, items, decisions)
  const used: ClusterLink[] = []
  const strong: ClusterLink[] = []
  const defined: ClusterLink[] = []
  const leaning: ClusterLink[] = []
  for (const link of links) {
    if (link.score < nilThreshold) continue
    if (link.leaning === undefined) strong.push(link)
    else leaning.push(link)
    if (link.reason === 'definition') defined.push(link)
  }
  for (const link of inOrder(strong)) if (clusters.join(link.a, link.b)) used.push(link)
  for (const tier of [defined, leaning]) used.push(...joinLeaning(clusters, items, inOrder(tier)))
  return { clusters: clusters.all(), used }
}

function inOrder(links: readonly ClusterLink[]): ClusterLink[] {
  return links.toSorted((x, y) => y.score - x.score || x.a - y.a || x.b - y.b || (x.reason < y.reason ? -1 : 1))
}

function decide(clusters: NameClusters, items: readonly ClusterItem[], decisions: readonly Decision[]): void {
  if (decisions.length === 0) return
  const byName = new Map<string, number[]>()
  for (const [at, { profile }] of items.entries()) {
    byName.set(profile.normal, [...(byName.get(profile.normal) ?? []), at])
  }
  const matching = (ref: NameRef): number[] =>
    (byName.get(normaliseName(ref.name)) ?? []).filter((at) => {
      const item = items[at]
      return item !== undefined && refersTo(ref, { name: item.profile.name, type: item.foundType })
    })
  for (const decision of decisions) {
    if (decision.kind === 'merge') {
      const [first, ...others] = decision.names.flatMap(matching)
      if (first !== undefined) for (const other of others) clusters.joinByHand(first, other)
    } else if (decision.kind === 'split') {
      const from = decision.from.flatMap(matching)
      for (const a of decision.names.flatMap(matching)) for (const b of from) if (a !== b) clusters.keepApart(a, b)
    }
  }
}

function joinLeaning(
  clusters: NameClusters,
  items: readonly ClusterItem[],
  links: readonly ClusterLink[],
): ClusterLink[] {
  const byLeaning = new Map<number, ClusterLink[]>()
  for (const link of links) {
    for (const at of link.leaning === 'both' ? [link.a, link.b] : [link.leaning === 'a' ? link.a : link.b]) {
      const found = byLeaning.get(at)
      if (found) found.push(link)
      else byLeaning.set(at, [link])
    }
  }
  const order = [...byLeaning.keys()].toSorted((x, y) => {
    const [one, other] = [items[x]?.profile.main, items[y]?.profile.main]
    if (!one || !other) return x - y
    return other.words.length - one.words.length || other.compact.length - one.compact.length || x - y
  })
  const used: ClusterLink[] = []
  for (let joined = true; joined;) {
    joined = false
    for (const at of order) {
      const root = clusters.rootOf(at)
      const [target, ...more] = targetsOf(clusters, root, byLeaning)
      if (!target || more.length > 0) continue
      const [to, link] = target
      // Where either could mean something else, the other must lead back here alone.
      if (
        link.leaning === 'both' &&
        targetsOf(clusters, to, byLeaning).some(([back, by]) => by.leaning === 'both' && back !== root)
      ) {
        continue
      }
      if (clusters.join(root, to)) {
        used.push(link)
        joined = true
      }
    }
  }
  return used
}

/** The clusters that the links of this cluster's names lead to and that it may join, each with the best link. */
function targetsOf(
  clusters: NameClusters,
  root: number,
  byLeaning: ReadonlyMap<number, readonly ClusterLink[]>,
): [number, ClusterLink][] {
  const targets = new Map<number, ClusterLink>()
  for (const member of clusters.membersOf(root)) {
    const leading = (byLeaning.get(member) ?? []).map(
      (link) => [clusters.rootOf(link.a === member ? link.b : link.a), link] as const,
    )
    // What it stands for is settled already.
    if (leading.some(([to]) => to === root)) continue
    for (const [to, link] of leading) {
      const best = targets.get(to)
      if (!best || isBefore(link, best)) targets.set(to, link)
    }
  }
  return [...targets].filter(([to]) => clusters.mayJoin(root, to)).toSorted(([x], [y]) => x - y)
}

function isBefore(x: ClusterLink, y: ClusterLink): boolean {
  return x.score > y.score || (x.score === y.score && (x.a < y.a || (x.a === y.a && x.b < y.b)))
}
