/** A part of a sheet's table: what its heading says of the cells that it stands in. */
export interface SheetPart {
  readonly sheet: string
  /** What stands above the table; empty for nothing. */
  readonly title: string
  readonly left: string
  readonly right: string
  readonly first: number
  readonly last: number
}

const range = /^(?:(.*) \()?([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)\)?$/su
const spreadsheets = new Set(['xlsx', 'xls', 'ods'])

/** Reads the headings above rows of a spreadsheet (`Sheet1`, `Costs (A2:D51)`); undefined where they are not of one. */
export function sheetPartOf(format: string, headingPath: readonly string[]): SheetPart | undefined {
  if (!spreadsheets.has(format)) return undefined
  const [sheet = '', heading = ''] = headingPath
  const [found, title = '', left = '', first, right = '', last] = range.exec(heading) ?? []
  return found === undefined ? undefined : { sheet, title, left, right, first: Number(first), last: Number(last) }
}

/** As many rows the parser of sheets writes under one heading. */
const rowsOfPart = 50

/**
 * Whether a part goes on where the other ended: long tables are written in parts, each under a heading of its own. One of fewer rows
 * was the last of its table.
 */
export function goesOn(before: SheetPart | undefined, after: SheetPart | undefined, rowsBefore: number): boolean {
  return (
    before !== undefined &&
    after !== undefined &&
    rowsBefore >= rowsOfPart &&
    before.sheet === after.sheet &&
    before.title === after.title &&
    before.left === after.left &&
    before.right === after.right &&
    after.first > before.last
  )
}
