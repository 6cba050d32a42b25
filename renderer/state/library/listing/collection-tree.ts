import { z } from 'zod'
import { create } from 'zustand'
import { isInCollection, outerCollections } from '@shared/documents'
import { storedValue } from '../../kept-entries'

/** A collection with those inside it, as folders are. */
export interface CollectionNode {
  /** Its whole name, which limits a search to it and what is inside. */
  readonly name: string
  /** What it is called under the node above: the rest of its name. */
  readonly label: string
  /** Documents of it and of everything inside. */
  readonly count: number
  readonly inside: readonly CollectionNode[]
}

/** Collections as a tree, in the order of the language. One that holds nothing but one other is part of that one's label. */
export function collectionTree(counts: ReadonlyMap<string, number>, collator: Intl.Collator): CollectionNode[] {
  const below = new Map<string, Set<string>>()
  for (const name of counts.keys()) {
    const way = [...outerCollections(name), name]
    for (const [at, one] of way.entries()) {
      const outer = way[at - 1] ?? ''
      below.set(outer, (below.get(outer) ?? new Set()).add(one))
    }
  }
  const nodesIn = (outer: string): CollectionNode[] =>
    [...(below.get(outer) ?? [])].map((name) => nodeOf(name, outer)).sort((a, b) => collator.compare(a.label, b.label))
  const nodeOf = (name: string, outer: string): CollectionNode => {
    const [only, ...others] = below.get(name) ?? []
    if (only !== undefined && others.length === 0 && !counts.has(name)) return nodeOf(only, outer)
    const inside = nodesIn(name)
    const count = inside.reduce((sum, one) => sum + one.count, counts.get(name) ?? 0)
    return { name, label: outer === '' ? name : name.slice(outer.length + 1), count, inside }
  }
  return nodesIn('')
}

/** Every node of a tree, each before those inside it. */
export function nodesOf(tree: readonly CollectionNode[]): CollectionNode[] {
  return tree.flatMap((node) => [node, ...nodesOf(node.inside)])
}

/** How many documents each collection has. */
export function countCollections(documents: Iterable<{ readonly collection: string }>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { collection } of documents) counts.set(collection, (counts.get(collection) ?? 0) + 1)
  return counts
}

const stored = storedValue('localStorage', 'cairn.collections.open', z.array(z.string()).max(500))

/** The collections that are unfolded in the sidebar; kept in this browser. */
export const useOpenCollections = create<{ readonly open: ReadonlySet<string> }>(() => ({
  open: new Set(stored.read() ?? []),
}))

/** Unfolds a collection, or folds it with everything inside. */
export function unfoldCollection(name: string, wanted: boolean): void {
  const { open } = useOpenCollections.getState()
  const next = wanted ? [...open, name] : [...open].filter((one) => !isInCollection(one, name))
  stored.write(next)
  useOpenCollections.setState({ open: new Set(next) })
}
