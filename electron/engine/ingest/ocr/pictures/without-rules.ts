import type { GreyPicture } from './grey-picture'

const dark = 140
/** Longer than any stroke of a letter of running text, as a share of the longer side. */
const leastLength = 1 / 24
/** Pixels; what is thicker is a picture or a heading's bar. */
const mostThickness = 10

/**
 * The picture without long thin lines, as tables and underlined words have them: Tesseract takes a table with lines for a picture
 * and reads nothing of it.
 */
export function withoutRules(picture: GreyPicture): GreyPicture {
  const pixels = picture.pixels.slice()
  const least = Math.max(60, Math.round(Math.max(picture.width, picture.height) * leastLength))
  const { width, height } = picture
  for (let y = 0; y < height; y += 1)
    clearRuns(picture, pixels, {
      first: y * width,
      step: 1,
      count: width,
      across: width,
      line: y,
      lines: height,
      least,
    })
  for (let x = 0; x < width; x += 1)
    clearRuns(picture, pixels, { first: x, step: width, count: height, across: 1, line: x, lines: width, least })
  return { ...picture, pixels }
}

/** One row or column: `count` pixels from `first`, `step` apart; it is the `line`-th of `lines`, which are `across` apart. */
interface Track {
  readonly first: number
  readonly step: number
  readonly count: number
  readonly across: number
  readonly line: number
  readonly lines: number
  readonly least: number
}

function clearRuns({ pixels: from }: GreyPicture, into: Uint8Array, track: Track): void {
  const { first, step, count, least } = track
  let start = -1
  for (let at = 0; at <= count; at += 1) {
    const isDark = at < count && (from[first + at * step] ?? 255) < dark
    if (isDark && start < 0) start = at
    if (isDark || start < 0) continue
    if (at - start >= least && isThin(from, track, start, at)) {
      for (let cleared = start; cleared < at; cleared += 1) into[first + cleared * step] = 255
    }
    start = -1
  }
}

/** Whether the dark is thin at most of nine places along a run; letters that touch a line make it thick at some. */
function isThin(from: Uint8Array, track: Track, start: number, end: number): boolean {
  let thin = 0
  for (let probe = 1; probe <= 9; probe += 1) {
    const at = start + Math.floor(((end - start) * probe) / 10)
    if (thicknessAt(from, track, at) <= mostThickness) thin += 1
  }
  return thin >= 6
}

function thicknessAt(from: Uint8Array, { first, step, across, line, lines }: Track, at: number): number {
  const place = first + at * step
  let thickness = 1
  for (const way of [1, -1]) {
    for (let away = 1; away <= mostThickness; away += 1) {
      const there = line + way * away
      if (there < 0 || there >= lines || (from[place + way * away * across] ?? 255) >= dark) break
      thickness += 1
    }
  }
  return thickness
}
