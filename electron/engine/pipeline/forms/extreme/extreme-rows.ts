import type { Superlative, SuperlativeQuestion } from '@engine/question/forms/superlative-question'
import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import { type CellNumber, numberOfCell } from '@engine/text/tables/cell-number'
import { contentTerms } from '@engine/text/english/stop-words'
import superlatives from '@resources/lexicon/superlatives.json'
import tableWords from '@resources/lexicon/table-words.json'
import { plainWords, usesName } from '@engine/answer/short-answer/cells/column-names'
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
  /** These are all rows of the table but its sums. */
  readonly ofAll: boolean
  /** How plainly the question speaks of this table, for the choice among several. */
  readonly fit: number
}

interface Compared {
  readonly row: TableRow
  readonly number: CellNumber
}

interface Column {
  readonly label: string
  readonly reading: Superlative
  /**
   * 5 where the question's superlative stands right before its name, 4 where that word can speak of nothing else, 3 where the question
   * has its whole name, 2 part of it, 1 where its superlative speaks of it.
   */
  readonly fit: number
}

/** Share of a column's cells that must be numbers for it to have an order. */
const minNumbers = 0.6
const maxShared = 6
const whole = 0.99
const han = /\p{Script=Han}/u
/** Total, **Totals:**, 合计（元）: in any cell nothing but that, in the first one also what it is of (Total payroll). */
const sum =
  '[\\s*_`]*(?:(?:grand |sub[- ]?)?totals?|sum|average|mean|median|overall|(?:合计|总计|小计|总和|总额|共计|平均)(?:值|数)?)'
const sums = new RegExp(`^${sum}(?:[^\\p{L}]*|\\s*[(（][^)）]*[)）])$`, 'iu')
const sumsOf = new RegExp(`^${sum}[*_\`:：]*(?:$|[^\\p{L}])`, 'iu')
/** What a question may say of a table beside what stands in it. */
const besides = new Set(tableWords.besideTables.flatMap((word) => analyse(word)))

/** Compares a column over all rows of a table. Null where the question does not clearly ask for one of its columns, or its numbers have no one order. */
export function extremeRowsIn(
  all: readonly TableRow[],
  { question, keyTerms }: { readonly question: SuperlativeQuestion; readonly keyTerms: readonly KeyTerm[] },
  title: string,
): ExtremeRows | null {
  const rows = all.filter(
    ({ cells }) => !sumsOf.test(cells[0]?.text ?? '') && !cells.some(({ text }) => sums.test(text)),
  )
  const asked = new Set(keyTerms.flatMap(({ alternatives }) => alternatives.flat()))
  const column = comparedColumn(question, rows, asked)
  if (!column) return null
  const subject = subjectColumn(rows, column.label, asked, question.rest)
  const table = { title, rows, column, subject }
  const included = includedRows(table, keyTerms, question.rest)
  const cellOf = (row: TableRow, name: string) => row.cells.find(({ label }) => label === name)
  const numbered = included.flatMap((row): Compared[] => {
    const number = numberOfCell(cellOf(row, column.label)?.text ?? '')
    return number ? [{ row, number }] : []
  })
  // A range or several numbers in a cell may well be the highest.
  const isUnread = included.some((row) => {
    const text = cellOf(row, column.label)?.text ?? ''
    return /\p{N}/u.test(text) && !numberOfCell(text)
  })
  if (isUnread) return null
  const ends = atEnd(numbered, column.reading)
  if (ends.length === 0 || ends.length > maxShared) return null
  const answering = answeringColumn(question, table, asked)
  const namesTable = keyTerms.some((term) => coverage([term], new Set(analyse(title))) > 0.5)
  return {
    column: column.label,
    end: column.reading.end,
    ofTime: column.reading.ofTime,
    rows: ends.map(({ row }) => ({ row, says: answering === null ? null : (cellOf(row, answering) ?? null) })),
    compared: numbered.length,
    total: included.length,
    ofAll: included.length === rows.length,
    fit: column.fit + (subject.named ? 1 : 0) + (namesTable ? 0.5 : 0),
  }
}

/** What the rows of a table are called by, and whether the question names that column. */
interface Subject {
  readonly label: string
  readonly named: boolean
}

/** A table without its sums, and which of its columns are meant. */
interface ComparedTable {
  readonly title: string
  readonly rows: readonly TableRow[]
  readonly column: Column
  readonly subject: Subject
}

/** The column that the question asks for; null where several fit as well. */
function comparedColumn(
  question: SuperlativeQuestion,
  rows: readonly TableRow[],
  asked: ReadonlySet<string>,
): Column | null {
  const wanted = new Set(analyse(question.wanted))
  const columns = question.readings
    .flatMap((reading) => columnsFor(reading, rows, asked, question))
    .filter(({ label }) => termsOf(label).length === 0 || !termsOf(label).every((term) => wanted.has(term)))
  const highest = Math.max(0, ...columns.map(({ fit }) => fit))
  const best = columns.filter(({ fit }) => fit === highest)
  const [column] = best
  return column && best.every(({ label }) => label === column.label) ? column : null
}

