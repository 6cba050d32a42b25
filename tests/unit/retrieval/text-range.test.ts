import { describe, expect, it } from 'vitest'
import { isLeftOut } from '@engine/retrieval/text-range'

const text = 'Factors that may guide the judgment include cases filed in an improper venue for an improper purpose.'
const range = { documentId: 'handbook', start: 100, end: 300, text: `Practice tips:\n\n${text}\nAnd more.` }
const chunk = (fields: Partial<{ doc_id: string; start: number; text: string }>) => {
  const { doc_id = 'handbook', start = 5000, text: own = text } = fields
  return { doc_id, start, end: start + own.length, text: own }
}

describe('what is left out', () => {
  // Would catch an answer that quotes a passage again which was left out, from where a long document repeats it.
  it('is the passage, and the same text elsewhere in its document', () => {
    expect(isLeftOut([range], chunk({ start: 250, text: 'Another sentence.' }))).toBe(true)
    expect(isLeftOut([range], chunk({ text: text.replace(' may', '\nmay') }))).toBe(true)
  })

  // Would catch the other of two documents that are compared, and short lines such as headings, gone with it.
  it('is nothing of another document, no other text and no short line', () => {
    expect(isLeftOut([range], chunk({ doc_id: 'other' }))).toBe(false)
    expect(isLeftOut([range], chunk({ text: `${text} It depends.` }))).toBe(false)
    expect(isLeftOut([range], chunk({ text: 'And more.' }))).toBe(false)
    const { text: _, ...withoutText } = range
    expect(isLeftOut([withoutText], chunk({}))).toBe(false)
  })
})
