import type { Block } from '@shared/documents'
import { expect, it } from 'vitest'
import { outlineOf } from '@renderer/features/viewer/outline-list'

// Would catch a document that begins at level 3 and is shown far to the right, or levels that jump.
it('makes the levels of headings dense', () => {
  const heading = (level: number, start: number): Block => ({
    kind: 'heading',
    level,
    start,
    end: start + 1,
    heading_path: [`h${start}`],
  })
  const paragraph: Block = { kind: 'paragraph', start: 7, end: 9, heading_path: [] }
  const entries = outlineOf([heading(3, 0), heading(5, 2), heading(5, 4), paragraph, heading(3, 10), heading(1, 12)])
  expect(entries.map(({ title, level }) => [title, level])).toEqual([
    ['h0', 1],
    ['h2', 2],
    ['h4', 2],
    ['h10', 1],
    ['h12', 1],
  ])
})
