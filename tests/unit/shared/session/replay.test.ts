import { describe, expect, it } from 'vitest'
import { onlyIn, type Outcome, sameness } from '@shared/session/replay'

const outcome = (...places: string[]): Outcome => ({
  response: '',
  evidence: places.map((place) => ({ evidence_id: place, document_title: 'Hut log', place, text: `At ${place}.` })),
  ...{ shortcut: null, label: null, confidence: null, ms: 1 },
})

describe('what differs between an answer and the one made now', () => {
  // Would catch passages in another order told as other passages, with two empty lists below.
  it.each([
    [true, true, ['a'], ['a'], 'both'],
    [true, false, ['a'], ['b'], 'answer'],
    [false, true, ['a'], ['a'], 'evidence'],
    [false, false, ['a', 'b'], ['b', 'a'], 'order'],
    [false, false, ['a'], ['b'], 'neither'],
  ])('answer %s, passages %s, of %o and %o: %s', (same_answer, same_evidence, then, now, expected) => {
    const sides = { recorded: outcome(...then), replayed: outcome(...now) }
    expect(sameness({ same_answer, same_evidence, ...sides })).toBe(expected)
  })

  it('are the passages of one side alone', () => {
    expect(onlyIn(outcome('a', 'b'), outcome('b')).map(({ place }) => place)).toEqual(['a'])
  })
})
