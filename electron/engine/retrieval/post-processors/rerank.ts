import { LRUCache } from 'lru-cache'
import type { Embedder } from '@engine/ports/models/embedder'
import { analyse } from '@engine/text/analyse'
import { dot } from '@engine/text/vectors'
import type { ChainContext, PostProcessor } from '../chain'
import { coverage, saidOtherwise } from '../question/key-terms'
import { byPlace, type Passage, type RankedList, type RankFeatures } from '../passage'
import { relatedShareOf } from '../terms/related-terms'
import { shareOf, softShareOf, togetherness } from '../question/wording'

/**
 * Near the fit of `cairn bench rerank-fit` on five public sets in two languages (docs/quality.md). Titles count less,
 * since those of the sets all name their subject; coverage counts more, since it works between languages.
 */
export const rankWeights = {
  coverage: 0.185,
  title: 0.22,
  score: 0.21,
  names: 0.17,
  together: 0.145,
  words: 0.07,
  related: 0.13,
}
/** What the cosine counts under an embedder that knows meaning; that of the built-in one adds nothing to the words. */
const meaning = 0.35
/** Fused candidates looked at; those behind never overtake in practice and cost time. */
const depth = 40

/** The built-in reranker: a fixed weighting of features. */
export const builtinRerank: PostProcessor = {
  name: 'rerank',
  process(passages, context) {
    const candidates = passages.slice(0, depth)
    const highest = highestScores(candidates)
    return candidates
      .map((passage) => {
        const features = featuresOf(passage, context, highest)
        return { ...passage, features, score: weigh(features, context.embedder.unrelated === undefined ? 0 : meaning) }
      })
      .toSorted((a, b) => b.score - a.score || byPlace(a, b))
  },
}

function weigh(features: RankFeatures, cosineWeight: number): number {
  const sum =
    rankWeights.coverage * features.coverage +
    rankWeights.title * features.title +
    rankWeights.score * features.score +
    rankWeights.names * features.names +
    rankWeights.together * features.together +
    rankWeights.words * features.words +
    rankWeights.related * features.related
  return (1 - cosineWeight) * sum + cosineWeight * features.cosine
}

function featuresOf(passage: Passage, context: ChainContext, highest: ReadonlyMap<RankedList, number>): RankFeatures {
  const { question, others, names, sieve } = context.asked
  const { chunk } = passage
  const sequence = sieve(passage.search)
  const terms = new Set(sequence.map(({ term }) => term))
  const otherwise = saidOtherwise(context.keyTerms, terms)
  const titleTerms = termsOfTitle([chunk.title, ...chunk.heading_path].join('\n'))
  return {
    cosine: Math.max(0, ...context.queryVectors.map((vector) => beyond(dot(vector, passage.vector), context.embedder))),
    coverage: coverage(context.keyTerms, terms),
    title: titleTerms.size > 0 ? coverage(context.keyTerms, titleTerms) : 0,
    score: normalisedScore(passage, highest),
    together: Math.max(0, ...[question, ...others].map((wording) => togetherness(wording, sequence))),
    names: shareOf(names, terms),
    words: Math.max(softShareOf(question, terms, otherwise), ...others.map((wording) => shareOf(wording, terms))),
    related: relatedShareOf(question, context.related, terms),
  }
}

/** Titles come up again with every question about their document. */
const knownTitles = new LRUCache<string, ReadonlySet<string>>({ max: 2000 })

function termsOfTitle(title: string): ReadonlySet<string> {
  const known = knownTitles.get(title)
  if (known) return known
  const terms = new Set(analyse(title))
  knownTitles.set(title, terms)
  return terms
}

/** How far a cosine is above what unrelated texts have, 0 to 1. */
function beyond(cosine: number, { unrelated = 0 }: Embedder): number {
  return (cosine - unrelated) / Math.max(1e-6, 1 - unrelated)
}

/** The best score each list gave. */
function highestScores(passages: readonly Passage[]): Map<RankedList, number> {
  const highest = new Map<RankedList, number>()
  for (const { list, score } of passages.flatMap(({ placements }) => placements)) {
    highest.set(list, Math.max(score, highest.get(list) ?? Number.MIN_VALUE))
  }
  return highest
}

/** How near a passage came to the best of a list, times what that list counts, over those that found it; 0 where none did. */
function normalisedScore({ placements }: Passage, highest: ReadonlyMap<RankedList, number>): number {
  const shares = placements
    .filter(({ list }) => list.channel === 'text')
    .map(({ list, score }) => (list.weight * score) / (highest.get(list) ?? 1))
  return Math.max(0, ...shares)
}
