import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCited } from '@renderer/features/viewer/citations/find-cited'
import { findAll, foldText, mostMatches, TextSearch } from '@renderer/ui/find/find-text'

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

describe('findCited', () => {
  const words = fc.stringMatching(/^[ab ]{0,30}$/u)
  const quote = fc.stringMatching(/^[ab]{1,4}$/u)

  // Would catch a mark on words that were never cited, after the document was indexed anew.
  it('marks the cited words and nothing else, wherever they went', () => {
    fc.assert(
      fc.property(words, quote, fc.nat(40), (text, cited, start) => {
        const found = findCited(text, { start, end: start + cited.length }, cited)
        if (found) expect(text.slice(found.start, found.end)).toBe(cited)
        else expect(text).not.toContain(cited)
      }),
    )
  })

  it('takes the nearest of several', () => {
    const text = 'one two one three one'
    const startFor = (start: number) => findCited(text, { start, end: start + 3 }, 'one')?.start
    expect([0, 3, 5, 8, 12, 15, 18, 99].map(startFor)).toEqual([0, 0, 8, 8, 8, 18, 18, 18])
  })

  it('leaves a passage where it is while its words are', () => {
    expect(findCited('a a a', { start: 2, end: 3 }, 'a')).toEqual({ start: 2, end: 3 })
  })

  it('finds nothing where the words are gone', () => {
    expect(findCited('all new', { start: 2, end: 5 }, 'old')).toBeNull()
    expect(findCited('', { start: 0, end: 3 }, 'old')).toBeNull()
  })

  it('trusts a bare range as far as there is text', () => {
    expect(findCited('12345', { start: 3, end: 9 })).toEqual({ start: 3, end: 5 })
    expect(findCited('12345', { start: 5, end: 9 })).toBeNull()
  })
})
