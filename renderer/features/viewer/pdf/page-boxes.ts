import type { Page } from '@shared/documents'
import type { Range } from '../text/marks'

/** A rectangle on a shown page; `x` and `y` of its upper left corner, `y` grows downwards. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** From the engine's points, counted from the page's lower left corner, to where the page shows them. */
export type ToView = (x: number, y: number, width: number, height: number) => Box

const rightToLeft = /^[^\p{Script=Latin}\p{Script=Han}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u

/**
 * Where a range of the extracted text stands on a page: one box for each line and column. A run that is only partly in
 * the range counts in proportion to about how wide its characters are.
 */
export function boxesOf(items: Page['items'], range: Range, text: string, toView: ToView): Box[] {
  const boxes: Box[] = []
  for (const [start, end, x, y, width, height] of items) {
    if (start >= range.end || end <= range.start || end <= start) continue
    const whole = toView(x, y, width, height)
    const run = text.slice(start, end)
    const all = widthOf(run)
    const from = widthOf(run.slice(0, Math.max(0, range.start - start))) / all
    const to = range.end >= end ? 1 : widthOf(run.slice(0, range.end - start)) / all
    boxes.push(partOf(whole, from, to, rightToLeft.test(run)))
  }
  return joinLines(boxes)
}

/** About how wide a text is printed, in widths of a common small letter. At least a little, so that it can divide. */
function widthOf(text: string): number {
  let width = text === '' ? 0 : Number.EPSILON
  for (const letter of text) {
    if (/[ fijlrtI.,:;'|!()[\]]/u.test(letter)) width += 0.55
    else if (/[mwMW@—]|\p{Script=Han}|[\u3000-\u30ff\uff01-\uff5e]/u.test(letter)) width += 1.6
    else width += /\p{Lu}/u.test(letter) ? 1.25 : 1
  }
  return width
}

/** The part of a run from one share of its length to another; of a run that stands on its side, all of it. */
function partOf(box: Box, from: number, to: number, isRightToLeft: boolean): Box {
  if (box.height > 1.5 * box.width && (from > 0 || to < 1)) return box
  const left = isRightToLeft ? 1 - to : from
  return { ...box, x: box.x + left * box.width, width: (to - from) * box.width }
}

/** Joins boxes that follow each other on one line. */
function joinLines(boxes: readonly Box[]): Box[] {
  const lines: Box[] = []
  for (const box of boxes) {
    const last = lines.at(-1)
    if (last && areOneLine(last, box)) lines[lines.length - 1] = around(last, box)
    else lines.push(box)
  }
  return lines
}

function areOneLine(one: Box, other: Box): boolean {
  const shared = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const size = Math.min(one.height, other.height)
  const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width)
  return shared > 0.6 * size && gap < 1.6 * size
}

function around(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}
