import { expect, it } from 'vitest'
import { relatedShareOf, relatedTermsOf, relatedTermsOrNone } from '@engine/retrieval/terms/related-terms'

function termsOf(...terms: string[]) {
  return new Map(terms.map((term) => [term, 1]))
}

function nearness(term: string, other: string): number {
  return relatedTermsOf(termsOf(term)).get(other)?.[0]?.nearness ?? 0
}

it('knows what else English says for a word, and how near that is', () => {
  expect(nearness('car', 'automobil')).toBe(1)
  expect(nearness('die', 'death')).toBe(1)
  expect(nearness('happi', 'glad')).toBeGreaterThan(0)
  // A rarer meaning, and a kind of it.
  expect(nearness('surrend', 'yield')).toBeLessThan(1)
  expect(nearness('car', 'ambul')).toBe(0.5)
  expect(nearness('car', 'daffodil')).toBe(0)
})

it('says nothing for other scripts, figures and words that it does not know', () => {
  expect(relatedTermsOf(termsOf('汽车', '1042', 'tkt-1042', 'x', 'qwrtzp')).size).toBe(0)
})

it('counts what a passage lacks by the nearest thing it has instead, and what it has not at all', () => {
  const terms = termsOf('car', 'price')
  const related = relatedTermsOf(terms)
  expect(relatedShareOf(terms, related, new Set(['automobil', 'wheel']))).toBe(0.5)
  expect(relatedShareOf(terms, related, new Set(['automobil', 'ambul']))).toBe(0.5)
  expect(relatedShareOf(terms, related, new Set(['car', 'automobil']))).toBe(0)
  expect(relatedShareOf(terms, related, new Set(['daffodil']))).toBe(0)
  expect(relatedShareOf(new Map(), new Map(), new Set(['car']))).toBe(0)
})

it('does not take one word of a question for another', () => {
  const terms = termsOf('car', 'automobil')
  expect(relatedShareOf(terms, relatedTermsOf(terms), new Set(['automobil']))).toBe(0)
})

it('throws where the files cannot be read, and reads them the next time', () => {
  // A word of no other test: what was read stays in memory.
  const lost = () => {
    throw new Error('no such file')
  }
  expect(() => relatedTermsOf(termsOf('harpsichord'), lost)).toThrow('no such file')
  expect(relatedTermsOrNone(termsOf('harpsichord'), lost).size).toBe(0)
  expect(relatedTermsOf(termsOf('harpsichord')).size).toBeGreaterThan(0)
})
