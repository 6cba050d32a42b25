import { describe, expect, it } from 'vitest'
import { zoomToRead } from '@renderer/features/viewer/pdf/fit-passage'
import { zoomBy } from '@renderer/features/viewer/zoom'

const text = 'The hut was opened in 1921. Its door is red.'
const whole = { start: 0, end: text.length }
/** One line of ten-point letters: start, end, x, y, width, height. */
const line = (x: number, width: number, height = 10): [number, number, number, number, number, number] => [
  ...([0, text.length, x, 700, width, height] as const),
]
const sheet = (room: number, item = line(60, 220)) => ({ items: [item], width: 600, room })

describe('the zoom at which a passage can be read', () => {
  it('is the width of the page where its letters are large enough so', () => {
    expect(zoomToRead(text, whole, sheet(900))).toBe(1)
  })

  // Catches a document that opens beside the chat with letters of six pixels.
  it('is more in a narrow panel, so that letters have their size', () => {
    const zoom = zoomToRead(text, whole, sheet(360))
    expect((zoom * 360 * 10) / 600).toBeGreaterThanOrEqual(11)
  })

  // Catches a line that must be scrolled to and fro to be read.
  it('is no more than lets the line fit', () => {
    const zoom = zoomToRead(text, whole, sheet(360, line(60, 480)))
    expect(zoom).toBeGreaterThan(1)
    expect((zoom * 360 * 480) / 600).toBeLessThanOrEqual(360)
  })

  // Catches a page zoomed to one number, whose line then runs out of the panel on both sides.
  it('goes by the whole line that a word stands on, but not by the column beside it', () => {
    const items: [number, number, number, number, number, number][] = [
      [0, 20, 40, 700, 200, 10],
      [20, 28, 243, 700, 60, 10],
      [28, 44, 340, 700, 200, 10],
    ]
    const zoom = zoomToRead(text, { start: 22, end: 26 }, { items, width: 600, room: 270 })
    expect((zoom * 270 * 263) / 600).toBeLessThanOrEqual(270)
    expect(zoom).toBeGreaterThan(2)
  })

  // Catches a passage whose own line fits while the sentence runs out of the panel on the next.
  it('goes by the paragraph, but not by the heading above it or the paragraph below', () => {
    const items: [number, number, number, number, number, number][] = [
      [0, 4, 40, 720, 400, 14],
      [4, 20, 40, 700, 200, 10],
      [20, 30, 40, 686, 250, 10],
      [30, 44, 40, 660, 500, 10],
    ]
    const zoom = zoomToRead(text, { start: 6, end: 10 }, { items, width: 600, room: 270 })
    expect((zoom * 270 * 250) / 600).toBeLessThanOrEqual(270)
    expect(zoom).toBeGreaterThan(2)
  })

  it('has a limit, and is the usual one where nothing is known', () => {
    expect(zoomToRead(text, whole, sheet(360, line(60, 30, 2)))).toBe(3)
    expect(zoomToRead(text, { start: 900, end: 910 }, sheet(360))).toBe(1)
    expect(zoomToRead(text, whole, { items: [], width: 600, room: 360 })).toBe(1)
    expect(zoomToRead(text, whole, sheet(0))).toBe(1)
    expect(zoomToRead(text, whole, { ...sheet(360), width: 0 })).toBe(1)
    expect(zoomToRead(text, whole, sheet(360, line(60, 4, 300)))).toBe(1)
  })
})

describe('zooming', () => {
  it('goes by its steps, also from between them', () => {
    expect([zoomBy(1, 1), zoomBy(1, -1), zoomBy(1.37, 1), zoomBy(1.37, -1), zoomBy(3, 1), zoomBy(0.5, -1)]).toEqual([
      1.1, 0.9, 1.5, 1.25, 3, 0.5,
    ])
  })
})
