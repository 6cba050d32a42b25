import type { Candidate } from '../span-candidates'
import type { Token } from '../tokens/answer-token'

/** What parts two things that a sentence tells beside each other. */
const parting = /^(?:[,，;；:：、。]|and|but|while|whereas|or|而|但)$/iu

/** How much of the question stands in the clause of each of several amounts; a clause between two counts for both. */
export function clauseWeights(
  tokens: readonly Token[],
  weights: readonly number[],
  places: readonly Candidate[],
): number[] {
  const ends = clauseEnds(tokens)
  const clauseAt = (at: number) => ends.findIndex((end) => at < end)
  const own = places.map(({ first }) => clauseAt(first))
  const taken = new Set(own)
  return own.map((clause) => {
    let from = clause
    while (from > 0 && !taken.has(from - 1)) from -= 1
    let to = clause
    while (to < ends.length - 1 && !taken.has(to + 1)) to += 1
    const start = from > 0 ? (ends[from - 1] ?? 0) : 0
    return weights.slice(start, ends[to]).reduce((sum, weight) => sum + weight, 0)
  })
}

/** Behind which tokens clauses end. */
function clauseEnds(tokens: readonly Token[]): number[] {
  const ends = tokens.flatMap(({ text }, at) => (parting.test(text) ? [at + 1] : []))
  return [...ends, tokens.length]
}
