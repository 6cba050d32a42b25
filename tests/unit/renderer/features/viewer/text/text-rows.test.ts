import type { Block, DocumentStructure } from '@shared/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sourceRows, textRows } from '@renderer/features/viewer/text/text-rows'

const structure = (blocks: Block[], format: DocumentStructure['format'] = 'text'): DocumentStructure => ({
  format,
  title: '',
  blocks,
  pages: [],
  gaps: [],
})

describe('sourceRows', () => {
  const line = fc.oneof(
    fc.constant(''),
    fc.string({ maxLength: 30 }),
    fc.constant('x'.repeat(9001)),
    fc.constant('水 '.repeat(3000)),
  )

  // Would catch lines lost between rows, and numbers that drift after a long or empty line.
  it('shows every line once under its own number', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 120 }), (lines) => {
        const text = lines.join('\n').replace(/\r/gu, ' ')
        const shown: string[] = []
        for (const row of sourceRows(text)) {
          if (row.kind !== 'lines') throw new Error(row.kind)
          const parts = text.slice(row.start, row.end).split('\n')
          if (row.joined) shown.push((shown.pop() ?? '') + (parts.shift() ?? ''))
          else expect(row.firstLine).toBe(shown.length + 1)
          shown.push(...parts)
        }
        const wanted = text === '' ? [] : text.split('\n')
        while (shown.length < wanted.length) shown.push('')
        expect(shown.slice(0, wanted.length)).toEqual(wanted)
        expect(shown.slice(wanted.length).join('')).toBe('')
      }),
    )
  })
})

describe('textRows', () => {
  // Would catch one endless paragraph that freezes the window, and half a character at a cut.
  it('cuts long blocks without losing or halving a character', () => {
    const text = '😀'.repeat(5000)
    const rows = textRows(text, structure([{ kind: 'paragraph', start: 0, end: text.length, heading_path: [] }]))
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.map((row) => text.slice(row.start, row.end)).join('')).toBe(text)
    for (const row of rows) expect(text.slice(row.start, row.end).isWellFormed()).toBe(true)
  })

  it('gathers neighbouring table rows, and tells pages apart', () => {
    const text = 'a | b\nc | d\ne'
    const rows = textRows(
      text,
      structure([
        { kind: 'table_row', start: 0, end: 5, heading_path: [], page: 1 },
        { kind: 'table_row', start: 6, end: 11, heading_path: [], page: 1 },
        { kind: 'paragraph', start: 12, end: 13, heading_path: [], page: 2 },
      ]),
    )
    expect(rows.map((row) => row.kind)).toEqual(['page', 'table', 'page', 'paragraph'])
    expect(rows[1]).toMatchObject({ first: true, last: true, rows: [{ start: 0 }, { start: 6 }] })
  })
})
