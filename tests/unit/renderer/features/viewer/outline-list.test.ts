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
  const blocks = [heading(3, 0), heading(5, 2), heading(5, 4), paragraph, heading(3, 10), heading(1, 12)]
  const entries = outlineOf({ format: 'text', blocks })
  expect(entries.map(({ title, level }) => [title, level])).toEqual([
    ['h0', 1],
    ['h2', 2],
    ['h4', 2],
    ['h10', 1],
    ['h12', 1],
  ])
})

// Would catch English words in a Chinese window, and a line for the notes of each slide.
it('lists the slides of a presentation by number and title', () => {
  const heading = (level: number, start: number, path: string[]): Block => ({
    ...{ kind: 'heading', level, start, end: start + 1, heading_path: path },
  })
  const blocks = [
    heading(1, 0, ['Slide 1 (hidden): 预算']),
    heading(2, 2, ['Slide 1 (hidden): 预算', 'Notes']),
    heading(1, 4, ['Slide 2']),
  ]
  expect(outlineOf({ format: 'pptx', blocks }).map(({ title }) => title)).toEqual(['1 · 预算', '2'])
})
