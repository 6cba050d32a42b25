import type { Page } from '@shared/documents'
import { describe, expect, it } from 'vitest'
import { boxesOf, type ToView } from '@renderer/features/viewer/pdf/page-boxes'

/** An upright page, 800 high. */
const upright: ToView = (x, y, width, height) => ({ x, y: 800 - y - height, width, height })

describe('boxesOf', () => {
  const text = 'aaaaaaaaaa bbbbbbbbbb cccccccccc'
  const items: Page['items'] = [
    [0, 10, 50, 700, 100, 10],
    [11, 21, 155, 700, 100, 10],
    [22, 32, 50, 680, 100, 10],
  ]

  it('joins the runs of a line into one box and keeps lines apart', () => {
    expect(boxesOf(items, { start: 0, end: 32 }, text, upright)).toEqual([
      { x: 50, y: 90, width: 205, height: 10 },
      { x: 50, y: 110, width: 100, height: 10 },
    ])
  })

  // Would catch a highlight over the whole line where only its end was cited.
  it('takes of a run only the part in the range', () => {
    const [box] = boxesOf(items, { start: 5, end: 10 }, text, upright)
    expect(box?.x).toBeCloseTo(100)
    expect(box?.width).toBeCloseTo(50)
  })

  // Would catch proportions by count, which miss words after narrow letters by several letters.
  it('counts wide and narrow letters differently', () => {
    const [box] = boxesOf([[0, 10, 0, 0, 100, 10]], { start: 0, end: 5 }, 'iiiiimmmmm', upright)
    expect(box?.width).toBeLessThan(35)
  })

  it('counts from the right in scripts written that way', () => {
    const [box] = boxesOf([[0, 4, 0, 0, 100, 10]], { start: 0, end: 2 }, 'שלום', upright)
    expect(box?.x).toBeCloseTo(50)
  })

  // Would catch two columns of one height that are bridged by a box over the gutter.
  it('leaves the gap between columns free', () => {
    const columns: Page['items'] = [
      [0, 10, 50, 700, 100, 10],
      [11, 21, 300, 700, 100, 10],
    ]
    expect(boxesOf(columns, { start: 0, end: 21 }, text, upright)).toHaveLength(2)
  })

  it('marks all of a run that stands on its side, and nothing outside the range or without length', () => {
    expect(boxesOf([[0, 10, 50, 100, 10, 200]], { start: 3, end: 4 }, text, upright)).toEqual([
      { x: 50, y: 500, width: 10, height: 200 },
    ])
    expect(boxesOf(items, { start: 10, end: 11 }, text, upright)).toEqual([])
    expect(boxesOf([[5, 5, 0, 0, 9, 9]], { start: 0, end: 9 }, text, upright)).toEqual([])
  })
})
