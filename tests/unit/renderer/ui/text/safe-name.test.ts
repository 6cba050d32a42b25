import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeName, splitName } from '@renderer/ui/text/safe-name'

describe('safeName', () => {
  it('shows an override that would turn "exe.fdp" into a harmless ending', () => {
    expect(safeName('invoice\u202Efdp.exe')).toBe('invoice[U+202E]fdp.exe')
  })

  it('shows line breaks, escape sequences, invisible letters and halves of letters', () => {
    expect(safeName('a\nb\u001b[31m')).toBe('a␊b␛[31m')
    expect(safeName('a\u200Bb\u2066c\u{E0041}')).toBe('a[U+200B]b[U+2066]c[U+E0041]')
    expect(safeName('a\uD800b')).toBe('a\uFFFDb')
  })

  it('leaves honest names of any script alone, joiners included', () => {
    for (const name of ['冬季安全手册.pdf', 'תוכנית.docx', 'می‌خواهم.txt', '👩‍🚀 log.md', 'a & <b>.md']) {
      expect(safeName(name)).toBe(name)
    }
  })

  it('never lets a control or a direction mark through', () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
    fc.assert(
      fc.property(fc.string({ unit }), (name) => {
        expect(safeName(name)).not.toMatch(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u)
      }),
    )
  })
})

describe('splitName', () => {
  it('keeps the ending of a long name, and the name whole', () => {
    expect(splitName('a-very-long-name-of-a-report-2024.pdf')).toEqual({
      start: 'a-very-long-name-of-a-report-2',
      end: '024.pdf',
    })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const { start, end } = splitName(name)
        expect(start + end).toBe(name)
      }),
    )
  })

  it('does not cut what is read from the right, which cutting would reorder', () => {
    expect(splitName('תוכנית העבודה השנתית לשנת הלימודים.docx').end).toBe('')
  })
})
