import { cutAtBars } from '@engine/text/tables/piped-cells'

/** Cells of a row that a parser wrote as `a | b | c`; empty ones at its end were not written. */
export function writtenCells(row: string): string[] {
  return (row.startsWith('| ') ? ` ${row}` : row).split(' | ').map((cell) => cell.trim())
}

/** Cells of a row of Markdown, without their marks. */
export function markdownCells(row: string): string[] {
  const bare = row.trim()
  const from = bare.startsWith('|') ? 1 : 0
  const to = bare.length > 1 && bare.endsWith('|') && !bare.endsWith('\\|') ? -1 : undefined
  return cutAtBars(bare.slice(from, to)).map(({ text }) => withoutMarks(text))
}

/** What people see of a cell: no emphasis, the words of a link, the letters behind a backslash. */
function withoutMarks(cell: string): string {
  if (!/[*_`[\]\\~<&]/u.test(cell)) return cell
  return cell
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/(\*\*|__|~~)(.+?)\1/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?![\s*_])([^*_]+)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/`([^`]*)`/gu, '$1')
    .replace(/<br\s*\/?>/giu, ' ')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/gu, '$1')
    .replaceAll('&nbsp;', ' ')
    .trim()
}
