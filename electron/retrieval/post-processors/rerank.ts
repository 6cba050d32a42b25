import { analyse } from '../../text/analyse'
import { isStopTerm } from '../../text/stop-words'
import type { ChainContext, PostProcessor } from '../chain'
import { coverage, type KeyTerm } from '../key-terms'
import type { Passage, RankedList, RankFeatures } from '../passage'
import { quotesQuestionAsExample } from '../quoted-example'

const weights = { cosine: 0.35, coverage: 0.25, title: 0.2, score: 0.15, overlap: 0.05 }
/** Fused candidates looked at; those behind never overtake in practice and cost time. */
const depth = 40

/**
 * The built-in reranker: a fixed weighting of cosine, key-term coverage, title match, full-text score and overlap [4].
 * Passages that merely quote the question as an example count half.
 */
export const builtinRerank: PostProcessor = {
  name: 'rerank',
  process(passages, context) {
    const candidates = passages.slice(0, depth)
    const highest = highestScores(candidates)
    const questionTerms = new Set(analyse(context.question).filter((term) => !isStopTerm(term)))
    return candidates
      .map((passage) => {
        const features = featuresOf(passage, context, questionTerms, highest)
        return { ...passage, features, score: weigh(features) }
      })
      .toSorted((a, b) => b.score - a.score || b.fused - a.fused || a.chunk.id.localeCompare(b.chunk.id))
  },
}

function weigh(features: RankFeatures): number {
  const sum =
    weights.cosine * features.cosine +
    weights.coverage * features.coverage +
    weights.title * features.title +
    weights.score * features.score +
    weights.overlap * features.overlap
  return features.quotesQuestion ? sum / 2 : sum
}

function featuresOf(
  passage: Passage,
  context: ChainContext,
  questionTerms: ReadonlySet<string>,
  highest: ReadonlyMap<RankedList, number>,
): RankFeatures {
  const { chunk } = passage
  const terms = new Set(passage.search.split(' '))
  const titleTerms = new Set(analyse([chunk.title, ...chunk.heading_path].join('\n')))
  const shared = [...questionTerms].filter((term) => terms.has(term)).length
  return {
    cosine: Math.max(0, ...context.queryVectors.map((vector) => dot(vector, passage.vector))),
    coverage: coverage(context.keyTerms, terms),
    title: titleMatch(context.keyTerms, titleTerms),
    score: normalisedScore(passage, highest),
    overlap: questionTerms.size > 0 ? shared / (questionTerms.size + terms.size - shared) : 0,
    quotesQuestion: quotesQuestionAsExample(context.question, chunk.text),
  }
}

/** The best score each list gave. */
function highestScores(passages: readonly Passage[]): Map<RankedList, number> {
  const highest = new Map<RankedList, number>()
  for (const { list, score } of passages.flatMap(({ placements }) => placements)) {
    highest.set(list, Math.max(score, highest.get(list) ?? Number.MIN_VALUE))
  }
  return highest
}

/** How near a passage came to the best of a list, over the full-text lists that found it; 0 where none did. */
function normalisedScore({ placements }: Passage, highest: ReadonlyMap<RankedList, number>): number {
  const shares = placements
    .filter(({ list }) => list.channel === 'text')
    .map(({ list, score }) => score / (highest.get(list) ?? 1))
  return Math.max(0, ...shares)
}

function titleMatch(keyTerms: readonly KeyTerm[], titleTerms: ReadonlySet<string>): number {
  return titleTerms.size > 0 ? coverage(keyTerms, titleTerms) : 0
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
