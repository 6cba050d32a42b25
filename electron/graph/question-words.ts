import { analyse } from '../text/analyse'
import { isStopTerm, withoutQuestionWords } from '../text/stop-words'
import type { NameGraph } from './name-graph'
import { termHash } from './term-hash'

/** The content words of a question beside its names: what it asks about them ("snowfall", "currency", "director"). */
export interface QuestionWords {
  readonly count: number
  /** Which of the words a passage holds, as bits, lowest first. */
  heldBy(passage: number): number
  /** Their share of the weight of all, by inverse document frequency; 0 where there are none. */
  share(words: number): number
}

/** As many as a number has bits to spare. */
const mostWords = 30

/** Reads a question for one graph. `named` are the terms of its names, which the walk starts from and need not be found again. */
export function questionWords(graph: NameGraph, question: string, named: ReadonlySet<string>): QuestionWords {
  const terms = [...new Set(analyse(withoutQuestionWords(question)))]
    .filter((term) => !isStopTerm(term) && !named.has(term))
    .slice(0, mostWords)
  const passages = graph.passageIds.length
  const hashes = terms.map(termHash)
  const weights = hashes.map((hash) => Math.log(1 + passages / (1 + frequencyOf(graph, hash))))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const known = new Map<number, number>()
  return {
    count: terms.length,
    heldBy(passage) {
      let held = known.get(passage)
      if (held === undefined) {
        held = 0
        for (const [at, hash] of hashes.entries()) if (holds(graph, passage, hash)) held |= 1 << at
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

/** Counted when first asked for: counting every word would take most of the time that a new document costs. */
const counted = new WeakMap<NameGraph, Map<number, number>>()

/** In how many passages a term stands. */
function frequencyOf(graph: NameGraph, hash: number): number {
  const known = counted.get(graph) ?? new Map<number, number>()
  counted.set(graph, known)
  let count = known.get(hash)
  if (count === undefined) {
    count = 0
    for (let passage = 0; passage < graph.passageIds.length; passage += 1) if (holds(graph, passage, hash)) count += 1
    known.set(hash, count)
  }
  return count
}

/** Binary search: a passage's terms are in ascending order. */
function holds({ termStart, terms }: NameGraph, passage: number, hash: number): boolean {
  let low = termStart[passage] ?? 0
  let high = (termStart[passage + 1] ?? 0) - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const term = terms[middle] ?? 0
    if (term === hash) return true
    if (term < hash) low = middle + 1
    else high = middle - 1
  }
  return false
}
