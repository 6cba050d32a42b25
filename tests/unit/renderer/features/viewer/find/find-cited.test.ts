import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCited } from '@renderer/features/viewer/find/find-text'

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
