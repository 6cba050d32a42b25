import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passageExcerpt } from '@shared/excerpts/passage-excerpt'

describe('passageExcerpt', () => {
  it('begins near the cited part of a long passage and marks it', () => {
    const text = `${'before '.repeat(100)}THE PART ${'after '.repeat(100)}`
    const start = text.indexOf('THE PART')
    const parts = passageExcerpt(text, [{ start, end: start + 8 }], 120)
    expect(parts.find(({ cited }) => cited)?.text).toBe('THE PART')
    expect(parts.at(0)?.text).toBe('… ')
    expect(parts.at(-1)?.text).toBe(' …')
    expect(parts.map(({ text: one }) => one).join('').length).toBeLessThan(140)
  })

  // Would catch a Chinese passage whose cited part only begins where the three lines of its card end.
  it('takes a Chinese letter for as wide as two others', () => {
    const lead = (text: string) => passageExcerpt(text, [{ start: 100, end: 104 }], 300)[1]?.text.length
    expect(lead('积雪深度'.repeat(50))).toBe(30)
    expect(lead('snow'.repeat(50))).toBe(60)
  })

  it('marks nothing that is not cited, whatever the spans', () => {
    const spans = fc.array(
      fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) })),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), spans, (text, unordered) => {
        const cited = unordered.sort((a, b) => a.start - b.start)
        const parts = passageExcerpt(text, cited, 1000)
        const whole = parts
          .map((part) => part.text)
          .join('')
          .replace(/^… | …$/gu, '')
        expect(text.replace(/\s+/gu, '')).toContain(whole.replace(/\s+/gu, ''))
        if (cited.every(({ start, end }) => start === end)) expect(parts.some((part) => part.cited)).toBe(false)
      }),
    )
  })
})
