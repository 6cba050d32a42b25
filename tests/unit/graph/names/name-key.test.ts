import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameKey, normaliseForNames } from '@engine/graph/names/name-key'

/** Compatibility forms: they are folded to ASCII on the way that any text goes. */
const fullWidth = (text: string) =>
  text.replace(/[!-~]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replaceAll(' ', '　')

describe('the key of a name', () => {
  it('is the same on the short way for ASCII as on the way that any text goes', () => {
    // "Nolan's" would meet "Nolan" in one text and not in another.
    const ascii = fc.string({ unit: fc.constantFrom(...Array.from("aBzS09 '-.+#_&")), maxLength: 20 })
    fc.assert(
      fc.property(ascii, (text) => {
        expect(normaliseForNames(text)).toBe(normaliseForNames(fullWidth(text)))
      }),
      { numRuns: 500 },
    )
  })

  it('has no possessive, article or sign, but tells C, C++ and C# apart', () => {
    expect(["The Dean's list", 'C++', 'C#', 'AT&T'].map(nameKey)).toEqual(['dean list', 'c++', 'c#', 'at t'])
  })
})
