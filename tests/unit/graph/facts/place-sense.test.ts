import { describe, expect, it } from 'vitest'
import { placeSenseOf } from '@engine/graph/facts/worth/place-sense'

/** Of the first place of a name in a text. */
function senseOf(text: string, name: string) {
  const start = text.indexOf(name)
  expect(start).toBeGreaterThanOrEqual(0)
  return placeSenseOf(text, start, start + name.length)
}

const nothing = { definite: 0, indefinite: 0, beforeOf: 0, bracketed: 0 }

describe('what stands beside a place of a name', () => {
  it.each([
    ['They met the Vereth Council at noon.', 'Vereth Council', { definite: 1 }],
    ['The Vereth Council met.', 'Vereth Council', { definite: 1 }],
    ['It was read by\nthe\nVereth Council.', 'Vereth Council', { definite: 1 }],
    ['Without any Advice they left.', 'Advice', { indefinite: 1 }],
    ['An Index is kept.', 'Index', { indefinite: 1 }],
    ['In Consequence of the storm nobody came.', 'Consequence', { beforeOf: 1 }],
    ['such Manner of speech', 'Manner', { indefinite: 1, beforeOf: 1 }],
    ['a dense retriever (DPR) was trained', 'DPR', { bracketed: 1 }],
    ['世界卫生组织（WHO）发布', 'WHO', { bracketed: 1 }],
  ])('is seen in %j', (text, name, sense) => {
    expect(senseOf(text, name)).toEqual({ ...nothing, ...sense })
  })

  it.each([
    ['Vereth', 'Vereth'],
    ['They bathe Vereth and Orsay.', 'Vereth'],
    ['in the (Vereth Council', 'Vereth Council'],
    ['Vereth offered help.', 'Vereth'],
    ['the, Vereth', 'Vereth'],
  ])('is nothing in %j: parts of words, and marks between', (text, name) => {
    expect(senseOf(text, name)).toEqual(nothing)
  })
})
