import type { Span } from '../sentences/sentences'

/** A cell without the white space around it; offsets are within its row. */
export interface PipedCell extends Span {
  readonly text: string
}

/** Whether a line is a row: `a | b` or `| a |`. Plain string work, since a pattern would be quadratic on long lines without a bar. */
export function isPipedRow(line: string): boolean {
  const bare = line.trim()
  return bare.includes(' | ') || (bare.length > 1 && bare.startsWith('|') && bare.endsWith('|'))
}

/** What stands between the bars of a row, bars at its ends aside. */
export function pipedCells(line: string): string[] {
  const bare = line.trim()
  const last = bare.length > 1 && bare.endsWith('|') ? -1 : undefined
  return cutAtBars(bare.slice(bare.startsWith('|') ? 1 : 0, last)).map(({ text }) => text)
}

/** A text cut at its bars; an escaped one cuts nothing. */
export function cutAtBars(text: string): PipedCell[] {
  const cells: PipedCell[] = []
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && (text.charAt(at) !== '|' || text.charAt(at - 1) === '\\')) continue
    cells.push(trimmedCell(text, from, at))
    from = at + 1
  }
  return cells
}

/** A stretch of a row as a cell. */
export function trimmedCell(row: string, from: number, to: number): PipedCell {
  const raw = row.slice(from, to)
  const text = raw.trim()
  const start = from + raw.length - raw.trimStart().length
  return { text, start, end: start + text.length }
}
