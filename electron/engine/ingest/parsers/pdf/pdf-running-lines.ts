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
  const counts = new Map<string, number>()
  for (const page of pages) {
    const keys = new Set(linesAtEdge(page).flatMap((line) => keysOf(line, page.number)))
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const most = Math.max(fewestPages, pages.length * 0.4)
  const running = new Set<Line>()
  for (const page of pages) {
    const found = linesAtEdge(page).filter((line) =>
      keysOf(line, page.number).some((key) => (counts.get(key) ?? 0) >= most),
    )
    if (found.length < page.lines.length) for (const line of found) running.add(line)
  }
  return (line) => running.has(line)
}

/** In the outer part of the page, or one of its first and last two lines, as wide margins push them inwards. */
function linesAtEdge(page: RunningPage): Line[] {
  const height = page.top - page.bottom
  return page.lines.filter((line) => {
    if (line.y < page.bottom + margin * height || line.y > page.top - margin * height) return true
    const above = page.lines.filter((other) => other.y > line.y + 1).length
    return above < 2 || page.lines.filter((other) => other.y < line.y - 1).length < 2
  })
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
