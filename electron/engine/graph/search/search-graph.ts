import type { GraphQuestion, GraphRanking, PathStep } from '@engine/ports/graph/graph-search'
import { followLinks, type Link } from '../walk/follow-links'
import { graphSearchSettings as settings } from './graph-search-settings'
import type { NameGraph } from '../walk/name-graph'
import { type Neighbourhood, neighbourhood, passageCount, rarity } from '../walk/neighbourhood'
import { personalisedPageRank } from '../walk/personalised-pagerank'
import { namesInQuestion, type QuestionName, termsOfNames } from './question-names'
import { questionWords, type QuestionWords } from './question-words'

type Hops = readonly ReadonlyMap<number, Link>[]

interface Search {
  readonly graph: NameGraph
  /** By passage number, relative to the best. */
  readonly hybrid: ReadonlyMap<number, number>
  readonly named: readonly QuestionName[]
  readonly words: QuestionWords
}

/**
 * Passages for a question, `hits` being what the hybrid search found (chunk id → score above 0, any measure). First personalised
 * PageRank from the question's names and those hits (as HippoRAG 2, Gutiérrez et al., 2025), then hop by hop over the names of the best passages.
 * Ids that the graph does not know are ignored. Time grows with the neighbourhood, not with the library.
 */
export function searchGraph(
  graph: NameGraph,
  question: GraphQuestion,
  hits: ReadonlyMap<string, number>,
): GraphRanking {
  const named = namesInQuestion(graph, question.text)
  const words = questionWords(graph, question, termsOfNames(named))
  const search: Search = { graph, hybrid: relative(graph, hits), named, words }
  const scores = firstHop(search)
  const hops: Map<number, Link>[] = []
  const total = new Map(scores)
  const without = new Set(named.map(({ name }) => name))
  let reached: Iterable<readonly [number, Pick<Link, 'score' | 'met'>]> = [...scores].map(([passage, score]) => {
    return [passage, { score, met: 0 }] as const
  })
  for (const weight of settings.hopWeights) {
    const starts = new Map(best(graph, reached, ({ score }) => score, settings.hopStarts))
    const links = followLinks(graph, starts, without, words)
    for (const [passage, { score }] of links) total.set(passage, (total.get(passage) ?? 0) + weight * score)
    hops.push(links)
    reached = links
  }
  const ranked = best(graph, total, (score) => score, settings.maxHits).filter(([, score]) => score > 0)
  return {
    hits: ranked.map(([passage, score]) => ({
      id: graph.passageId(passage),
      score,
      path: pathTo(search, hops, passage),
    })),
  }
}

/** Scores relative to the best, by passage number. */
function relative(graph: NameGraph, hits: ReadonlyMap<string, number>): Map<number, number> {
  const highest = Math.max(Number.MIN_VALUE, ...hits.values())
  return new Map(
    [...hits].flatMap(([id, score]): [number, number][] => {
      const passage = graph.passageOf(id)
      return passage === undefined || !(score > 0) ? [] : [[passage, score / highest]]
    }),
  )
}

function firstHop(search: Search): Map<number, number> {
  const { graph, hybrid, words } = search
  const seeds = nameSeeds(search)
  const draw = (passage: number) => (settings.minDraw + words.share(words.heldBy(passage))) ** settings.steering
  const near = neighbourhood(graph, hybrid.keys(), seeds.keys(), draw)
  const ranks = walk(search, near, seeds)
  const highest = Math.max(Number.MIN_VALUE, ...ranks)
  return new Map(
    near.passages.map((passage, at) => {
      const walked = Math.sqrt((ranks[at] ?? 0) / highest)
      return [passage, walked + settings.hybridShare * (hybrid.get(passage) ?? 0)]
    }),
  )
}

function nameSeeds({ graph, named }: Search): Map<number, number> {
  const seeds = new Map<number, number>()
  for (const { name, certainty } of named) {
    if (passageCount(graph, name) > settings.maxPassages) continue
    seeds.set(name, (seeds.get(name) ?? 0) + certainty * rarity(graph, name))
  }
  return seeds
}

function walk({ hybrid }: Search, near: Neighbourhood, seeds: ReadonlyMap<number, number>): Float64Array {
  const localPassage = new Map(near.passages.map((passage, at) => [passage, at]))
  const localName = new Map(near.names.map((name, at) => [name, at]))
  // Squared: what the hybrid search is half as sure of is a quarter as good a place to start.
  const starts = [...hybrid].map(([passage, score]): [number, number] => [localPassage.get(passage) ?? -1, score ** 2])
  const share = seeds.size > 0 ? settings.hybridStarts : 1
  return personalisedPageRank({
    namesIn: near.namesIn,
    passagesOf: near.passagesOf,
    passageSeeds: scaled(starts, share),
    nameSeeds: scaled(
      [...seeds].map(([name, seed]) => [localName.get(name) ?? -1, seed]),
      1 - share,
    ),
    restart: settings.restart,
    tolerance: 1e-4,
    maxSteps: 15,
  }).passages
}

function scaled(entries: readonly (readonly [number, number])[], total: number): Map<number, number> {
  const sum = entries.reduce((all, [, value]) => all + value, 0)
  return new Map(sum > 0 ? entries.map(([key, value]) => [key, (total * value) / sum]) : [])
}

/** The highest first, the earlier passage first where two are equal. Few of many: sorting them all took a fifth of a search. */
function best<Value>(
  graph: NameGraph,
  entries: Iterable<readonly [number, Value]>,
  scoreOf: (value: Value) => number,
  most: number,
): [number, Value][] {
  const kept: { readonly entry: [number, Value]; readonly score: number }[] = []
  for (const [passage, value] of entries) {
    const score = scoreOf(value)
    const isBehind = (other: (typeof kept)[number] | undefined) =>
      other !== undefined &&
      (other.score < score || (other.score === score && graph.order(other.entry[0], passage) > 0))
    if (kept.length >= most && !isBehind(kept.at(-1))) continue
    let at = kept.length
    while (isBehind(kept[at - 1])) at -= 1
    kept.splice(at, 0, { entry: [passage, value], score })
    if (kept.length > most) kept.pop()
  }
  return kept.map(({ entry }) => entry)
}

/**
 * The way back: a name of the question in the passage itself, or the best link and the way to where that comes from. What the
 * walk found at the first hop has its way by links, too; `seen` ends ways that go in circles.
 */
function pathTo(search: Search, hops: Hops, passage: number, seen: ReadonlySet<number> = new Set()): PathStep[] {
  const { graph, named } = search
  const here = new Set(graph.namesIn(passage).names)
  const direct = named
    .filter(({ name }) => here.has(name))
    .toSorted((a, b) => b.certainty - a.certainty || rarity(graph, b.name) - rarity(graph, a.name))[0]
  const start = direct ? [{ name: graph.nameKey(direct.name), from: null }] : []
  if (direct?.certainty === 1) return start
  for (const [hop, links] of hops.entries()) {
    const link = links.get(passage)
    if (!link || seen.has(link.from)) continue
    const step = { name: graph.nameKey(link.name), from: graph.passageId(link.from) }
    const before = hops.slice(0, Math.max(1, hop))
    return [...pathTo(search, before, link.from, new Set([...seen, passage])), step]
  }
  return start
}
