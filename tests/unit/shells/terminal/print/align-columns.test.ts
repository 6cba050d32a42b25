import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitColumns, tableLines } from '@shells/terminal/print/align-columns'
import { columnsOf } from '@engine/text/display-width'

describe('columns', () => {
  test.each([
    ['abc', 3],
    ['手册', 4],
    ['e\u0301', 1],
    ['', 0],
  ])('%j takes %i', (text, columns) => expect(columnsOf(text)).toBe(columns))

  // Would catch a preview that breaks a line or cuts a character in half.
  test('a fitted line is never wider than its limit and never holds half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const fitted = fitColumns(text, limit)
        expect(columnsOf(fitted)).toBeLessThanOrEqual(limit)
        expect(fitted).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })

  test('tables keep their columns with Chinese in them', () => {
    expect(
      tableLines(
        [
          ['手册', '1', 'x'],
          ['ab', '10', 'y'],
        ],
        new Set([1]),
      ),
    ).toEqual(['手册   1  x', 'ab    10  y'])
  })
})
