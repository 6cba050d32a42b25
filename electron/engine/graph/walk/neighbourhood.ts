import { graphSearchSettings as settings } from '../search/graph-search-settings'
import { listsOf } from '../entities/lists'
import type { NameGraph } from './name-graph'
import type { Rows } from './personalised-pagerank'

/** The part of the graph around some passages and names, numbered anew, with the weights to walk by. */
export interface Neighbourhood {
  /** Numbers in the whole graph. */
  readonly passages: readonly number[]
  readonly names: readonly number[]
  readonly namesIn: Rows
  readonly passagesOf: Rows
}

/**
 * All within two steps (passage → name → passage) of the given nodes, so that a walk costs the same in a library of any size. An
 * edge counts by how rare its name is on the way to it, and by how much its passage draws (above 0) on the way from it.
 */
export function neighbourhood(
  graph: NameGraph,
  fromPassages: Iterable<number>,
  fromNames: Iterable<number>,
  draw: (passage: number) => number,
): Neighbourhood {
  const passages = new Set<number>()
  const names = new Set(fromNames)
  const addPassages = (name: number) => {
    for (const passage of graph.passagesOf(name)) {
      if (passages.size >= settings.maxVisited) return
      passages.add(passage)
    }
  }
  for (const passage of fromPassages) passages.add(passage)
  for (const name of names) addPassages(name)
  for (const passage of [...passages]) {
    for (const name of graph.namesIn(passage).names) {
      if (names.has(name) || !links(graph, name)) continue
      names.add(name)
      addPassages(name)
    }
  }
  return { passages: [...passages], names: [...names], ...rowsAmong(graph, [...passages], [...names], draw) }
}

/** Whether a name leads from one passage to others, but not to everywhere. */
export function links(graph: NameGraph, name: number): boolean {
  const count = passageCount(graph, name)
  return count >= 2 && count <= settings.maxPassages
}

export function passageCount(graph: NameGraph, name: number): number {
  return graph.passagesNaming(name)
}

/** Inverse passage frequency of a name, natural logarithm. */
export function rarity(graph: NameGraph, name: number): number {
  return Math.log(1 + graph.passageCount / Math.max(1, passageCount(graph, name)))
}

/** The edges between these passages and these names, from both sides. Loops, not functions of arrays: this is most of a search. */
function rowsAmong(graph: NameGraph, passages: number[], names: number[], draw: (passage: number) => number) {
  const localName = new Map(names.map((name, at) => [name, at]))
  const start = new Int32Array(passages.length + 1)
  const from: number[] = []
  const to: number[] = []
  const weight: number[] = []
  for (let at = 0; at < passages.length; at += 1) {
    graph.eachNameIn(passages[at] ?? 0, (name, counts) => {
      const local = localName.get(name)
      if (local === undefined) return
      from.push(at)
      to.push(local)
      weight.push(counts)
    })
    start[at + 1] = to.length
  }
  const rare = names.map((name) => rarity(graph, name))
  const draws = passages.map(draw)
  const rows = new Int32Array(to)
  const namesIn = { start, to: rows, weight: new Float32Array(to.length) }
  for (let edge = 0; edge < rows.length; edge += 1) {
    namesIn.weight[edge] = (weight[edge] ?? 0) * (rare[rows[edge] ?? 0] ?? 0)
  }
  return { namesIn, passagesOf: fromOtherSide(names.length, namesIn.to, { from, weight, draws }) }
}

interface Edges {
  /** Edge → passage, and how much the name counts there. */
  readonly from: readonly number[]
  readonly weight: readonly number[]
  readonly draws: readonly number[]
}

function fromOtherSide(names: number, to: Int32Array, { from, weight, draws }: Edges): Rows {
  const numbers = new Int32Array(to.length)
  for (let edge = 0; edge < to.length; edge += 1) numbers[edge] = edge
  const { start, to: edges } = listsOf(names, to, numbers)
  const rows = { start, to: new Int32Array(to.length), weight: new Float32Array(to.length) }
  for (let at = 0; at < edges.length; at += 1) {
    const edge = edges[at] ?? 0
    const passage = from[edge] ?? 0
    rows.to[at] = passage
    rows.weight[at] = (weight[edge] ?? 0) * (draws[passage] ?? 0)
  }
  return rows
}
