import { describe, expect, test } from 'vitest'
import { namesIn, shareOf, softShareOf, togetherness, weightedTermsOf } from '@engine/retrieval/question/wording'

const statistics = { chunkCount: 100, documentFrequency: (term: string) => (term === 'water' ? 60 : 1) }
const terms = new Map([
  ['water', 1],
  ['level', 3],
])

describe('wordings', () => {
  test('rare terms tell more', () => {
    const weighted = weightedTermsOf('Where is the water gauge?', statistics)
    expect(weighted.get('gaug') ?? 0).toBeGreaterThan(weighted.get('water') ?? 0)
  })

  test('names are capitalised words, numbers and codes, not the first word', () => {
    expect([...namesIn('When did Marta Lindqvist close TKT-1042 in 2024?', statistics).keys()]).toEqual(
      expect.arrayContaining(['marta', 'lindqvist', 'tkt-1042', '2024']),
    )
    expect(namesIn('Where is the gauge?', statistics).size).toBe(0)
    expect([...namesIn('P3传感器', statistics).keys()]).toContain('p3')
  })

  test('shares are of the weight; another form of a word counts in part', () => {
    expect(shareOf(terms, new Set(['level']))).toBe(0.75)
    expect(shareOf(new Map(), new Set(['level']))).toBe(0)
    const question = new Map([['septicemia', 1]])
    expect(softShareOf(question, new Set(['septicem']))).toBeCloseTo(0.6)
    expect(softShareOf(question, new Set(['sept']))).toBe(0)
  })

  test('words close together count more than the same words far apart', () => {
    const filler = Array.from({ length: 40 }, (_, at) => `w${at}`)
    const together = (...passage: string[]) =>
      togetherness(
        terms,
        passage.map((term, place) => ({ term, place })),
      )
    expect(together('water', 'level', ...filler)).toBe(1)
    expect(together('water', ...filler, 'level')).toBe(0.75)
    expect(together('water', ...filler, 'level', 'x', 'water')).toBe(1)
    expect(together()).toBe(0)
  })
})
