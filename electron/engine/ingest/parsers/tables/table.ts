import type { StructureBuilder } from '../structure/structure-builder'

/** A cell on one line. */
export function cellText(raw: string): string {
  return raw.replace(/\s+/gu, ' ').trim()
}

/** A row as it is read alone: `Header: value; Header: value` where columns have names, else `a | b | c`; no empty cells. */
export function renderRow(cells: readonly string[], header: readonly string[] | undefined): string {
  const texts = cells.map(cellText)
  if (!header) {
    while (texts.at(-1) === '') texts.pop()
    return texts.some(Boolean) ? texts.join(' | ').trim() : ''
  }
  return texts
    .map((text, at) => (text && header[at] ? `${header[at]}: ${text}` : text))
    .filter(Boolean)
    .join('; ')
}

/**
 * Whether a first row names the columns below it: filled but for its end, no cell a number, no two alike. Its first cell may be
 * empty, as it is above the names of the rows; the others may then be years.
 */
export function isHeaderRow(cells: readonly string[]): boolean {
  const texts = cells.map(cellText)
  while (texts.length > 2 && texts.at(-1) === '') texts.pop()
  const isAboveNames = texts.length > 2 && texts[0] === ''
  const names = isAboveNames ? texts.slice(1) : texts
  const isName = (text: string) =>
    text !== '' && text.length <= 120 && (!isNumeric(text) || (isAboveNames && year.test(text)))
  return names.length > 0 && names.every(isName) && new Set(names).size === names.length
}

const year = /^(?:1[5-9]|20)\d{2}$/u

/** Numbers, amounts, percentages and dates in digits. */
export function isNumeric(text: string): boolean {
  return /\d/u.test(text) && /^[\s\d.,:/%+\-–()$€£¥'’]+$/u.test(text)
}

/** Column1 and 列1 of spreadsheets, `Unnamed: 0` of pandas: only says where a column stands. */
const numbered = /^(?:column ?\d{1,3}|列 ?\d{1,3}|unnamed: ?\d{1,3})$/iu

/** The name of a column; none for one that holds only a dash, as empty cells do, or what programs call a column without a name. */
function columnName(raw: string): string {
  const name = cellText(raw).replace(/[:：]$/u, '')
  return /^[-–—_.\s]*$/u.test(name) || numbered.test(name) ? '' : name
}

/** Writes a table's rows as blocks. A header row alone, or one that names nothing, is written as a plain row, so that nothing is lost. */
export function addTable(
  builder: StructureBuilder,
  rows: readonly (readonly string[])[],
  header: readonly string[] | undefined,
): void {
  const named = header?.map(columnName)
  const names = named?.some(Boolean) ? named : undefined
  const isWorthReading = header?.some((cell) => /\p{L}/u.test(cell)) ?? false
  let start: number | undefined
  if (header && isWorthReading && (!names || rows.length === 0)) {
    const at = builder.add('table_row', renderRow(names ?? header, undefined))
    if (!names) start = at
  }
  for (const row of rows) {
    if (builder.isFull) break
    const at = builder.add('table_row', renderRow(row, names))
    start ??= at
  }
  if (start !== undefined) builder.tables.push({ start, end: builder.length, ...(names && { header: names }) })
}
