import type { Segment } from './pdf-lines'

/** Fewer lines beside each other are a table or a heading with a number, not columns. */
const fewestLines = 4

interface Interval {
  readonly from: number
  readonly to: number
}

/**
 * Puts a page's segments into reading order, as stretches of one column each. From the top, the longest run of
 * segments that leaves a vertical strip free, with prose on both sides, is read as columns; everything else line by
 * line. In the manner of the recursive X-Y cut (Nagy and Seth 1984), with bands found before strips so that titles
 * and figures across both columns do not hide them.
 */
export function columnsOf(segments: readonly Segment[], depth = 0): Segment[][] {
  const sorted = [...segments].sort((one, other) => other.y - one.y)
  const left = Math.min(...sorted.map((segment) => segment.left))
  const right = Math.max(...sorted.map((segment) => segment.right))
  const regions: Segment[][] = []
  let plain: Segment[] = []
  let at = 0
  while (at < sorted.length) {
    const band = depth < 4 ? findBand(sorted, at, left, right) : undefined
    if (!band) {
      plain.push(...sorted.slice(at, at + 1))
      at += 1
      continue
    }
    if (plain.length > 0) regions.push(plain)
    plain = []
    const inside = sorted.slice(at, band.end)
    const before = inside.filter((segment) => segment.right <= band.strip)
    const after = inside.filter((segment) => segment.right > band.strip)
    regions.push(...columnsOf(before, depth + 1), ...columnsOf(after, depth + 1))
    at = band.end
  }
  if (plain.length > 0) regions.push(plain)
  return regions
}

/** The longest band from `start` that columns can be read from; `strip` is the middle of the free strip. */
function findBand(
  sorted: readonly Segment[],
  start: number,
  left: number,
  right: number,
): { end: number; strip: number } | undefined {
  let free: Interval[] = [{ from: left, to: right }]
  let end = start
  let last: readonly Interval[] = free
  const isInside = ({ from, to }: Interval) => from > left && to < right
  for (const segment of sorted.slice(start)) {
    free = subtract(free, segment, segment.size)
    if (!free.some((strip) => isInside(strip) || strip.to - strip.from > (right - left) * 0.3)) break
    end += 1
    last = free
  }
  if (end - start < 2 * fewestLines) return undefined
  const inside = sorted.slice(start, end)
  const strips = last.filter(isInside).sort((one, other) => other.to - other.from - (one.to - one.from))
  for (const strip of strips) {
    const middle = (strip.from + strip.to) / 2
    const before = inside.filter((segment) => segment.right <= middle)
    const after = inside.filter((segment) => segment.right > middle)
    if (areColumns(before, after)) return { end, strip: middle }
  }
  return undefined
}

/** What stays free of `strips` beside a segment; strips narrower than most of a letter are closed. */
function subtract(strips: readonly Interval[], segment: Segment, size: number): Interval[] {
  return strips
    .flatMap(({ from, to }) =>
      segment.right <= from || segment.left >= to
        ? [{ from, to }]
        : [
            { from, to: segment.left },
            { from: segment.right, to },
          ],
    )
    .filter(({ from, to }) => to - from > 0.7 * size)
}

/** The share of segments with another at the same height across the strip: nearly all in tables, few between columns. */
function alignedShare(before: readonly Segment[], after: readonly Segment[]): number {
  const heights = after.map((segment) => segment.y)
  const aligned = before.filter(({ y, size }) => heights.some((height) => Math.abs(height - y) < 0.15 * size))
  return aligned.length / Math.max(1, Math.min(before.length, after.length))
}

/** Lines at heights of their own are columns where one side reads like prose; aligned ones where both fill theirs. */
function areColumns(before: readonly Segment[], after: readonly Segment[]): boolean {
  if (before.length < fewestLines || after.length < fewestLines) return false
  if (alignedShare(before, after) < 0.5) return Math.max(meanLength(before), meanLength(after)) >= 14
  return fillsColumn(before) && fillsColumn(after)
}

function meanLength(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + segment.characters, 0) / segments.length
}

/** Lines rather than cells of a table: most are about as wide as the column. */
function fillsColumn(segments: readonly Segment[]): boolean {
  const left = Math.min(...segments.map((segment) => segment.left))
  const right = Math.max(...segments.map((segment) => segment.right))
  const full = segments.filter((segment) => segment.right - segment.left >= 0.65 * (right - left))
  return full.length >= segments.length * 0.5 && meanLength(segments) >= 14
}
