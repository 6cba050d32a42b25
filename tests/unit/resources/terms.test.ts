import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isStopTerm } from '@engine/text/english/stop-words'

const folder = resolve(import.meta.dirname, '../../../resources/terms')
const schema = z.strictObject({ version: z.literal(1), terms: z.array(z.tuple([z.string()], z.string())) })
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .map((name) => ({ name, terms: schema.parse(JSON.parse(readFileSync(resolve(folder, name), 'utf8'))).terms }))
const all = files.flatMap(({ terms }) => terms)

const han = /\p{Script=Han}/u
const collator = new Intl.Collator('en')

describe('bilingual term tables', () => {
  it('hold at least 3,000 pairs together, and only tables lie in the folder', () => {
    expect(all.reduce((count, row) => count + row.length - 1, 0)).toBeGreaterThanOrEqual(3000)
    expect(files.every(({ name }) => name.endsWith('.json'))).toBe(true)
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
  ])('know %s as %s', (english, chinese) => {
    expect(all.filter(([term]) => term === english).flat()).toContain(chinese)
  })
})

describe.each(files)('$name', ({ terms }) => {
  it('has for every row an English term and an equivalent', () => {
    expect(terms.length).toBeGreaterThan(0)
    for (const row of terms) expect(row.length, row[0]).toBeGreaterThanOrEqual(2)
  })

  it('is sorted by term and has none twice, in the table or within a row', () => {
    const english = terms.map(([term]) => term.toLowerCase())
    expect(english.filter((term, at) => at > 0 && collator.compare(english[at - 1] ?? '', term) >= 0)).toEqual([])
    for (const row of terms) expect(new Set(row).size, row[0]).toBe(row.length)
  })

  it('keeps English left and Chinese right, trimmed, and no single letters', () => {
    for (const [term, ...equivalents] of terms) {
      expect(term).not.toMatch(han)
      expect(term).toBe(term.trim())
      expect(term.length, term).toBeGreaterThan(1)
      for (const equivalent of equivalents) {
        // Q2 is what Chinese reports write, too.
        expect(equivalent, term).toMatch(/\p{Script=Han}|^Q[1-4]$/u)
        expect(equivalent, term).toBe(equivalent.trim())
      }
    }
  })

  it('leaves out function and question words, which would match every question', () => {
    expect(terms.map(([term]) => term).filter((term) => term === term.toLowerCase() && isStopTerm(term))).toEqual([])
    expect(terms.flat().filter((term) => han.test(term) && isStopTerm(term))).toEqual([])
  })
})
