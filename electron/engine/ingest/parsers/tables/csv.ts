import { parse } from 'csv-parse/sync'
import { CairnError } from '@shared/errors'
import { extensionOf, titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { addTable, isHeaderRow } from './table'

/** Fewer rows are as likely a line or two that somebody indented. */
const minTabRows = 4
const maxTabCell = 200

/** The less often a sign stands in values, the earlier: the first of equals is taken. */
const delimiters = ['\t', ',', ';', '|']

/** Tables of values: every row becomes one line that names its columns. */
export const csvParser: Parser = {
  format: 'csv',
  extensions: ['csv', 'tsv', 'tab', 'psv'],
  kind: 'text',
  recognises: ({ promised, isUnread, wholeLines }) =>
    (promised === 'text' || (!promised && !isUnread)) && isTabSeparated(wholeLines),
  parse({ bytes, name }: ParserInput): ParsedText {
    const source = readSourceText(bytes)
    const delimiter = detectDelimiter(source.text, extensionOf(name))
    const rows = readRows(source.text, delimiter).filter((row) => row.some((cell) => cell.trim() !== ''))
    const builder = new StructureBuilder()
    builder.gaps.push(...source.gaps)
    const titles = countTitleRows(rows)
    addTable(builder, rows.slice(0, titles), undefined)
    const [first, ...rest] = rows.slice(titles)
    if (first && isHeaderRow(first)) addTable(builder, rest, first)
    else addTable(builder, rows.slice(titles), undefined)
    return builder.finish('csv', titleFromName(name))
  },
}

/** Whether a text is a table that lacks only the name of one: every line has as many tabs as the first, between short cells. */
function isTabSeparated(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const tabs = (line: string) => line.split('\t').length - 1
  const [first = ''] = lines
  return (
    lines.length >= minTabRows &&
    tabs(first) > 0 &&
    !first.startsWith('\t') &&
    lines.every((line) => tabs(line) === tabs(first) && line.split('\t').every((cell) => cell.length <= maxTabCell))
  )
}

/** Rows above the header that hold one cell, as spreadsheets with a title are exported. */
function countTitleRows(rows: readonly (readonly string[])[]): number {
  const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length
  const first = rows.findIndex((row) => filled(row) > 1)
  return first > 0 && first <= 3 ? first : 0
}

function readRows(text: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, bom: true }
  try {
    return parse(text, options)
  } catch {
    try {
      // An unclosed quote swallows the rest of the file: read again with quotes as ordinary characters.
      return parse(text, { ...options, quote: false })
    } catch (thrown) {
      throw new CairnError(
        'FILE_CORRUPT',
        'The table cannot be read: its rows and columns do not fit together.',
        'Open it in a spreadsheet program, save it as CSV again and add that.',
        { cause: thrown },
      )
    }
  }
}

/** The delimiter that cuts the first lines into the same number of columns, more than one where possible. */
export function detectDelimiter(text: string, extension = ''): string {
  const head = text.slice(0, 64 * 1024)
  const lines = head.split('\n', 60)
  if (head.length < text.length || lines.length === 60) lines.pop()
  const sample = lines.join('\n')
  let best = { delimiter: extension === 'tsv' || extension === 'tab' ? '\t' : ',', score: 0 }
  for (const delimiter of delimiters) {
    const score = scoreDelimiter(sample, delimiter)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function scoreDelimiter(sample: string, delimiter: string): number {
  let rows: string[][]
  try {
    rows = parse(sample, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  } catch {
    return 0
  }
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
  let best = 0
  for (const [columns, times] of counts) {
    if (columns > 1) best = Math.max(best, (times / rows.length) * (1 + Math.min(columns, 20) / 100))
  }
  return best
}
