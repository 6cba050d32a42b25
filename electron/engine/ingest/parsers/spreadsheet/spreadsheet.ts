import type { Gap } from '@shared/documents'
import { titleFromName } from '../../files/file-name'
import { brokenArchive, readZipEntries } from '../docx/zip-entries'
import { checkArchive } from '../docx/zip-limits'
import { isOpenDocument } from '../opendocument/opendocument'
import type { FileSample, ParsedText, Parser, ParserInput } from '../parser'
import { StructureBuilder } from '../structure/structure-builder'
import { addTable } from '../tables/table'
import { tablesIn, type SheetTable } from './find-tables'
import { type Sheet, type SheetRow, sheetLimits, readWorkbook } from './read-sheets'

/** A citation names its range of cells: of a longer table, the part that it stands in. */
const rowsOfRange = 50
/** Characters; what is longer is a text about the table. */
const longestHeading = 160

const isOle = ({ holdsStream }: FileSample) => holdsStream('Workbook') || holdsStream('Book')
const openDocument = ['ods', 'ots']

/** Excel workbooks since 2007, with macros (which are not run) and binary ones too. */
export const xlsxParser: Parser = {
  format: 'xlsx',
  extensions: ['xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm'],
  kind: 'binary',
  container: 'zip',
  canRun: ['xlsm', 'xlsb', 'xltm'],
  recognises: ({ entries }) => entries.some((entry) => entry.startsWith('xl/')),
  parse: (input) => parsePacked('xlsx', input),
}

/** Excel workbooks before 2007. */
export const xlsParser: Parser = {
  format: 'xls',
  extensions: ['xls', 'xlt'],
  kind: 'binary',
  container: 'ole2',
  recognises: isOle,
  parse: (input) => parseSheets('xls', input),
}

export const odsParser: Parser = {
  format: 'ods',
  extensions: openDocument,
  kind: 'binary',
  container: 'zip',
  recognises: (file) => isOpenDocument(file, 'spreadsheet', openDocument),
  parse: (input) => parsePacked('ods', input),
}

function parsePacked(format: string, input: ParserInput): Promise<ParsedText> {
  const entries = readZipEntries(input.bytes)
  const sizes = checkArchive(entries, input.bytes.length)
  // SheetJS takes as much memory as a part says it needs: gigabytes, where it lies.
  if (entries.some(({ claimed }, at) => claimed > (sizes[at] ?? 0))) throw brokenArchive()
  return parseSheets(format, input)
}

async function parseSheets(format: string, { bytes, name }: ParserInput): Promise<ParsedText> {
  const { title, sheets, hiddenSheets } = await readWorkbook(bytes)
  const builder = new StructureBuilder()
  for (const sheet of sheets) addSheet(builder, sheet)
  if (hiddenSheets.length > 0)
    builder.gaps.push({ kind: 'skipped_part', detail: `Hidden sheets were not read: ${hiddenSheets.join(', ')}.` })
  return builder.finish(format, title ?? titleFromName(name))
}

function addSheet(builder: StructureBuilder, sheet: Sheet): void {
  builder.gaps.push(...gapsOf(sheet))
  if (sheet.rows.length === 0) return
  builder.add('heading', sheet.name, { level: 1 })
  for (const table of tablesIn(sheet)) addSheetTable(builder, table)
}

function addSheetTable(builder: StructureBuilder, { titles, header, rows, left, right }: SheetTable): void {
  if (rows.length === 0) {
    for (const text of titles) builder.add('paragraph', text)
    if (header) addTable(builder, [], header)
    return
  }
  // What stands above a table says what its numbers are of (the year, the unit): it goes along with each part.
  const title = titles.join(' · ')
  const isHeading = title.length <= longestHeading
  if (!isHeading) for (const text of titles) builder.add('paragraph', text)
  for (let at = 0; at < rows.length && !builder.isFull; at += rowsOfRange) {
    const some = rows.slice(at, at + rowsOfRange)
    const cells = `${cellName(left, some[0])}:${cellName(right, some.at(-1))}`
    builder.add('heading', isHeading && title !== '' ? `${title} (${cells})` : cells, { level: 2 })
    addTable(
      builder,
      some.map((row) => row.cells),
      header,
    )
  }
}

/** As formulas call it: B7. */
function cellName(column: number, row: SheetRow | undefined): string {
  return `${columnLetters(column)}${(row?.number ?? 0) + 1}`
}

function gapsOf({ name, hiddenRows, isCut }: Sheet): Gap[] {
  const gaps: Gap[] = []
  if (hiddenRows > 0)
    gaps.push({ kind: 'skipped_part', detail: `Sheet “${name}”: hidden rows were not read (${hiddenRows}).` })
  if (isCut) {
    const rows = sheetLimits.rows.toLocaleString('en-US')
    const detail = `Sheet “${name}”: only the first ${rows} rows and ${sheetLimits.columns} columns were read.`
    gaps.push({ kind: 'truncated', detail })
  }
  return gaps
}

/** A, B, … Z, AA: how sheets name their columns; `column` is 0-based. */
function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
