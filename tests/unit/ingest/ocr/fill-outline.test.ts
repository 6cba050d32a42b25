import { describe, expect, it } from 'vitest'
import type { GreyPicture } from '@engine/ingest/ocr/pictures/grey-picture'
import { fillOutline, type Fill } from '@engine/ingest/ocr/pictures/pdf/fill-outline'

const blank = (): GreyPicture => ({ width: 20, height: 20, pixels: new Uint8Array(400).fill(255) })
const square = (from: number, to: number): number[] => [...[0, from, from, 1, to, from], ...[1, to, to, 1, from, to, 4]]
const whole: Fill = {
  ...{ matrix: [1, 0, 0, 1, 0, 0], grey: 0, alpha: 1, isMultiplied: false },
  ...{ isEvenOdd: false, clip: [0, 0, 20, 20] },
}
const dark = ({ pixels }: GreyPicture): number => pixels.reduce((sum, grey) => sum + (255 - grey) / 255, 0)

describe('fillOutline', () => {
  it('fills what lies inside, and shares out the pixels of an edge', () => {
    const picture = blank()
    fillOutline(picture, square(2.5, 10), whole)
    expect(dark(picture)).toBeCloseTo(7.5 * 7.5, 1)
    expect(picture.pixels[5 * 20 + 5]).toBe(0)
    expect(picture.pixels[5 * 20 + 2]).toBe(128)
    expect(picture.pixels[12 * 20 + 12]).toBe(255)
  })

  it('leaves a hole by the even-odd rule, and by the other one where it is drawn the other way round', () => {
    const ring = [...square(2, 18), ...square(6, 10)]
    const [filled, holed] = [blank(), blank()]
    fillOutline(filled, ring, whole)
    fillOutline(holed, ring, { ...whole, isEvenOdd: true })
    expect([dark(filled), dark(holed)].map(Math.round)).toEqual([256, 240])
    const backwards = blank()
    fillOutline(backwards, [...square(2, 18), 0, 6, 6, 1, 6, 10, 1, 10, 10, 1, 10, 6, 4], whole)
    expect(Math.round(dark(backwards))).toBe(240)
  })

  it('lets letters show through a marker and through what is transparent', () => {
    const marked = blank()
    fillOutline(marked, square(4, 8), whole)
    fillOutline(marked, square(2, 12), { ...whole, grey: 200, isMultiplied: true })
    fillOutline(marked, square(2, 12), { ...whole, grey: 255, alpha: 0.5 })
    expect([marked.pixels[5 * 20 + 5], marked.pixels[10 * 20 + 10]]).toEqual([128, 228])
  })

  it('draws curves, closes what is open, and paints nothing outside of the clip or the picture', () => {
    // A circle of radius 8 by four cubic curves.
    const k = 8 * 0.5523
    const circle = [
      ...[0, 18, 10, 2, 18, 10 + k, 10 + k, 18, 10, 18, 2, 10 - k, 18, 2, 10 + k, 2, 10],
      ...[2, 2, 10 - k, 10 - k, 2, 10, 2, 2, 10 + k, 2, 18, 10 - k, 18, 10],
    ]
    const round = blank()
    fillOutline(round, circle, whole)
    expect(dark(round) / (Math.PI * 64)).toBeCloseTo(1, 1)
    const clipped = blank()
    fillOutline(clipped, [0, -50, -50, 1, 90, -50, 1, 90, 90, 1, -50, 90], { ...whole, clip: [4, 5, 8, 9] })
    expect(Math.round(dark(clipped))).toBe(16)
  })
})
