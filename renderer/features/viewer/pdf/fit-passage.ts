import type { Page } from '@shared/documents'
import type { Range } from '../text/marks'
import { boxesOf } from './page-boxes'

/** CSS pixels: smaller letters are read with effort. */
const readableLetters = 11.5
/** Points that stay free on either side of a passage. */
const margin = 10
const mostZoom = 3

interface Sheet {
  readonly items: Page['items']
  /** Of the page, in points. */
  readonly width: number
  /** Of the view, in CSS pixels. */
  readonly room: number
}

/**
 * The zoom at which the lines of a passage can be read: 1, the page as wide as the view, where its letters are large enough so;
 * else as much more as they need, as far as the lines still fit into the view.
 */
export function zoomToRead(text: string, passage: Range, { items, width, room }: Sheet): number {
  const boxes = boxesOf(items, linesAround(items, passage), text, (x, y, w, h) => ({ x, y, width: w, height: h }))
  const lines = boxes.filter((box) => box.width > box.height)
  if (lines.length === 0 || width <= 0 || room <= 0) return 1
  const heights = lines.map(({ height }) => height).toSorted((a, b) => a - b)
  const letters = heights[Math.floor(heights.length / 2)] ?? 0
  if (letters <= 0) return 1
  const left = Math.min(...lines.map(({ x }) => x))
  const right = Math.max(...lines.map((box) => box.x + box.width))
  const wanted = readableLetters / letters
  const most = room / (right - left + 2 * margin)
  const zoom = Math.min(wanted, most) / (room / width)
  return Math.round(Math.min(mostZoom, Math.max(1, zoom)) * 100) / 100
}

/** A passage with the rest of the paragraph it stands in, as far as that is of its column. */
export function linesAround(items: Page['items'], { start, end }: Range): Range {
  const inside = items.flatMap((item, at) => (item[0] < end && item[1] > start ? at : []))
  const [first, last] = [inside[0], inside.at(-1)]
  if (first === undefined || last === undefined) return { start, end }
  let [from, to] = [first, last]
  while (from > 0 && goOn(items[from - 1], items[from])) from -= 1
  while (to < items.length - 1 && goOn(items[to], items[to + 1])) to += 1
  return { start: Math.min(start, items[from]?.[0] ?? start), end: Math.max(end, items[to]?.[1] ?? end) }
}

type Item = Page['items'][number]

function goOn(one: Item | undefined, next: Item | undefined): boolean {
  return areBeside(one, next) || isNextLine(one, next)
}

/** On the line below, in letters of the same size, without the gap between paragraphs. */
function isNextLine(one: Item | undefined, next: Item | undefined): boolean {
  if (!one || !next) return false
  const [height, nextHeight] = [one[5], next[5]]
  const down = one[3] - next[3]
  return Math.abs(height - nextHeight) < 0.1 * height && down > 0.5 * height && down < 1.9 * height
}

/** On one line, without the gap between columns. */
function areBeside(one: Item | undefined, next: Item | undefined): boolean {
  if (!one || !next) return false
  const [, , x, y, width, height] = one
  const gap = next[2] - (x + width)
  return Math.abs(next[3] - y) < 0.5 * height && gap > -height && gap < 1.6 * height
}
