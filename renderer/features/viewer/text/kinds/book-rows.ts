import type { TextRow } from '../row-kinds'

/** Sets chapters apart from what stands before them: headings of the outermost level that stands more than once. A book's title may be a level of its own. */
export function bookRows(rows: readonly TextRow[]): TextRow[] {
  const levels = rows.flatMap((row) => (row.kind === 'heading' ? [row.level] : []))
  const chapter = [1, 2, 3].find((level) => levels.filter((one) => one === level).length > 1) ?? 1
  const first = rows.findIndex(({ kind }) => kind === 'heading')
  return rows.map((row, at) =>
    row.kind === 'heading' && row.level <= chapter && at > first ? { ...row, isChapter: true } : row,
  )
}
