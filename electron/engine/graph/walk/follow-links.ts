import type { GraphSearchSettings } from '../search/graph-search-settings'
import type { NameGraph } from './name-graph'
import { links, rarity, slice } from './neighbourhood'
import type { QuestionWords } from '../search/question-words'

/** How a passage is best reached from those of the hop before. */
export interface Link {
  readonly from: number
  readonly name: number
  /** 0 to 1 and a little more where names are very rare. */
  readonly score: number
  /** The question's words met on the way, this passage's not among them, as bits. */
  readonly met: number
}

/** Where a hop starts: a passage, how good it is, and which of the question's words were met before it. */
export interface HopStart {
  readonly passage: number
  readonly score: number
  readonly met: number
}

export interface HopRequest {
  readonly starts: readonly HopStart[]
  /** Names of the question itself: they lead back to the first hop. */
  readonly without: ReadonlySet<number>
  readonly words: QuestionWords
  readonly settings: GraphSearchSettings
}

/** The weight of a name that its passage is about; see `shareOf`. */
const aboutWeight = 3

/**
 * One hop: from each passage over its names to others, the better the rarer the name, the more the other is about it, and the
 * more of what is still asked it holds. It asks the question's second half of what its first half found, without writing
 * either half down.
 */
export function followLinks(graph: NameGraph, request: HopRequest): Map<number, Link> {
  const best = new Map<number, Link>()
  const { words, settings, without } = request
  const { passagesOf } = graph
  const top = Math.max(Number.MIN_VALUE, ...request.starts.map(({ score }) => score))
  const maxWorth = settings.linkWorth + settings.wordsWorth
  const rarest = Math.log(1 + graph.passageIds.length)
  for (const { passage: from, score, met: before } of request.starts) {
    const met = before | words.heldBy(from)
    for (const name of slice(graph.namesIn, from)) {
      if (without.has(name) || !links(graph, name, settings.maxPassages)) continue
      const reach = (score / top) * (rarity(graph, name) / rarest) ** settings.rarityPower
      for (let edge = passagesOf.start[name] ?? 0; edge < (passagesOf.start[name + 1] ?? 0); edge += 1) {
        const to = passagesOf.to[edge] ?? 0
        const known = best.get(to)?.score ?? 0
        // Nothing it may hold would make this way the better one; most links end here.
        if (to === from || reach * maxWorth <= known) continue
        const about = Math.min(1, (passagesOf.weight[edge] ?? 0) / aboutWeight)
        const gained = words.share(words.heldBy(to) & ~met)
        const worth = settings.linkWorth + settings.wordsWorth * gained
        const value = reach * (settings.minAbout + (1 - settings.minAbout) * about) * worth
        if (value > known) best.set(to, { from, name, score: value, met })
      }
    }
  }
  return best
}
