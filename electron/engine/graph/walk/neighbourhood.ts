import { graphSearchSettings as settings } from '../search/graph-search-settings'
import { listAt } from '../entities/lists'
import type { NameGraph, Rows } from './name-graph'

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
    for (const passage of listAt(graph.passagesOf, name)) {
      if (passages.size >= settings.maxVisited) return
      passages.add(passage)
    }
  }
  for (const passage of fromPassages) passages.add(passage)
  for (const name of names) addPassages(name)
  for (const passage of [...passages]) {
    for (const name of listAt(graph.namesIn, passage)) {
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

export function passageCount({ passagesOf }: NameGraph, name: number): number {
  return listAt(passagesOf, name).length
}

/** Inverse passage frequency of a name, natural logarithm. */
export function rarity(graph: NameGraph, name: number): number {
  return Math.log(1 + graph.passageIds.length / Math.max(1, passageCount(graph, name)))
}

function rowsAmong(graph: NameGraph, passages: number[], names: number[], draw: (passage: number) => number) {
  const localName = new Map(names.map((name, at) => [name, at]))
  const localPassage = new Map(passages.map((passage, at) => [passage, at]))
  const rare = names.map((name) => rarity(graph, name))
  return {
    namesIn: localRows(graph.namesIn, passages, localName, (name) => rare[name] ?? 0),
    passagesOf: localRows(graph.passagesOf, names, localPassage, (passage) => draw(passages[passage] ?? 0)),
  }
}

function localRows(
  rows: Rows,
  nodes: readonly number[],
  local: ReadonlyMap<number, number>,
  factor: (to: number) => number,
): Rows {
  const start = new Int32Array(nodes.length + 1)
  const to: number[] = []
  const weight: number[] = []
  for (const [at, node] of nodes.entries()) {
    for (let edge = rows.start[node] ?? 0; edge < (rows.start[node + 1] ?? 0); edge += 1) {
      const other = local.get(rows.to[edge] ?? -1)
      if (other === undefined) continue
      to.push(other)
      weight.push((rows.weight[edge] ?? 0) * factor(other))
    }
    start[at + 1] = to.length
  }
  return { start, to: Int32Array.from(to), weight: Float32Array.from(weight) }
}
