/** Where rows of a sheet stand, as formulas call it. */
export interface SheetPlace {
  readonly sheet: string
  /** Letters of the first and the last column. */
  readonly left: string
  readonly right: string
  /** Number of each row in its sheet, from 1; 0 where hidden or empty rows leave it open. */
  readonly rowNumbers: Int32Array
}

/** A table as a document's text holds it: where its rows stand, and how a row is cut into cells. */
export interface RawTable {
  /** The sheet, or the heading it stands under; empty for none. */
  readonly name: string
  /** Empty for a column without a name; undefined where nothing says which row names the columns. */
  readonly header: readonly string[] | undefined
  /** Start and end of each row, one row after the other: 0-based half-open in the extracted text. */
  readonly spans: Int32Array
  /** The cells of a row's text, from the first column on; columns at the end may lack. */
  readonly cellsOf: (row: string) => readonly string[]
  readonly place: SheetPlace | undefined
}

/** How many rows a table has. */
export function countRows({ spans }: Pick<RawTable, 'spans'>): number {
  return spans.length / 2
}

/** A row's text, as it stands in the document. */
export function rowText(text: string, { spans }: Pick<RawTable, 'spans'>, row: number): string {
  return text.slice(spans[row * 2] ?? 0, spans[row * 2 + 1] ?? 0)
}
