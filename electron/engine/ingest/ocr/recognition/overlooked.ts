import type { GreyPicture, PixelBox } from '../pictures/grey-picture'
import type { SeenLine, SeenText } from './recogniser'

const dark = 128
/** Every so many pixels one is looked at. */
const stride = 2

/** Which share of the dark pixels of a picture lies outside of all words that were read, from 0 to 1. */
export function overlookedInk({ width, height, pixels }: GreyPicture, text: SeenText): number {
  const covered = new Uint8Array(width * height)
  for (const { box } of text.flat().flatMap(({ words }) => words)) {
    const [left, top, right, bottom] = box
    for (let y = Math.max(0, top - 2); y < Math.min(height, bottom + 2); y += 1) {
      covered.fill(1, y * width + Math.max(0, left - 2), y * width + Math.min(width, right + 2))
    }
  }
  let all = 0
  let outside = 0
  for (let at = 0; at < pixels.length; at += stride) {
    if ((pixels[at] ?? 255) >= dark) continue
    all += 1
    if (covered[at] === 0) outside += 1
  }
  return all === 0 ? 0 : outside / all
}

/** A text with those lines of a second look that lie where the first saw nothing, each before what stands below it. */
export function withOverlooked(text: SeenText, second: SeenText): SeenText {
  const known = text.flat().map(boxOf)
  const added = second.flat().filter((line) => line.words.length > 0 && !known.some((box) => touches(box, boxOf(line))))
  const whole = text.map((lines) => [...lines])
  for (const line of added) {
    const [left, , right, bottom] = boxOf(line)
    const below = whole.findIndex(([first]) => {
      if (!first) return false
      const box = boxOf(first)
      return box[1] >= bottom - 2 && box[0] < right && box[2] > left
    })
    whole.splice(below < 0 ? whole.length : below, 0, [line])
  }
  return whole
}

/** The box around a line's words. */
export function boxOf({ words }: SeenLine): PixelBox {
  return [
    Math.min(...words.map(({ box }) => box[0])),
    Math.min(...words.map(({ box }) => box[1])),
    Math.max(...words.map(({ box }) => box[2])),
    Math.max(...words.map(({ box }) => box[3])),
  ]
}

/** Whether two boxes share a fifth of the smaller one. */
function touches(one: PixelBox, other: PixelBox): boolean {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0])
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  if (width <= 0 || height <= 0) return false
  return width * height > 0.2 * Math.min(areaOf(one), areaOf(other))
}

/** Square pixels of a box. */
export function areaOf([left, top, right, bottom]: PixelBox): number {
  return (right - left) * (bottom - top)
}
