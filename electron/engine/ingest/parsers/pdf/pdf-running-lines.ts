import type { Line } from './pdf-lines'
import { lineText } from './pdf-compose'

const fewestPages = 4
/** Share of the page at its top and bottom where running lines stand. */
const margin = 0.13

export interface RunningPage {
  readonly lines: readonly Line[]
  /** Its lower and upper edge, in the frame of its lines. */
  readonly bottom: number
  readonly top: number
}

/** A test for lines that repeat at one place on most pages: running titles, page numbers. Digits count as equal. */
export function findRunningLines(pages: readonly RunningPage[]): (line: Line, page: RunningPage) => boolean {
  const counts = new Map<string, number>()
  for (const page of pages) {
    const keys = new Set(page.lines.filter((line) => isAtEdge(line, page)).flatMap((line) => keysOf(line)))
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const most = Math.max(fewestPages, pages.length * 0.4)
  return (line, page) => isAtEdge(line, page) && keysOf(line).some((key) => (counts.get(key) ?? 0) >= most)
}

/** In the outer part of the page, or one of its first and last two lines, as wide margins push them inwards. */
function isAtEdge(line: Line, page: RunningPage): boolean {
  const height = page.top - page.bottom
  const above = page.lines.filter((other) => other.y > line.y + 1).length
  const below = page.lines.filter((other) => other.y < line.y - 1).length
  return above < 2 || below < 2 || line.y < page.bottom + margin * height || line.y > page.top - margin * height
}

/** Two keys, so that a line between two rounding steps still meets its like. */
function keysOf(line: Line): string[] {
  const text = lineText(line).replace(/\d+/gu, '#')
  return [`${Math.round(line.y / 4)} ${text}`, `${Math.floor(line.y / 4)}~ ${text}`]
}
