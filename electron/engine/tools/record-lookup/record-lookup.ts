import { RecordLookupArguments } from '@shared/tools/small-tool-arguments'
import type { Language } from '@engine/text/language'
import type { TermTable } from '@engine/retrieval/terms/cross-language'
import { resolvedPlan } from '../table-query/arguments/plan-names'
import { columnAt, shownCellOf, type Value } from '../table-query/answering/shown-values'
import { type DataTable, type TableCatalogue, tablesWithin } from '../tables/data-table'
import { inBothLanguages } from '../tables/keeping/duckdb'
import type { PlanResult, QueryPlan, TableEngine } from '../tables/query-plan'
import type { Tool, ToolResult } from '../tool'
import { placeOfValue } from './place-of-value'
import { readRecordQuestion } from './read-record-question'

interface RecordLookupParts {
  readonly catalogue: TableCatalogue
  readonly engine: TableEngine
  readonly terms: TermTable
}

const mostRows = 20
const mostFields = 30

/** Finds rows of the documents' tables by what they are known by: identifiers and names. */
export function createRecordLookup({ catalogue, engine, terms }: RecordLookupParts): Tool<RecordLookupArguments> {
  const read: Tool<RecordLookupArguments>['read'] = (question, signal) =>
    readRecordQuestion({ catalogue: tablesWithin(catalogue, question.isAsked), terms }, question, signal)
  // As in `table_query`: the first reading loads what others find in memory.
  let isLoaded = false
  return {
    name: 'record_lookup',
    version: '1',
    title: { en: 'Look up a record', zh: '查找记录' },
    description: {
      en: 'Finds the row of a table in the documents by its identifier (TKT-1042, an invoice, order or serial number) or by a name, and tells one of its fields or all of them.',
      zh: '按编号（如 TKT-1042、发票号、订单号、序列号）或名称在文档的表格中查找一行，给出其中一项或全部内容。',
    },
    looksUp: true,
    args: RecordLookupArguments,
    examples: recordExamples,
    limitMs: 15_000,
    async prepare(question, signal) {
      if (!/\p{L}[-_ ]?\d{2}/u.test(question.text)) return
      await catalogue.ready(signal)
      if (isLoaded) return
      await read(question, signal)
      isLoaded = true
    },
    read,
    async run({ value, fields, ...asked }, { language, signal }) {
      // As `table_query` does: called by its name, before any question has made the tables ready.
      await catalogue.ready(signal).catch(inBothLanguages)
      const { table, column } = await placeOfValue({ value, ...asked }, catalogue, signal)
      const tables = catalogue.tables()
      const named = (header: string) => ({ table: 'main' as const, column: header })
      const plan = resolvedPlan(
        {
          table,
          select: fields.map(named),
          measures: [],
          where: [{ column: named(column), operator: '=', values: [value] }],
          groupBy: [],
          orderBy: [],
          limit: mostRows,
        },
        tables,
      )
      const main = tables.find(({ id }) => id === plan.table)
      if (!main) throw new Error('A resolved plan names a table that there is not.')
      const whole: QueryPlan =
        plan.select.length > 0
          ? plan
          : { ...plan, select: main.columns.slice(0, mostFields).map(({ id }) => ({ table: 'main', column: id })) }
      return answerOf({ value, column, table: main, plan: whole, language, result: await engine.run(whole, signal) })
    },
  }
}

interface FoundRows {
  readonly value: string
  readonly column: string
  readonly table: DataTable
  readonly plan: QueryPlan
  readonly result: PlanResult
  readonly language: Language
}

function answerOf(found: FoundRows): ToolResult {
  const { table, plan, result, language } = found
  const columns = plan.select.map((ref) => columnAt({ main: table, joined: undefined }, ref)?.header ?? ref.column)
  const rows = result.values.map((row, at) => ({
    cells: row.map((cell, place) => shownField(found, cell, { row: at, place })),
    ...(result.rows[at]?.source && { source: result.rows[at].source }),
  }))
  const sources = rows.flatMap(({ source }) => (source ? [source] : []))
  const isCut = result.total > rows.length || rows.length >= mostRows
  return {
    text: textOf(found, columns),
    data: { table: table.id, columns, values: result.values.map((row) => [...row]) },
    table: { columns, rows, total: result.total },
    sources: sources.length > 0 ? sources : [table.source],
    notes: isCut
      ? [language === 'zh' ? `仅显示前${rows.length}行。` : `Only the first ${rows.length} rows are shown.`]
      : [],
    workings: result.sql,
  }
}

function textOf(found: FoundRows, columns: readonly string[]): string {
  const { value, column, table, result, language } = found
  const file = table.documentName
  const isZh = language === 'zh'
  const [first, ...others] = result.values
  if (!first)
    return isZh
      ? `“${file}”的“${column}”列中没有“${value}”。`
      : `“${file}” has no “${value}” in its column “${column}”.`
  if (others.length > 0)
    return isZh
      ? `“${file}”中有${result.total}行的“${column}”为“${value}”，见表。`
      : `${result.total} rows of “${file}” have “${value}” as ${column}; they are in the table.`
  const fields = first
    .map((cell, at) => `${columns[at] ?? ''}${isZh ? '：' : ': '}${shownField(found, cell, { row: 0, place: at })}`)
    .filter((_, at) => columns[at] !== column)
  return isZh ? `${value}——${fields.join('；')}（“${file}”）。` : `${value} – ${fields.join('; ')} (“${file}”).`
}

/** As the document writes it (3.10 米); what a result says of a cell drops zeros. */
function shownField(
  { plan, table, language, result: { rows, behind } }: FoundRows,
  cell: Value,
  { row, place }: { readonly row: number; readonly place: number },
): string {
  const ref = plan.select[place]
  const header = ref && columnAt({ main: table, joined: undefined }, ref)?.header
  const start = rows[row]?.source?.start
  const own = behind.rows.find(({ source }) => start !== undefined && source?.start === start)
  const written = header === undefined ? undefined : own?.cells[behind.columns.indexOf(header)]
  if (written !== undefined && written.trim() !== '') return written
  return shownCellOf(cell, ref && columnAt({ main: table, joined: undefined }, ref), language)
}

/** Read where there is a table `tickets.csv` (Ticket, Status) with TKT-1042, and `staff.csv` (Name, Phone) with Ana Silva. */
const recordExamples: Tool<RecordLookupArguments>['examples'] = [
  {
    question: 'What is the status of TKT-1042?',
    args: { value: 'TKT-1042', table: 'tickets.csv', column: 'Ticket', fields: ['Status'] },
  },
  {
    question: "What is Ana Silva's phone number?",
    args: { value: 'Ana Silva', table: 'staff.csv', column: 'Name', fields: ['Phone'] },
  },
  {
    question: '工单TKT-1042的状态',
    args: { value: 'TKT-1042', table: 'tickets.csv', column: 'Ticket', fields: ['Status'] },
  },
  {
    question: 'Ana Silva的电话是多少？',
    args: { value: 'Ana Silva', table: 'staff.csv', column: 'Name', fields: ['Phone'] },
  },
]
