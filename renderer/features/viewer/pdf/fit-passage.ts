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
  const boxes = boxesOf(items, passage, text, (x, y, w, h) => ({ x, y, width: w, height: h }))
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
