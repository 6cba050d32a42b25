import { LRUCache } from 'lru-cache'
import { analyse } from '@engine/text/analyse'
import { type Sense, type WordNet, wordNet } from '@engine/text/english/wordnet'
import type { WeightedTerms } from '../question/wording'

/** How near another term's meaning is, 0 to 1, by that term. */
type Nearness = ReadonlyMap<string, number>

/** A term of the question that another term stands for, and how well, 0 to 1. */
interface Standing {
  readonly term: string
  readonly nearness: number
}

/** By the terms that a passage may have instead. */
export type RelatedTerms = ReadonlyMap<string, readonly Standing[]>

/** How near two words are that a relation of WordNet joins: one made of the other 1, broader and narrower ones 0.5. */
const nearnessOf: Readonly<Record<string, number>> = {
  '+': 1,
  '@': 0.5,
  '@i': 0.5,
  '~': 0.5,
  '~i': 0.5,
  '&': 0.5,
  '^': 0.5,
  '\\': 0.5,
  '=': 0.5,
  $: 0.5,
  '*': 0.5,
  '>': 0.5,
}
/** How much less each rarer meaning of a word counts: the nth 1 / (1 + n / 2), from 0. */
const rarer = 0.5
const minNearness = 0.05

/** What a passage may say for English terms, as WordNet relates them. Throws where its files cannot be read. */
export function relatedTermsOf(terms: WeightedTerms, load: () => WordNet = wordNet): RelatedTerms {
  const related = new Map<string, Standing[]>()
  for (const term of terms.keys()) {
    for (const [other, nearness] of nearTo(term, load)) {
      if (terms.has(other)) continue
      const standing = related.get(other) ?? []
      standing.push({ term, nearness })
      related.set(other, standing)
    }
  }
  return related
}

/** The same, and nothing where they cannot be read: for whoever reads on after a search that has said so. */
export function relatedTermsOrNone(terms: WeightedTerms, load: () => WordNet = wordNet): RelatedTerms {
  try {
    return relatedTermsOf(terms, load)
  } catch {
    return new Map()
  }
}

/** Share of the question's weight that a passage lacks but has something near for, times how near, 0 to 1. */
export function relatedShareOf(terms: WeightedTerms, related: RelatedTerms, present: ReadonlySet<string>): number {
  if (related.size === 0) return 0
  const nearest = new Map<string, number>()
  for (const other of present) {
    for (const { term, nearness } of related.get(other) ?? []) {
      if (!present.has(term)) nearest.set(term, Math.max(nearness, nearest.get(term) ?? 0))
    }
  }
  let [found, all] = [0, 0]
  for (const [term, weight] of terms) {
    all += weight
    found += weight * (nearest.get(term) ?? 0)
  }
  return all > 0 ? found / all : 0
}

/** Questions ask for the same things again. */
const known = new LRUCache<string, Nearness>({ max: 2000 })

function nearTo(term: string, load: () => WordNet): Nearness {
  const earlier = known.get(term)
  if (earlier) return earlier
  if (!/^[a-z]{2,}$/u.test(term)) return new Map()
  const near = findNear(term, load())
  known.set(term, near)
  return near
}

/** Letters that a word may have behind its stem. */
const longestEnding = 7

function findNear(term: string, net: WordNet): Nearness {
  const near = new Map<string, number>()
  const add = (word: string, nearness: number) => {
    if (word.includes('_') || nearness < minNearness) return
    const [other, ...more] = analyse(word)
    if (other === undefined || more.length > 0 || other === term) return
    near.set(other, Math.max(nearness, near.get(other) ?? 0))
  }
  // The stem of happy is happi.
  for (const { word, senses } of net.lemmasFrom(term.replace(/i$/u, ''))) {
    if (word.length > term.length + longestEnding || analyse(word).join(' ') !== term) continue
    for (const [rank, sense] of senses.entries()) addSense(sense, 1 / (1 + rank * rarer), net, add)
  }
  return near
}

function addSense(sense: Sense, share: number, net: WordNet, add: (word: string, nearness: number) => void): void {
  for (const word of net.wordsOf(sense)) add(word, share)
  for (const { symbol, to, word } of net.pointersOf(sense)) {
    const nearness = share * (nearnessOf[symbol] ?? 0)
    if (nearness < minNearness) continue
    const others = net.wordsOf(to)
    // Of what is made of a word, the one that is.
    for (const other of symbol === '+' ? others.slice(word - 1, word) : others) add(other, nearness)
  }
}
