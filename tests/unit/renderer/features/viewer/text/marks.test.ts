import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAtMarks, type Mark, markKinds, marksWithin, noMarks, rangeAt } from '@renderer/features/viewer/text/marks'

describe('cutAtMarks', () => {
  const mark = fc
    .record({ from: fc.nat(60), length: fc.integer({ min: 1, max: 20 }), kind: fc.constantFrom(...markKinds) })
    .map(({ from, length, kind }): Mark => ({ start: from, end: from + length, kind }))

  // Would catch letters lost, doubled or marked wrongly where marks overlap or leave the text.
  it('keeps the text and gives every letter the topmost mark on it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(30), fc.array(mark, { maxLength: 5 }), (text, start, marks) => {
        const parts = cutAtMarks(text, start, marks)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        const kinds = parts.flatMap((part) => Array.from({ length: part.text.length }, () => part.kind))
        for (let at = 0; at < text.length; at += 1) {
          const on = marks.filter((one) => one.start <= start + at && start + at < one.end)
          const top = Math.max(-1, ...on.map((one) => markKinds.indexOf(one.kind)))
          expect(kinds[at] ?? null).toBe(markKinds[top] ?? null)
        }
      }),
    )
  })
})

describe('marksWithin', () => {
  // Would catch a match that begins in the row before and is then shown in only one of both.
  it('finds matches that reach into a range from outside, and the current one', () => {
    const marks = { ...noMarks, found: [0, 8, 20, 40], foundLength: 4, current: 1 }
    expect(marksWithin(marks, { start: 10, end: 21 })).toEqual([
      { start: 8, end: 12, kind: 'current' },
      { start: 20, end: 24, kind: 'found' },
    ])
    expect(marksWithin(marks, { start: 12, end: 20 })).toEqual([])
  })
})

describe('rangeAt', () => {
  // Would catch a jump to the row after the one that holds the passage.
  it('finds the range that an offset is in or after', () => {
    const ranges = [
      { start: 5, end: 9 },
      { start: 10, end: 20 },
    ]
    expect([0, 5, 9, 10, 99].map((offset) => rangeAt(ranges, offset))).toEqual([0, 0, 0, 1, 1])
    expect(rangeAt([], 3)).toBe(0)
  })
})

describe('highlights of one’s own', () => {
  // Would catch a highlight that cannot be pressed where a citation or a match lies on top of it.
  it('are known under other marks, and end where they end', () => {
    const marks = { ...noMarks, passage: { start: 4, end: 8 }, own: [{ start: 2, end: 6, id: 'a' }] }
    const parts = cutAtMarks('0123456789', 0, marksWithin(marks, { start: 0, end: 10 }))
    expect(parts.map(({ text, kind, own }) => [text, kind, own])).toEqual([
      ['01', null, undefined],
      ['23', 'own', 'a'],
      ['45', 'passage', 'a'],
      ['67', 'passage', undefined],
      ['89', null, undefined],
    ])
    expect(marksWithin(marks, { start: 8, end: 10 })).toEqual([])
  })
})
