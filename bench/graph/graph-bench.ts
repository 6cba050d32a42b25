import { parseArgs } from 'node:util'
import { UndirectedGraph } from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import { CairnError } from '@shared/errors'
import type { GraphPicture } from '@shared/graph'
import { buildCommunities, type Communities } from '@engine/graph/communities/communities'
import { NameResolver } from '@engine/graph/disambiguation/name-resolver'
import { buildEntityGraph, type EntityGraph } from '@engine/graph/entities/entity-graph'
import { createEntitySearch } from '@engine/graph/entities/search/entity-search'
import { graphFile } from '@engine/graph/entities/export/graph-export'
import { graphPicture } from '@engine/graph/entities/export/graph-picture'
import { pathCard } from '@engine/graph/entities/cards/path-card'
import type { GraphShare } from '@engine/graph/share/graph-share'
import { generateShares } from './generated-graph'
import { topEntities } from './top-entities'
import type { BenchIo } from '../io'
import { percentile, round } from '../metrics'
import { mulberry32 } from '@shared/hash'

const runs = 3
const passagesPerThing = 2
const searches = 200
const paths = 30
const layoutIterations = 5

/**
 * `bench graph [--nodes 1000,10000,50000]`: the graph of entities of generated libraries with so many things named and twice as many
 * passages. Milliseconds, medians of three runs: names put together, the graph put together, its communities, all of it again
 * with one document more, a picture of 2,000 and of all, one step of ForceAtlas2 (Barnes–Hut) on all, and medians of searches and
 * paths.
 *
 * `bench graph --top 200 --store FOLDER`, or `--documents PATH,PATH…` for files: the highest entities of a real library as JSON, for a
 * person to judge whether each names something and is of the type that it says.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      nodes: { type: 'string', default: '1000,10000,50000' },
      top: { type: 'string' },
      store: { type: 'string' },
      documents: { type: 'string' },
    },
  })
  if (values.top !== undefined) return listTop(values.top, values, io)
  const counts = values.nodes.split(',').map(Number)
  if (counts.some((count) => !Number.isInteger(count) || count < 10)) {
    throw new CairnError('INVALID_INPUT', `--nodes ${values.nodes} are not numbers of nodes.`, 'Write 1000,10000.')
  }
  const sizes = []
  for (const things of counts) {
    io.progress(`${things} things`)
    sizes.push(await measure(things))
  }
  io.print(JSON.stringify({ bench: 'graph', runs, sizes }))
  return 0
}

async function listTop(
  top: string,
  { store, documents }: { readonly store?: string | undefined; readonly documents?: string | undefined },
  io: BenchIo,
): Promise<number> {
  const most = Number(top)
  const source = documents === undefined ? store !== undefined && { store } : { documents: documents.split(',') }
  if (!Number.isInteger(most) || most < 1 || !source) {
    throw new CairnError('INVALID_INPUT', '--top takes a number and a library.', 'Write --top 200 --store FOLDER.')
  }
  io.print(JSON.stringify({ bench: 'graph', entities: await topEntities(source, most, io) }))
  return 0
}

async function measure(things: number) {
  const [added, ...shares] = generateShares({ things, passages: things * passagesPerThing, seed: 7 })
  if (!added) throw new RangeError('No document was generated.')
  const resolver = new NameResolver(undefined, () => [])
  const resolving = performance.now()
  for (const share of shares) await resolver.add(share.facts.names)
  const resolution = resolver.resolve()
  const resolve_ms = Math.round(performance.now() - resolving)
  const build = await median(() => buildEntityGraph(shares, resolution))
  const communities = await median(() => buildCommunities(build.made))
  const again = await median(
    async () => {
      await resolver.add(added.facts.names)
      return buildCommunities(buildEntityGraph([...shares, added], resolver.resolve()))
    },
    () => resolver.remove(added.facts.names),
  )
  const source = { graph: build.made, communities: communities.made, version: 1 }
  const picture = await median(() => graphPicture(source, { limit: 2000 }))
  const whole = await median(() => graphPicture(source, { limit: things }))
  return {
    ...sizesOf(build.made, communities.made),
    documents: shares.length,
    resolve_ms,
    build_ms: build.ms,
    communities_ms: communities.ms,
    add_document_ms: again.ms,
    picture_2000_ms: picture.ms,
    picture_all_ms: whole.ms,
    export_ms: (await median(() => lengthOf(graphFile(build.made, communities.made, 'graphml')))).ms,
    ...searchFigures(build.made, shares),
    path_p50_ms: pathFigure(build.made),
    layout_step_ms: (await layoutFigure(whole.made)).ms,
  }
}

/** The median time of a few runs, and what the last one made. */
async function median<T>(make: () => T | Promise<T>, undo?: (made: T) => void): Promise<{ ms: number; made: T }> {
  const times: number[] = []
  for (;;) {
    const start = performance.now()
    const made = await make()
    times.push(performance.now() - start)
    undo?.(made)
    if (times.length === runs) return { ms: percentile(times, 50), made }
  }
}

function sizesOf({ entities, edges, passageIds }: EntityGraph, { all }: Communities) {
  const levels = [0, 1, 2, 3].map((level) => all.filter((one) => one.level === level).length)
  return { nodes: entities.length, edges: edges.source.length, passages: passageIds.length, communities: levels }
}

function lengthOf(pieces: Iterable<string>): number {
  let length = 0
  for (const piece of pieces) length += piece.length
  return length
}

/** What somebody types: beginnings of names and of words in them, some with two letters changed over. */
function searchFigures(graph: EntityGraph, shares: readonly GraphShare[]) {
  const random = mulberry32(11)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const start = performance.now()
  const search = createEntitySearch(graph)
  const search_index_ms = Math.round(performance.now() - start)
  const times = Array.from({ length: searches }, (_, at) => {
    const name = pick(pick(shares)?.facts.names ?? [])?.name ?? ''
    const typed = (at % 3 === 0 ? (name.split(' ').at(-1) ?? name) : name).slice(0, 1 + Math.floor(random() * 10))
    const wrong = at % 4 === 0 ? typed.slice(0, 2) + typed.slice(3, 4) + typed.slice(2, 3) + typed.slice(4) : typed
    const began = performance.now()
    search.find(wrong, 20)
    return performance.now() - began
  })
  return { search_index_ms, search_p50_ms: percentile(times, 50), search_p95_ms: percentile(times, 95) }
}

function pathFigure(graph: EntityGraph): number {
  const random = mulberry32(13)
  const pick = () => Math.floor(random() * graph.entities.length)
  const times = Array.from({ length: paths }, () => {
    const start = performance.now()
    pathCard(graph, pick(), pick())
    return performance.now() - start
  })
  return percentile(times, 50)
}

async function layoutFigure({ nodes, edges }: GraphPicture) {
  const random = mulberry32(17)
  const graph = new UndirectedGraph()
  for (const id of nodes.ids) graph.addNode(id, { x: random() * 1000, y: random() * 1000 })
  for (const [at, source] of edges.sources.entries()) {
    graph.mergeEdge(nodes.ids[source], nodes.ids[edges.targets[at] ?? 0], { weight: edges.weights[at] })
  }
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: true }
  const { ms } = await median(() => forceAtlas2.assign(graph, { iterations: layoutIterations, settings }))
  return { ms: round(ms / layoutIterations) }
}
