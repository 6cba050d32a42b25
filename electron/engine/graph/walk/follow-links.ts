import { graphSearchSettings as settings } from '../search/graph-search-settings'
import type { NameGraph } from './name-graph'
import { headingWeight } from '../share/document-share'
import { links, rarity } from './neighbourhood'
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

/**
 * One hop from each passage of `starts` over its names to other passages. A link is the better the rarer its name, the more the
 * other passage is about that name, and the more it holds of the question's words that were not met before. Names of the
 * question itself (`without`) lead back to the first hop.
 */
export function followLinks(
  graph: NameGraph,
  starts: ReadonlyMap<number, Pick<Link, 'score' | 'met'>>,
  without: ReadonlySet<number>,
  words: QuestionWords,
): Map<number, Link> {
  const best = new Map<number, Link>()
  const top = Math.max(Number.MIN_VALUE, ...[...starts.values()].map(({ score }) => score))
  const maxWorth = settings.linkWorth + settings.wordsWorth
  const rarest = Math.log(1 + graph.passageCount)
  for (const [from, { score, met: before }] of starts) {
    const met = before | words.heldBy(from)
    for (const name of graph.namesIn(from).names) {
      if (without.has(name) || !links(graph, name)) continue
      const reach = (score / top) * (rarity(graph, name) / rarest) ** settings.rarityPower
      for (const to of graph.passagesOf(name)) {
        const known = best.get(to)?.score ?? 0
        // Nothing it may hold would make this way the better one; most links end here.
        if (to === from || reach * maxWorth <= known) continue
        const about = Math.min(1, graph.weightOf(to, name) / headingWeight)
        const gained = words.share(words.heldBy(to) & ~met)
        const worth = settings.linkWorth + settings.wordsWorth * gained
        const value = reach * (settings.minAbout + (1 - settings.minAbout) * about) * worth
        if (value > known) best.set(to, { from, name, score: value, met })
      }
    }
  }
  return best
}
