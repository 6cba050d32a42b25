import { expect, test } from 'vitest'
import { contentRange } from '@engine/api/routes/document-routes'

const block = (start: number, end: number) => ({
  kind: 'paragraph' as const,
  start,
  end,
  heading_path: [],
})
const content = {
  text: '0123456789',
  structure: {
    format: 'text' as const,
    title: 't',
    blocks: [block(0, 3), block(3, 6), block(6, 10)],
    pages: [],
    gaps: [],
  },
}

// Catches a piece of a long text that carries the structure of all of it, or offsets that are shifted to the piece.
test('a piece of a text comes with the blocks that touch it, at their places in the whole text', () => {
  expect(contentRange(content, { start: 4, end: 6 })).toEqual({
    text: '45',
    total_chars: 10,
    structure: { ...content.structure, blocks: [block(3, 6)] },
  })
  expect(contentRange(content, {})).toEqual({ text: content.text, total_chars: 10, structure: content.structure })
})

test.each([
  [{ start: 8 }, '89'],
  [{ end: 2 }, '01'],
  [{ start: 50, end: 60 }, ''],
  [{ start: 6, end: 2 }, ''],
  [{ start: 0, end: 1e9 }, '0123456789'],
])('a range beyond the text or turned around is cut to it: %j', (range, text) => {
  expect(contentRange(content, range).text).toBe(text)
})