/** The rows that have all of what the question says beside its columns and its table. */
function includedRows(
  { title, rows, column, subject }: ComparedTable,
  keyTerms: readonly KeyTerm[],
  rest: string,
): TableRow[] {
  const around = new Set([...analyse(title), ...termsOf(column.label), ...column.reading.names.flatMap(analyse)])
  const named = new Set([...around, ...(subject.named ? termsOf(subject.label) : [])])
  // What is left of a question in a script without spaces is cut into words across the names in it.
  const left = [column.label, ...(subject.named ? [subject.label] : []), title].reduce(
    (text, name) => (name === '' ? text : text.replaceAll(withoutUnit(name), ' ')),
    rest,
  )
  const open = keyTerms.filter(
    (term) =>
      !(han.test(term.surface) && !left.includes(term.surface)) &&
      coverage([term], named) < whole &&
      !term.alternatives.flat().some((own) => besides.has(own)),
  )
  return rows.filter(({ text, about, cells }) => {
    if (!cells.some(({ label }) => label === column.label || (label !== '' && label === subject.label))) return false
    return coverage(open, new Set([...analyse(text), ...analyse(about)])) >= (open.length > 0 ? whole : 0)
  })
}

/** The rows at the end asked for; empty where a column has no order: too few numbers, several units, days and amounts. */
function atEnd(numbered: readonly Compared[], { end, ofTime }: Superlative): Compared[] {
  const units = new Set(numbered.map(({ number }) => number.unit).filter((unit) => unit !== ''))
  const areYears = numbered.every(({ number }) => !number.isDate || number.value % 1e4 === 0)
  const dates = areYears && !ofTime ? 0 : numbered.filter(({ number }) => number.isDate).length
  if (numbered.length < 2 || units.size > 1 || (dates !== numbered.length && (ofTime || dates > 0))) return []
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
  question: SuperlativeQuestion,
): Column[] {
  const labels = new Set(rows.flatMap(({ cells }) => cells.map(({ label }) => label)).filter((label) => label !== ''))
  return [...labels].flatMap((label) => {
    const fit = fitOf(label, reading, asked, question)
    if (fit === 0) return []
    const numbers = rows
      .flatMap(({ cells }) => cells.filter((cell) => cell.label === label))
      .map(({ text }) => numberOfCell(text))
    const found = numbers.filter((number) => number !== null)
    if (found.length < 2 || found.length < numbers.length * minNumbers) return []
    if (reading.ofTime && found.some(({ isDate }) => !isDate)) return []
    return [{ label, reading, fit }]
  })
}

function fitOf(
  label: string,
  { names, saysWhat }: Superlative,
  asked: ReadonlySet<string>,
  { rest, behind }: SuperlativeQuestion,
): number {
  const terms = termsOf(label)
  const shared = terms.filter((term) => asked.has(term)).length
  const head = plainWords(withoutUnit(label))
  const speaks = names.some((name) => usesName(head, name))
  // Of several names that the question has whole, the longest is meant.
  const longer = terms.length / 100
  if (head !== '' && `${plainWords(behind)} `.startsWith(/\p{Script=Han}$/u.test(head) ? head : `${head} `))
    return 5 + longer
  if (saysWhat && speaks) return 4
  if (terms.length > 0 && (shared === terms.length || (head !== '' && usesName(plainWords(rest), head))))
    return 3 + longer
  if (shared > 0) return 2
  return speaks ? 1 : 0
}

/** The column whose cell answers: what has it, or where an amount is asked for, how much; null where no column tells that. */
function answeringColumn(
  { asksFor, word, head }: SuperlativeQuestion,
  { rows, column: { label, reading, fit }, subject }: ComparedTable,
  asked: ReadonlySet<string>,
): string | null {
  const labels = [...new Set(rows.flatMap(({ cells }) => cells.map((cell) => cell.label)))]
  const others = labels.filter((other) => other !== '' && other !== label && other !== subject.label)
  const uses = (other: string, name: string) => usesName(plainWords(withoutUnit(other)), name)
  if (asksFor === 'price')
    return [label, ...others].find((one) => superlatives.columns.price.some((name) => uses(one, name))) ?? null
  const named = others.find((other) => termsOf(other).length > 0 && termsOf(other).every((term) => asked.has(term)))
  if (asksFor === 'amount') return named ?? (reading.ofTime ? null : label)
  if (asksFor === 'time') return reading.ofTime ? label : (named ?? subject.label)
  const isHead = (one: string) => head !== '' && termsOf(one).some((term) => analyse(head).includes(term))
  if (named !== undefined && isHead(named)) return named
  const asksValue = fit !== 4 && fit >= 2 && head !== '' && word.startsWith(head)
  return (asksValue && !subject.named) || isHead(label) ? label : subject.label
}

/** What the rows are called by: the column that the question names, else the first one of words. */
function subjectColumn(rows: readonly TableRow[], besideIt: string, asked: ReadonlySet<string>, rest: string): Subject {
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
  return contentTerms(withoutUnit(label))
}

/** "Depth (m)": a unit is no part of what is asked. */
function withoutUnit(label: string): string {
  return label.replace(/\s*[(（[][^)）\]]*[)）\]]\s*/gu, ' ').trim()
}
