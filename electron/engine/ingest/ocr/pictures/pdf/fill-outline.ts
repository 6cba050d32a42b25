import type { GreyPicture } from '../grey-picture'
import type { Area, Matrix } from './matrix'

/** The outline of a letter or a shape: operators of pdf.js, each before its coordinates. */
export type Outline = ArrayLike<number>

const operator = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const
/** Rows that one row of pixels is looked at as. */
const rowsToAPixel = 4
/** Straight pieces to a curve: at the sizes of letters nobody sees the corners. */
const pieces = 8

/** An edge from its upper to its lower end; `winding` says which way it was drawn. */
interface Edge {
  readonly top: number
  readonly bottom: number
  readonly x: number
  /** By how much `x` grows with a row of pixels. */
  readonly slope: number
  readonly winding: 1 | -1
}

export interface Fill {
  /** From the outline to pixels, downwards. */
  readonly matrix: Matrix
  readonly grey: number
  /** From 0 to 1. */
  readonly alpha: number
  /** What is there shines through. */
  readonly isMultiplied: boolean
  readonly isEvenOdd: boolean
  /** In pixels, `[left, top, right, bottom]`: nothing is painted outside. */
  readonly clip: Area
}

/** Fills an outline by the non-zero or the even-odd rule, its edges smoothed. */
export function fillOutline(onto: GreyPicture, outline: Outline, fill: Fill): void {
  const { matrix, isEvenOdd, clip } = fill
  const edges = edgesOf(outline, matrix)
  if (edges.length === 0) return
  const first = Math.max(0, Math.floor(clip[1]), Math.floor(Math.min(...edges.map(({ top }) => top))))
  const last = Math.min(onto.height, Math.ceil(clip[3]), Math.ceil(Math.max(...edges.map(({ bottom }) => bottom))))
  const left = Math.max(0, clip[0])
  const right = Math.min(onto.width, clip[2])
  if (right <= left || last <= first) return
  const byRow = edgesByRow(edges, first, last)
  const cover = new Float32Array(onto.width + 1)
  for (let row = first; row < last; row += 1) {
    const near = byRow[row - first] ?? []
    if (near.length === 0) continue
    cover.fill(0)
    for (let part = 0; part < rowsToAPixel; part += 1) {
      for (const [from, to] of spansAt(near, row + (part + 0.5) / rowsToAPixel, isEvenOdd)) {
        addSpan(cover, Math.max(left, from), Math.min(right, to))
      }
    }
    for (let x = Math.floor(left); x < right; x += 1) paintPixel(onto.pixels, row * onto.width + x, cover[x] ?? 0, fill)
  }
}

function paintPixel(pixels: Uint8Array, at: number, cover: number, { grey, alpha, isMultiplied }: Fill): void {
  if (cover <= 0) return
  const share = Math.min(1, cover) * alpha
  const before = pixels[at] ?? 255
  const paint = isMultiplied ? (before * grey) / 255 : grey
  pixels[at] = Math.round(before * (1 - share) + paint * share)
}

function addSpan(cover: Float32Array, from: number, to: number): void {
  for (let x = Math.floor(from); x < to; x += 1) {
    cover[x] = (cover[x] ?? 0) + (Math.min(to, x + 1) - Math.max(from, x)) / rowsToAPixel
  }
}

function edgesByRow(edges: readonly Edge[], first: number, last: number): Edge[][] {
  const rows: Edge[][] = Array.from({ length: last - first }, () => [])
  for (const edge of edges) {
    const to = Math.min(last, Math.ceil(edge.bottom))
    for (let row = Math.max(first, Math.floor(edge.top)); row < to; row += 1) rows[row - first]?.push(edge)
  }
  return rows
}

/** What lies inside at a height, from left to right. */
function* spansAt(edges: readonly Edge[], y: number, isEvenOdd: boolean): Generator<[number, number]> {
  const crossings = edges
    .filter(({ top, bottom }) => top <= y && y < bottom)
    .map(({ x, top, slope, winding }) => ({ x: x + (y - top) * slope, winding }))
    .toSorted((one, other) => one.x - other.x)
  let winding = 0
  let start = 0
  for (const crossing of crossings) {
    const before = winding
    winding = isEvenOdd ? 1 - winding : winding + crossing.winding
    if (before === 0) start = crossing.x
    else if (winding === 0) yield [start, crossing.x]
  }
}

function edgesOf(outline: Outline, matrix: Matrix): Edge[] {
  const edges: Edge[] = []
  const [a, b, c, d, e, f] = matrix
  let [x, y, startX, startY] = [0, 0, 0, 0]
  let at = 0
  const point = (): [number, number] => {
    const [px, py] = [outline[at] ?? 0, outline[at + 1] ?? 0]
    at += 2
    return [a * px + c * py + e, b * px + d * py + f]
  }
  const lineTo = (toX: number, toY: number): void => {
    if (Math.abs(toY - y) > 1e-6) edges.push(edgeBetween(x, y, toX, toY))
    x = toX
    y = toY
  }
  while (at < outline.length) {
    const kind = outline[at]
    at += 1
    if (kind === operator.moveTo || kind === operator.closePath) {
      // What is filled is closed, whether or not it says so.
      lineTo(startX, startY)
      if (kind === operator.moveTo) [startX, startY] = [x, y] = point()
    } else if (kind === operator.lineTo) lineTo(...point())
    else if (kind === operator.curveTo) {
      for (const [toX, toY] of cubic([x, y], point(), point(), point())) lineTo(toX, toY)
    } else if (kind === operator.quadraticCurveTo) {
      const [middle, end] = [point(), point()]
      for (const [toX, toY] of cubic([x, y], between([x, y], middle), between(end, middle), end)) lineTo(toX, toY)
    } else break
  }
  lineTo(startX, startY)
  return edges
}

/** Two thirds of the way: a quadratic curve as a cubic one. */
function between([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): [number, number] {
  return [x + (2 / 3) * (toX - x), y + (2 / 3) * (toY - y)]
}

type Point = readonly [number, number]

function* cubic(from: Point, one: Point, two: Point, to: Point): Generator<[number, number]> {
  for (let piece = 1; piece <= pieces; piece += 1) {
    const t = piece / pieces
    const u = 1 - t
    const [w, p, q, r] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
    yield [w * from[0] + p * one[0] + q * two[0] + r * to[0], w * from[1] + p * one[1] + q * two[1] + r * to[1]]
  }
}

function edgeBetween(x: number, y: number, toX: number, toY: number): Edge {
  const slope = (toX - x) / (toY - y)
  return y < toY ? { top: y, bottom: toY, x, slope, winding: 1 } : { top: toY, bottom: y, x: toX, slope, winding: -1 }
}
