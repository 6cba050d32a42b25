import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slipBetween, wordsOneSlipAway } from '@engine/text/slips'

describe('a slip of the typing hand', () => {
  test.each([
    ['cabel', 'cable', 1, 0],
    ['hutt', 'hut', 1, 0],
    ['ohw', 'how', null, null],
    ['hnag', 'hang', 1, 0],
    ['ehlp', 'help', 1, 0],
    ['staton', 'station', 1, 1],
    ['opend', 'opened', 1, 1],
    ['statuon', 'station', 1, 2],
    ['managment', 'management', 1, 1],
    ['accomodatoin', 'accommodation', 2, 2],
    ['generater', 'generators', 2, 2],
  ])('%s for %s', (typed, meant, distance, kind) => {
    expect(slipBetween(typed, meant, false)).toEqual(distance === null ? null : { distance, kind })
  })

  // Would catch short words read as others they only resemble.
  test.each([
    ['four letters, one exchanged', 'dort', 'dirt'],
    ['four letters, one left out', 'hast', 'haste'],
    ['two slips in seven letters', 'stattin', 'station'],
    ['three slips', 'managmntt', 'management'],
    ['another first letter', 'camping', 'damping'],
    ['two slips and another first letter', 'keneratro', 'generator'],
    ['the same word', 'cable', 'cable'],
  ])('%s: none', (_rule, typed, meant) => {
    expect(slipBetween(typed, meant, false)).toBeNull()
  })

  test('names are one slip apart at most, from six letters, and seven for an exchanged one', () => {
    expect(slipBetween('kestral', 'kestrel', true)).toEqual({ distance: 1, kind: 2 })
    expect(slipBetween('lndqvist', 'lindqvist', true)).toEqual({ distance: 1, kind: 1 })
    expect(slipBetween('marten', 'martin', true)).toBeNull()
    expect(slipBetween('adler', 'adlers', true)).toBeNull()
    expect(slipBetween('lidnqvits', 'lindqvist', true)).toBeNull()
  })

  test('what is made of a word is one slip from it, and every slip is made', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 't'), minLength: 5, maxLength: 7 })
    fc.assert(
      fc.property(word, word, (typed, other) => {
        const made = wordsOneSlipAway(typed)
        for (const one of made) expect(slipBetween(typed, one, false)?.distance).toBe(1)
        if (slipBetween(typed, other, false)?.distance === 1) expect(made).toContain(other)
      }),
    )
    expect(wordsOneSlipAway('cabel')).toContain('cable')
  })
})
