import { describe, expect, it } from 'vitest'
import { composeParagraph } from '@engine/ingest/parsers/pdf/pdf-compose'
import { findSegments, toLines } from '@engine/ingest/parsers/pdf/pdf-lines'
import { type PdfItem, readRuns } from '@engine/ingest/parsers/pdf/pdf-runs'

const item = (str: string, x: number, y: number, width = str.length * 5): PdfItem => ({
  ...{ str, dir: 'ltr', transform: [10, 0, 0, 10, x, y], width, height: 10, fontName: 'f' },
})

function paragraph(items: readonly PdfItem[]) {
  const [runs = []] = readRuns(items, [0, 0, 600, 800])
  return composeParagraph(toLines(findSegments(runs)))
}

describe('composeParagraph', () => {
  it('joins at a soft hyphen that ends a line, and drops any other', () => {
    const lines = [item('A con\u00ad', 50, 700), item('vention that is time\u00adless', 50, 688)]
    expect(paragraph(lines).text).toBe('A convention that is timeless')
  })

  it.each([
    [['e', '\0', 'cient tools'], 'efficient tools'],
    [['o', '↵', '-the-shelf'], 'off-the-shelf'],
    [['di\u0001cult'], 'difficult'],
    [['a ', '\u0002', 'le'], 'a file'],
    [['Xy', '\0', 'zq'], 'Xyffzq'],
  ])('puts the ligature of %j that its font had no letters for', (parts, text) => {
    let x = 50
    const items = parts.map((str) => {
      const one = item(str, x, 700)
      x += one.width
      return one
    })
    const composed = paragraph(items)
    expect(composed.text).toBe(text)
    let last = 0
    for (const [start, end] of composed.items) {
      expect(start).toBeGreaterThanOrEqual(last)
      expect(end).toBeGreaterThan(start)
      last = end
    }
    expect(last).toBe(text.length)
  })

  it('leaves out a glyph without a letter that stands in no word', () => {
    expect(paragraph([item('\u0001', 50, 700, 5), item('An item', 70, 700)]).text).toBe('An item')
  })
})
