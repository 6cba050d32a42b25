import { columnsOf } from '@engine/text/display-width'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The line, or as much of it as fits into `limit` columns with an ellipsis. */
export function fitColumns(line: string, limit: number): string {
  if (columnsOf(line) <= limit) return line
  let columns = 1
  let kept = ''
  for (const { segment } of graphemes.segment(line)) {
    columns += columnsOf(segment)
    if (columns > limit) break
    kept += segment
  }
  return `${kept}…`
}

/** Lines of a table whose columns stand two spaces apart; cells of `right` columns (numbers) align right. */
export function tableLines(rows: readonly (readonly string[])[], right: ReadonlySet<number> = new Set()): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, columnsOf(cell))
  }
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - columnsOf(cell))
        return right.has(at) ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd(),
  )
}
