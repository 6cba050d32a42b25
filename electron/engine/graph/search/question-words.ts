import type { GraphQuestion } from '@engine/ports/graph/graph-search'
import { analyse } from '@engine/text/analyse'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'
import type { NameGraph } from '../walk/name-graph'
import { termHash } from '../share/document-share'

/** The content words of a question beside its names: what it asks about them ("snowfall", "currency", "director"). */
export interface QuestionWords {
  /** Which of the words a passage holds, as bits, lowest first. */
  heldBy(passage: number): number
  /** Their share of the weight of all, by inverse document frequency; 0 where there are none. */
  share(words: number): number
}

/** As many as a number has bits to spare. */
const maxWords = 30

export function contentTermsOf(question: string): string[] {
  return [...new Set(analyse(withoutQuestionWords(question)))].filter((term) => !isStopTerm(term))
}

/** Reads a question for one graph. `named` are the terms of its names, which the walk starts from and need not be found again. */
export function questionWords(graph: NameGraph, question: GraphQuestion, named: ReadonlySet<string>): QuestionWords {
  const terms = [...question.terms].filter(([term]) => !named.has(term)).slice(0, maxWords)
  const passages = graph.passageCount
  const hashes = terms.map(([term]) => termHash(term))
  const weights = terms.map(([, count]) => Math.log(1 + passages / (1 + count)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const known = new Map<number, number>()
  return {
    heldBy(passage) {
      let held = known.get(passage)
      if (held === undefined) {
        held = 0
        for (const [at, hash] of hashes.entries()) if (graph.holds(passage, hash)) held |= 1 << at
        known.set(passage, held)
      }
      return held
    },
    share(words) {
      let sum = 0
      for (const [at, weight] of weights.entries()) if (words & (1 << at)) sum += weight
      return total > 0 ? sum / total : 0
    },
  }
}
