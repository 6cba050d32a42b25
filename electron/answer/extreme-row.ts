import { coverage, type KeyTerm } from '../retrieval/key-terms'
import { analyse } from '../text/analyse'
import { type CellNumber, numberOfCell } from '../text/cell-number'
import { isStopTerm } from '../text/stop-words'
import { plainWords, usesName } from './short/column-names'
import type { Superlative, SuperlativeQuestion } from './superlative-question'
import type { NamedCell, TableRow } from './table-rows'

/** The rows of a table at one end of one of its columns. */
export interface ExtremeRows {
  /** What the column is called. */
  readonly column: string
  readonly end: Superlative['end']
  readonly ofTime: boolean
  /** All that share the place, in their order. */
  readonly rows: readonly { readonly row: TableRow; readonly says: NamedCell | null }[]
  /** How many rows have a number there, of how many that were asked about. */
  readonly compared: number
  readonly total: number
  /** How plainly the question speaks of this table, for the choice among several. */
  readonly fit: number
}

/** What is asked: the question, what is asked about without its superlative, and what it asks for by a known name. */
export interface AskedExtreme {
  readonly question: SuperlativeQuestion
  readonly keyTerms: readonly KeyTerm[]
}

interface Compared {
  readonly row: TableRow
  readonly number: CellNumber
}

interface Column {
  readonly label: string
  readonly reading: Superlative
  /** 3 where the question has its whole name, 2 part of it, 1 where its superlative speaks of it. */
  readonly fit: number
}

/** Share of a column's cells that must be numbers for it to have an order. */
const mostlyNumbers = 0.6
const mostShared = 6
const whole = 0.99
const han = /\p{Script=Han}/u
const sums = /^(?:(?:grand |sub)?totals?|sum|average|mean|合计|总计|小计|总和|平均)(?:值|数)?$/iu
/** What a question may say of a table beside what stands in it. */
const besides = new Set(
  ['table', 'list', 'row', 'column', 'value', 'entry', 'sheet', 'file'].flatMap((word) => analyse(word)),
)

/** Compares a column over all rows of a table. Null where the question does not clearly ask for one of its columns, or its numbers have no one order. */
export function extremeRowsIn(
  all: readonly TableRow[],
  { question, keyTerms }: AskedExtreme,
  title: string,
): ExtremeRows | null {
  const rows = all.filter(({ cells }) => !sums.test(cells[0]?.text.trim() ?? ''))
  const asked = new Set(keyTerms.flatMap(({ alternatives }) => alternatives.flat()))
  const wanted = new Set(analyse(question.wanted))
  const columns = question.readings
    .flatMap((reading) => columnsFor(reading, rows, asked, question.rest))
    .filter(({ label }) => termsOf(label).length === 0 || !termsOf(label).every((term) => wanted.has(term)))
  const most = Math.max(0, ...columns.map(({ fit }) => fit))
  const best = columns.filter(({ fit }) => fit === most)
  const [column] = best
  if (!column || best.some(({ label }) => label !== column.label)) return null
  const subject = subjectColumn(rows, column.label, asked, question.rest)
  const around = new Set([...analyse(title), ...termsOf(column.label), ...column.reading.names.flatMap(analyse)])
  const named = new Set([...around, ...(subject.named ? termsOf(subject.label) : [])])
  // What is left of a question in a script without spaces is cut into words across the names in it.
  const left = [column.label, ...(subject.named ? [subject.label] : []), title].reduce(
    (text, name) => (name === '' ? text : text.replaceAll(withoutUnit(name), ' ')),
    question.rest,
  )
  const open = keyTerms.filter(
    (term) =>
      !(han.test(term.surface) && !left.includes(term.surface)) &&
      coverage([term], named) < whole &&
      !term.alternatives.flat().some((own) => besides.has(own)),
  )
  const meant = rows.filter(({ text, about, cells }) => {
    if (!cells.some(({ label }) => label === column.label || (label !== '' && label === subject.label))) return false
    return coverage(open, new Set([...analyse(text), ...analyse(about)])) >= (open.length > 0 ? whole : 0)
  })
  const numbered = meant.flatMap((row): Compared[] => {
    const number = numberOfCell(row.cells.find(({ label }) => label === column.label)?.text ?? '')
    return number ? [{ row, number }] : []
  })
  const ends = atEnd(numbered, column.reading)
  if (ends.length === 0 || ends.length > mostShared) return null
  const namesTable = keyTerms.some((term) => coverage([term], new Set(analyse(title))) > 0.5)
  return {
    column: column.label,
    end: column.reading.end,
    ofTime: column.reading.ofTime,
    rows: ends.map(({ row }) => ({ row, says: row.cells.find(({ label }) => label === subject.label) ?? null })),
    compared: numbered.length,
    total: meant.length,
    fit: column.fit + (subject.named ? 1 : 0) + (namesTable ? 0.5 : 0),
  }
}

