import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const file = resolve(import.meta.dirname, '../../../resources/terms/en-zh.json')
const { terms } = z
  .strictObject({ version: z.literal(1), terms: z.array(z.tuple([z.string()], z.string())) })
  .parse(JSON.parse(readFileSync(file, 'utf8')))

const han = /\p{Script=Han}/u

describe('bilingual term table', () => {
  it('holds at least 450 rows, each with an English term and an equivalent', () => {
    expect(terms.length).toBeGreaterThanOrEqual(450)
    for (const row of terms) expect(row.length, row[0]).toBeGreaterThanOrEqual(2)
  })

  it('has no term twice, in the table or within a row', () => {
    const english = terms.map(([term]) => term)
    expect(english.filter((term, at) => english.indexOf(term) !== at)).toEqual([])
    for (const row of terms) expect(new Set(row).size, row[0]).toBe(row.length)
  })

  it('keeps English left, lower case and trimmed, and Chinese right', () => {
    for (const [term, ...equivalents] of terms) {
      expect(term).not.toMatch(han)
      expect(term).toBe(term.toLowerCase().trim())
      expect(term).not.toBe('')
      for (const equivalent of equivalents) {
        expect(equivalent, term).toMatch(han)
        expect(equivalent, term).toBe(equivalent.trim())
      }
    }
  })

  it('leaves out function words, which would match every question', () => {
    const functionWords = [
      'a',
      'an',
      'and',
      'at',
      'by',
      'for',
      'in',
      'is',
      'may',
      'of',
      'on',
      'or',
      'the',
      'to',
      'with',
    ]
    expect(terms.map(([term]) => term).filter((term) => functionWords.includes(term))).toEqual([])
  })

  it.each([
    ['shortcut', '短路'],
    ['stage', '阶段'],
    ['retrieval', '检索'],
    ['rewrite', '改写'],
    ['intent', '意图'],
    ['embedding', '嵌入'],
    ['chunk', '分块'],
    ['evidence', '证据'],
    ['citation', '引用'],
    ['pipeline', '流水线'],
    ['water level', '水位'],
  ])('knows %s as %s', (english, chinese) => {
    expect(terms.find(([term]) => term === english)).toContain(chinese)
  })
})
