import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAll, foldText, mostMatches, TextSearch } from '@renderer/features/viewer/find/find-text'

describe('foldText', () => {
  // Would catch a fold that changes the length (ß, İ, ligatures), after which every match stands at a wrong place.
  it('keeps every UTF-16 unit in its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        expect(foldText(text)).toHaveLength(text.length)
      }),
    )
    expect(foldText('İßﬁŒ')).toHaveLength(4)
  })

  it('makes case, width, quotes and line ends alike', () => {
    expect(foldText('ＡＢＣ１２３（x）')).toBe('abc123(x)')
    expect(foldText('Don’t\nstop')).toBe("don't stop")
  })
})

describe('TextSearch', () => {
  it('finds matches without overlap, over line ends and in any case', () => {
    expect(findAll('aaaa', 'aa')).toEqual([0, 2])
    expect(new TextSearch('Water\nLevel, water level').find('WATER LEVEL')).toEqual({ found: [0, 13], length: 11 })
    expect(new TextSearch('水位２.４米').find('2.4')).toEqual({ found: [2], length: 3 })
  })

  // Would catch a search for blanks that marks the whole document, or one that never ends.
  it('finds nothing for blanks and stops at the most matches', () => {
    expect(new TextSearch('a b').find('  ')).toEqual({ found: [], length: 0 })
    expect(new TextSearch('a'.repeat(3 * mostMatches)).find('a').found).toHaveLength(mostMatches)
  })
})