/** The rows at the end asked for; none where the column is no order: too few numbers, several units, days beside amounts. */
function atEnd(numbered: readonly Compared[], { end, ofTime }: Superlative): Compared[] {
  const units = new Set(numbered.map(({ number }) => number.unit).filter((unit) => unit !== ''))
  const dates = numbered.filter(({ number }) => number.isDate).length
  if (numbered.length < 2 || units.size > 1 || (dates !== numbered.length && (ofTime || dates > numbered.length / 2)))
    return []
  const values = numbered.map(({ number }) => amountOf(number, dates === numbered.length))
  const limit = values.reduce((a, b) => (end === 'highest' ? Math.max(a, b) : Math.min(a, b)))
  return numbered.filter((_, at) => values[at] === limit)
}

/** Among amounts, 1980 is one of them. */
function amountOf({ value, isDate }: CellNumber, areDates: boolean): number {
  return isDate && !areDates ? Math.floor(value / 1e4) : value
}

function columnsFor(
  reading: Superlative,
  rows: readonly TableRow[],
  asked: ReadonlySet<string>,
  rest: string,
): Column[] {
  const labels = new Set(rows.flatMap(({ cells }) => cells.map(({ label }) => label)).filter((label) => label !== ''))
  return [...labels].flatMap((label) => {
    const fit = fitOf(label, reading, asked, rest)
    if (fit === 0) return []
    const numbers = rows
      .flatMap(({ cells }) => cells.filter((cell) => cell.label === label))
      .map(({ text }) => numberOfCell(text))
    const found = numbers.filter((number) => number !== null)
    if (found.length < 2 || found.length < numbers.length * mostlyNumbers) return []
    if (reading.ofTime && found.some(({ isDate }) => !isDate)) return []
    return [{ label, reading, fit }]
  })
}

function fitOf(label: string, { names }: Superlative, asked: ReadonlySet<string>, rest: string): number {
  const terms = termsOf(label)
  const shared = terms.filter((term) => asked.has(term)).length
  const head = plainWords(withoutUnit(label))
  // Of several names that the question has whole, the longest is meant.
  if (terms.length > 0 && (shared === terms.length || (head !== '' && usesName(plainWords(rest), head))))
    return 3 + terms.length / 100
  if (shared > 0) return 2
  return names.some((name) => usesName(head, name)) ? 1 : 0
}

/** What the rows are called by: the column that the question names, else the first one of words. */
function subjectColumn(
  rows: readonly TableRow[],
  besideIt: string,
  asked: ReadonlySet<string>,
  rest: string,
): { readonly label: string; readonly named: boolean } {
  const cells = rows.flatMap((row) => row.cells).filter(({ label }) => label !== besideIt)
  const labels = [...new Set(cells.map(({ label }) => label))]
  const isNamed = (label: string) =>
    label !== '' &&
    (termsOf(label).every((term) => asked.has(term)) || usesName(plainWords(rest), plainWords(withoutUnit(label))))
  const named = labels.find((label) => termsOf(label).length > 0 && isNamed(label))
  if (named !== undefined) return { label: named, named: true }
  const ofWords = labels.find((label) => cells.some((cell) => cell.label === label && !numberOfCell(cell.text)))
  return { label: ofWords ?? labels[0] ?? '', named: false }
}

function termsOf(label: string): string[] {
  return analyse(withoutUnit(label)).filter((term) => !isStopTerm(term))
}

/** "Depth (m)": a unit is no part of what is asked. */
function withoutUnit(label: string): string {
  return label.replace(/\s*[(（[][^)）\]]*[)）\]]\s*/gu, ' ').trim()
}
