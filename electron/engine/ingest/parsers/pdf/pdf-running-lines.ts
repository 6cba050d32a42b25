import type { Line } from './pdf-lines'
import { lineText } from './pdf-compose'

const fewestPages = 4
/** Share of the page at its top and bottom where running lines stand. */
const margin = 0.13

export interface RunningPage {
  readonly number: number
  readonly lines: readonly Line[]
  /** Its lower and upper edge, in the frame of its lines. */
  readonly bottom: number
  readonly top: number
}

/**
 * A test for lines that repeat at one place on most pages: running titles, and page numbers, which grow with the page. What would
 * leave nothing of a page is no running line: it is a page that others are like.
 */
export function findRunningLines(pages: readonly RunningPage[]): (line: Line) => boolean {
  const edges = pages.map((page) => linesAtEdge(page).map((line) => ({ line, keys: keysOf(line, page.number) })))
  const counts = new Map<string, number>()
  for (const lines of edges) {
    for (const key of new Set(lines.flatMap(({ keys }) => keys))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const most = Math.max(fewestPages, pages.length * 0.4)
  const running = new Set<Line>()
  for (const [at, page] of pages.entries()) {
    const found = edges[at]?.filter(({ keys }) => keys.some((key) => (counts.get(key) ?? 0) >= most)) ?? []
    if (found.length < page.lines.length) for (const { line } of found) running.add(line)
  }
  return (line) => running.has(line)
}

/** In the outer part of the page, or one of its first and last two lines, as wide margins push them inwards. */
function linesAtEdge({ lines, bottom, top }: RunningPage): Line[] {
  const height = top - bottom
  const heights = lines.map(({ y }) => y).sort((one, other) => one - other)
  const [second = Number.POSITIVE_INFINITY, last = Number.NEGATIVE_INFINITY] = [heights[1], heights.at(-2)]
  return lines.filter(
    ({ y }) => y < bottom + margin * height || y > top - margin * height || last <= y + 1 || second >= y - 1,
  )
}

/** Keys with its place in two roundings, so that a line between two steps still meets its like; numbers as far as the page's. */
function keysOf(line: Line, page: number): string[] {
  const text = lineText(line)
  const counted = [...text.matchAll(/\d{1,5}/gu)].map(({ 0: digits, index }) => {
    return `${text.slice(0, index)}#${Number(digits) - page}#${text.slice(index + digits.length)}`
  })
  return [text, ...counted].flatMap((each) => [
    `${Math.round(line.y / 4)} ${each}`,
    `${Math.floor(line.y / 4)}~ ${each}`,
  ])
}
