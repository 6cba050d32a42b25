const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u
const zeroWidth = /[\p{Mn}\p{Me}\u200b-\u200d\ufe00-\ufe0f]/u

function widthOf(character: string): number {
  return zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1
}

/** How many terminal columns a line takes; Chinese characters take two. */
export function columnsOf(line: string): number {
  let columns = 0
  for (const character of line) columns += widthOf(character)
  return columns
}

/** The line, or as much of it as fits into `limit` columns with an ellipsis. */
export function fitColumns(line: string, limit: number): string {
  if (columnsOf(line) <= limit) return line
  let columns = 1
  let kept = ''
  for (const character of line) {
    columns += widthOf(character)
    if (columns > limit) break
    kept += character
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
