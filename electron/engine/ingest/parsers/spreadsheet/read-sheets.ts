import type { CellObject, ParsingOptions, Range, RowInfo, WorkBook } from '@e965/xlsx'
import { CairnError } from '@shared/errors'
import { brokenArchive } from '../docx/zip-entries'
import { type NumberFormats, shownValue } from './shown-value'

/** A rectangle of cells; all numbers 0-based and inclusive. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** A row of a sheet that has something in it. */
export interface SheetRow {
  /** 0-based, as the sheet counts. */
  readonly number: number
  /** What people see in each cell, from the first column of the sheet on; empty for an empty cell. */
  readonly cells: readonly string[]
}

export interface Sheet {
  readonly name: string
  readonly rows: readonly SheetRow[]
  readonly merged: readonly CellRange[]
  /** Rows that are hidden, and so not among `rows`. */
  readonly hiddenRows: number
  /** Whether the sheet goes on behind what was read. */
  readonly isCut: boolean
}

export interface Workbook {
  readonly title: string | undefined
  readonly sheets: readonly Sheet[]
  /** Names of sheets that are hidden, which are not read. */
  readonly hiddenSheets: readonly string[]
}

/** What SheetJS has of a sheet that is read densely; rows and cells that nothing was written into are holes. */
interface DenseSheet {
  readonly '!data'?: readonly (readonly (CellObject | undefined)[] | undefined)[]
  readonly '!rows'?: readonly (RowInfo | undefined)[]
  readonly '!merges'?: readonly Range[]
}

/** More than this of one sheet is data for a database, and takes the memory of the worker. */
export const sheetLimits: Readonly<Record<'rows' | 'columns', number>> = { rows: 100_000, columns: 512 }

/** Reads every visible sheet of a workbook of any format that SheetJS knows. Throws CairnError FILE_ENCRYPTED or FILE_CORRUPT. */
export async function readWorkbook(bytes: Uint8Array, most = sheetLimits): Promise<Workbook> {
  // With the first spreadsheet: the package is one of the largest.
  const xlsx = await import('@e965/xlsx')
  const options: ParsingOptions = {
    ...{ type: 'array', dense: true, cellNF: true, cellText: true, cellHTML: false, cellFormula: false },
    // Without it hidden rows are not known.
    cellStyles: true,
    // One more, to see whether there is more.
    sheetRows: most.rows + 1,
  }
  const formats = xlsx.SSF as NumberFormats
  let book: WorkBook
  try {
    book = xlsx.read(bytes, options)
  } catch (thrown) {
    throw thrown instanceof Error && /password|encrypt/iu.test(thrown.message)
      ? passwordNeeded()
      : brokenArchive(thrown)
  }
  const isHidden = book.SheetNames.map((_, at) => (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0)
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  return {
    title: book.Props?.Title?.trim() || undefined,
    hiddenSheets: book.SheetNames.filter((_, at) => isHidden[at]),
    sheets: book.SheetNames.flatMap((name, at) => {
      const sheet = book.Sheets[name] as DenseSheet | undefined
      if (!sheet || isHidden[at]) return []
      return [readSheet(name, sheet, { most, shown: (cell) => shownValue(cell, date1904, formats) })]
    }),
  }
}

interface SheetReading {
  readonly most: typeof sheetLimits
  readonly shown: (cell: CellObject) => string
}

function readSheet(name: string, sheet: DenseSheet, { most, shown }: SheetReading): Sheet {
  const data = sheet['!data'] ?? []
  const isHidden = (row: number) => sheet['!rows']?.[row]?.hidden === true
  const rows: SheetRow[] = []
  let hiddenRows = 0
  let isWide = false
  for (const [number, cells] of data.slice(0, most.rows).entries()) {
    const texts = Array.from((cells ?? []).slice(0, most.columns), (cell) => (cell ? shown(cell) : ''))
    if (!texts.some((text) => text !== '')) continue
    isWide ||= (cells ?? []).length > most.columns
    if (isHidden(number)) hiddenRows += 1
    else rows.push({ number, cells: texts })
  }
  const merged = (sheet['!merges'] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c }))
  return { name, rows, merged, hiddenRows, isCut: isWide || data.length > most.rows }
}

function passwordNeeded(): CairnError {
  return new CairnError(
    'FILE_ENCRYPTED',
    'The file is protected with a password.',
    'Open it in a spreadsheet program, remove the password, save it and add it again.',
  )
}
