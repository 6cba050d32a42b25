import { type Run, unknownGlyph } from './pdf-runs'

/** Runs of one line with no wide gap between them: a line of prose, or one cell of a table row. */
export interface Segment {
  readonly runs: readonly Run[]
  readonly left: number
  readonly right: number
  readonly y: number
  /** Font size of most of its characters, points. */
  readonly size: number
  readonly font: string
  readonly characters: number
}

/** Segments that stand at the same height, left to right (right to left where the script runs so). */
export interface Line {
  readonly segments: readonly Segment[]
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  readonly font: string
}

/** A gap wider than this many font sizes separates columns or cells; justified words stay below it. */
const widestWordGap = 1.2
/** A smaller gap does so where what follows begins at an edge shared by this many other segments. */
const smallestColumnGap = 0.5
const sharedEdge = 4

/** Cuts upright runs into segments. Text printed twice at one place (to look bold) is kept once. */
export function findSegments(runs: readonly Run[]): Segment[] {
  const rows = groupByHeight(runs).map((row) =>
    withoutStrays(withoutOverprint([...row].sort((one, other) => one.x - other.x))),
  )
  const wide = rows.flatMap((row) => splitRow(row, () => false))
  const edges = new Map<number, number>()
  for (const segment of wide) {
    const edge = Math.round(segment.left)
    edges.set(edge, (edges.get(edge) ?? 0) + 1)
  }
  const isShared = (x: number): boolean => {
    const edge = Math.round(x)
    return [edge - 1, edge, edge + 1].reduce((sum, each) => sum + (edges.get(each) ?? 0), 0) >= sharedEdge
  }
  return rows.flatMap((row) => splitRow(row, isShared))
}

function splitRow(row: readonly Run[], isShared: (x: number) => boolean): Segment[] {
  const segments: Segment[] = []
  let open: Run[] = []
  let right = Number.NEGATIVE_INFINITY
  for (const run of row) {
    const gap = (run.x - right) / Math.max(run.size, open.at(-1)?.size ?? 0)
    // A bullet or number stays with its item, which begins at a shared edge as well.
    const isMarker = open.length === 1 && (open[0]?.text.length ?? 0) <= 3
    if (open.length > 0 && (gap > widestWordGap || (gap > smallestColumnGap && !isMarker && isShared(run.x)))) {
      segments.push(toSegment(open))
      open = []
      right = Number.NEGATIVE_INFINITY
    }
    open.push(run)
    right = Math.max(right, run.x + run.width)
  }
  if (open.length > 0) segments.push(toSegment(open))
  return segments
}

/** Leaves out glyphs without a letter, such as bullets, that do not stand inside a word. */
function withoutStrays(row: readonly Run[]): Run[] {
  const meets = (left: Run | undefined, right: Run | undefined): boolean =>
    left !== undefined && right !== undefined && right.x - left.x - left.width < 0.16 * left.size
  return row.filter((run, at) => {
    if (run.text !== unknownGlyph) return true
    const [before, after] = [row[at - 1], row[at + 1]]
    const opens = /\p{L}$/u.test(before?.text ?? '') && meets(before, run)
    return opens || (/^\p{L}/u.test(after?.text ?? '') && !after?.spaceBefore && meets(run, after))
  })
}

/** Leaves out what is printed over the same letters a hair's breadth away, whole or letter by letter. */
function withoutOverprint(row: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const run of row) {
    if (kept.slice(-8).some((other) => isSamePrint(other, run))) continue
    const last = kept.at(-1)
    const overlaps =
      last !== undefined && run.x < last.x + last.width - 0.25 * run.size && run.text[0] === last.text.at(-1)
    const text = overlaps ? run.text.slice(1) : run.text
    if (text !== '') kept.push(text === run.text ? run : { ...run, text })
  }
  return kept
}

/** Puts the segments of one column back into lines, top to bottom. */
export function toLines(segments: readonly Segment[]): Line[] {
  return groupByHeight(segments).map((row) => {
    const rightToLeft = row.flatMap((segment) => segment.runs).filter((run) => run.isRightToLeft).length
    const isRightToLeft = rightToLeft * 2 > row.reduce((sum, segment) => sum + segment.runs.length, 0)
    const ordered = [...row].sort((one, other) => (isRightToLeft ? other.left - one.left : one.left - other.left))
    const main = ordered.reduce((best, segment) => (segment.characters > best.characters ? segment : best))
    return {
      segments: ordered,
      left: Math.min(...ordered.map((segment) => segment.left)),
      right: Math.max(...ordered.map((segment) => segment.right)),
      y: main.y,
      size: main.size,
      font: main.font,
    }
  })
}

/** Groups what stands on one line, top first: indices and exponents are raised by less than half their neighbours' size. */
function groupByHeight<Placed extends { y: number; size: number }>(placed: readonly Placed[]): Placed[][] {
  const rows: Placed[][] = []
  let height = 0
  let size = 0
  for (const each of [...placed].sort((one, other) => other.y - one.y)) {
    const row = rows.at(-1)
    if (row && height - each.y < 0.45 * Math.max(size, each.size)) {
      row.push(each)
      if (each.size <= size) continue
    } else {
      rows.push([each])
    }
    height = each.y
    size = each.size
  }
  return rows
}

function isSamePrint(one: Run, other: Run): boolean {
  return (
    one.text === other.text &&
    Math.abs(one.x - other.x) < 0.25 * one.size &&
    Math.abs(one.y - other.y) < 0.25 * one.size
  )
}

function toSegment(runs: readonly Run[]): Segment {
  const main = runs.reduce((best, run) => (run.text.length > best.text.length ? run : best))
  const isRightToLeft = runs.filter((run) => run.isRightToLeft).length * 2 > runs.length
  return {
    runs: isRightToLeft ? [...runs].reverse() : runs,
    left: Math.min(...runs.map((run) => run.x)),
    right: Math.max(...runs.map((run) => run.x + run.width)),
    y: main.y,
    size: main.size,
    font: main.font,
    characters: runs.reduce((sum, run) => sum + run.text.length, 0),
  }
}
