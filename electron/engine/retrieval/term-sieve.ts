import type { KeyTerm } from './question/key-terms'
import type { RelatedTerms } from './terms/related-terms'
import { minShared, type PlacedTerm, type WeightedTerms } from './question/wording'

/** What a question looks for in a passage. */
export interface LookedFor {
  readonly keyTerms: readonly KeyTerm[]
  /** Every wording of it, its names included. */
  readonly wordings: readonly WeightedTerms[]
  readonly related: RelatedTerms
}

/** The terms of a `search` column that can say anything of a question, with their places; some others may be among them. */
export type TermSieve = (search: string) => readonly PlacedTerm[]

const buckets = 2 ** 14
const aWhole = 1
const aStem = 2
const space = 32
const lastLatin = 0x2e80

/**
 * Keeps the terms of a passage that a question may look for, told by their hash: those looked for, other forms of them,
 * and for pairs of characters each term with one of them. Cutting out all terms took most of reranking.
 */
export function termSieve({ keyTerms, wordings, related }: LookedFor): TermSieve {
  const marks = new Uint8Array(buckets)
  const mark = (term: string, as: number) => (marks[bucketOf(term)] = (marks[bucketOf(term)] ?? 0) | as)
  const characters = new Set<number>()
  for (const term of related.keys()) mark(term, aWhole)
  for (const { alternatives, mayBeShort = false } of keyTerms) {
    for (const term of alternatives.flat()) {
      mark(term, aWhole)
      if (!mayBeShort && !isOneCharacter(term)) continue
      for (let at = 0; at < term.length; at += 1) characters.add(term.charCodeAt(at))
    }
  }
  for (const term of wordings.flatMap((wording) => [...wording.keys()])) {
    mark(term, aWhole)
    if (term.length >= minShared) mark(term.slice(0, minShared), aStem)
  }
  return (search) => {
    const left: PlacedTerm[] = []
    let [start, place, hash, isLeft] = [0, 0, 0, false]
    for (let at = 0; at <= search.length; at += 1) {
      const code = at < search.length ? search.charCodeAt(at) : space
      if (code !== space) {
        hash = hashed(hash, code)
        isLeft ||=
          (at - start === minShared - 1 && ((marks[hash & (buckets - 1)] ?? 0) & aStem) !== 0) ||
          (code > lastLatin && characters.has(code))
        continue
      }
      isLeft ||= ((marks[hash & (buckets - 1)] ?? 0) & aWhole) !== 0
      if (isLeft && at > start) left.push({ term: search.slice(start, at), place })
      start = at + 1
      place += 1
      hash = 0
      isLeft = false
    }
    return left
  }
}

function hashed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193) ^ (hash >>> 15)
}

function bucketOf(term: string): number {
  let hash = 0
  for (let at = 0; at < term.length; at += 1) hash = hashed(hash, term.charCodeAt(at))
  return hash & (buckets - 1)
}

function isOneCharacter(term: string): boolean {
  return term.charCodeAt(0) > lastLatin && Array.from(term).length === 1
}
