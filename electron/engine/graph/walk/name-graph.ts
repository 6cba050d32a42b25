import { type Lists, listsOf } from '../entities/lists'
import type { DocumentShare, PassageShare } from '../share/document-share'

/** The weighted edges of one side: list `n` holds the nodes at the other end of node `n`'s edges. */
export interface Rows extends Lists {
  readonly weight: Float32Array
}

/** A bipartite graph of passages and the names in them. Nodes of either side are numbered from 0. */
export interface NameGraph {
  readonly passageIds: readonly string[]
  readonly passageOf: ReadonlyMap<string, number>
  readonly names: readonly string[]
  /** By key; short forms lead to what they stand for. */
  readonly nameOf: ReadonlyMap<string, number>
  /** Passage → names. */
  readonly namesIn: Rows
  /** Name → passages, ascending. */
  readonly passagesOf: Rows
  /** Term hashes of passage `p`, ascending, at `termStart[p]` to `termStart[p + 1] - 1`. */
  readonly termStart: Int32Array
  readonly terms: Uint32Array
}

/** Documents come and go; the graph of those that are there is built when it is next asked for. */
export function createGraphFold() {
  const shares = new Map<string, DocumentShare>()
  let built: NameGraph | undefined
  return {
    /** Puts a document's share in, in place of an earlier share. */
    add(share: DocumentShare) {
      shares.set(share.documentId, share)
      built = undefined
    },
    remove(documentId: string) {
      if (shares.delete(documentId)) built = undefined
    },
    passageCount: () => [...shares.values()].reduce((sum, { passages }) => sum + passages.length, 0),
    /** The graph of all shares; the same object until a share changes. */
    graph: () => (built ??= buildNameGraph([...shares.values()])),
  }
}

/** The graph of these documents. Numbers follow document ids and places, so the order of arrival changes nothing. */
export function buildNameGraph(unordered: readonly DocumentShare[]): NameGraph {
  const shares = unordered.toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1))
  const passages = shares.flatMap((share) => share.passages)
  const longOf = resolveAliases(shares)
  const nameOf = new Map<string, number>()
  const names: string[] = []
  const number = (key: string): number => {
    const known = nameOf.get(key)
    if (known !== undefined) return known
    nameOf.set(key, names.length)
    return names.push(key) - 1
  }
  const namesIn = toRows(passages, (key) => number(longOf.get(key) ?? key))
  for (const [short, long] of longOf) {
    const name = nameOf.get(long)
    if (name !== undefined) nameOf.set(short, name)
  }
  return {
    passageIds: passages.map(({ id }) => id),
    passageOf: new Map(passages.map(({ id }, at) => [id, at])),
    names,
    nameOf,
    namesIn,
    passagesOf: transpose(namesIn, names.length),
    ...termsOf(passages),
  }
}

/** Each short form with what most documents explain it as; on a tie it stands for itself. */
function resolveAliases(shares: readonly DocumentShare[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const { short, long } of shares.flatMap(({ aliases }) => aliases)) {
    const longs = counts.get(short) ?? new Map<string, number>()
    longs.set(long, (longs.get(long) ?? 0) + 1)
    counts.set(short, longs)
  }
  const resolved = new Map<string, string>()
  for (const [short, longs] of counts) {
    const [best, second] = [...longs].toSorted((a, b) => b[1] - a[1])
    if (best && best[1] > (second?.[1] ?? 0)) resolved.set(short, best[0])
  }
  // What stands for something else cannot be stood for: no chains.
  for (const [short, long] of [...resolved]) if (resolved.has(long)) resolved.delete(short)
  return resolved
}

function toRows(passages: readonly PassageShare[], number: (key: string) => number): Rows {
  const start = new Int32Array(passages.length + 1)
  const to: number[] = []
  const weight: number[] = []
  for (const [at, { names }] of passages.entries()) {
    // A short form and its name are one here.
    const merged = new Map<number, number>()
    for (const [key, value] of names) {
      const name = number(key)
      merged.set(name, Math.max(value, merged.get(name) ?? 0))
    }
    for (const [name, value] of merged) {
      to.push(name)
      weight.push(value)
    }
    start[at + 1] = to.length
  }
  return { start, to: Int32Array.from(to), weight: Float32Array.from(weight) }
}

function transpose({ start, to, weight }: Rows, columns: number): Rows {
  const rowOf = new Int32Array(to.length)
  for (const [row, from] of start.entries()) rowOf.fill(row, from, start[row + 1])
  const numbers = to.map((_, edge) => edge)
  const edges = listsOf(columns, to, numbers)
  return {
    start: edges.start,
    to: edges.to.map((edge) => rowOf[edge] ?? 0),
    weight: Float32Array.from(edges.to, (edge) => weight[edge] ?? 0),
  }
}

function termsOf(passages: readonly PassageShare[]): Pick<NameGraph, 'termStart' | 'terms'> {
  const termStart = new Int32Array(passages.length + 1)
  for (const [at, passage] of passages.entries()) termStart[at + 1] = (termStart[at] ?? 0) + passage.terms.length
  const terms = new Uint32Array(termStart[passages.length] ?? 0)
  for (const [at, passage] of passages.entries()) terms.set(passage.terms, termStart[at])
  return { termStart, terms }
}
