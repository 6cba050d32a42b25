import type { RecordLookupArguments } from '@shared/tools/small-tool-arguments'
import type { TermTable } from '@engine/retrieval/terms/cross-language'
import type { DataTable, TableCatalogue } from '../tables/data-table'
import { tableChoice, tableName } from '../table-query/arguments/plan-names'
import { tableIndexOf, type ViewColumn } from '../table-query/linking/asked-tables'
import { cellValues } from '../table-query/linking/cell-values'
import { namedTables, withoutCopies } from '../table-query/linking/named-tables'
import { isLabel } from '../table-query/linking/header-facts'
import {
  type AskedWords,
  sampleMentions,
  type TableView,
  type ThingMeaning,
  type ValueMeaning,
  viewMentions,
} from '../table-query/linking/view-mentions'
import { tableQuestions } from '../table-query/planning/ask-back'
import { askedViews } from '../table-query/planning/asked-views'
import { coverQuestion, leftWeight } from '../table-query/planning/cover-question'
import { askedWords } from '../table-query/read-table-question'
import type { Mention } from '../table-query/words/asked-mention'
import { dayIn } from '../table-query/words/calendar-day'
import { plainQuestion } from '../table-query/words/asked-tokens'
import type { ToolQuestion, ToolReading } from '../tool'

/** What a record is known by in each concept's columns: identifiers, people, things. */
const namingConcepts: ReadonlySet<string> = new Set([
  'order',
  'invoice',
  'ticket',
  'person',
  'student',
  'customer',
  'supplier',
  'item',
  'project',
  'meter',
])

interface Reader {
  readonly catalogue: TableCatalogue
  readonly terms: TermTable
}

interface FoundRecord {
  readonly view: TableView
  readonly column: ViewColumn
  readonly value: string
  readonly fields: readonly string[]
  readonly confidence: number
  readonly rank: number
}

const longestQuestion = 200
const mostViews = 6
const perUnexplained = 0.6
/** What is done with a thing, which its record tells whole. */
const deeds = new Set('买卖订购付办')
/** Where the one row of an identifier is told whole. */
const perUnsaid = 0.8
const workedOut = new Set(['sum', 'average', 'median', 'min', 'max', 'count', 'distinct', 'share', 'change'])
const identifier = /(?=[\p{L}\p{N}./-]*\d)(?=[\p{L}\p{N}./-]{4,})[\p{Script=Latin}\d]+(?:[-/.][\p{Script=Latin}\d]+)*/u

/** The record that a question asks for; null where no table has it, or the question asks for more. */
export async function readRecordQuestion(
  { catalogue, terms }: Reader,
  question: ToolQuestion,
  signal: AbortSignal,
): Promise<ToolReading<RecordLookupArguments> | null> {
  const text = plainQuestion(question.text)
  if (text.length > longestQuestion || !mayNameRecord(text)) return null
  const today = dayIn(question.now, question.timeZone)
  const whole = askedWords(text, today)
  if (asksForFigure(whole, identifier.test(text))) return null
  if (identifier.test(text) || whole.mentions.some(({ meaning }) => meaning.is === 'concept'))
    await catalogue.ready(signal)
  const tables = catalogue.tables()
  if (tables.length === 0) return null
  const named = namedTables(text, tables)
  const words = named.isNamed ? askedWords(named.text, today) : whole
  const asked: AskedWords = { ...words, text, terms: terms.match(named.text) }
  const views = askedViews(tableIndexOf(named.tables), asked)
    .filter(({ joined }) => joined === null)
    .slice(0, mostViews)
  const found: FoundRecord[] = []
  for (const view of views) {
    signal.throwIfAborted()
    found.push(...(await recordsIn(catalogue, view, asked)))
  }
  return readingOf(found, asked, tables, question)
}

/** What is worked out belongs to table_query; the number of “phone number of” is none. */
function asksForFigure({ mentions }: Pick<AskedWords, 'mentions'>, hasIdentifier: boolean): boolean {
  // “What is in ORD-10123, and how many?” asks for two fields of it.
  const which = mentions.find(({ meaning }) => meaning.is === 'mark' && meaning.mark === 'which')
  const isField = ({ from }: { from: number }) => hasIdentifier && which !== undefined && which.from < from
  const names = mentions.filter(({ from, to, meaning }) => meaning.is === 'concept' && to - from > 1)
  const isInName = (from: number, to: number) => names.some((one) => one.from < to && one.to > from && one.from < from)
  return mentions.some(
    ({ from, to, meaning }) =>
      meaning.is === 'superlative' ||
      meaning.is === 'compare' ||
      (meaning.is === 'operation' &&
        workedOut.has(meaning.operation) &&
        !(meaning.operation === 'count' && isField({ from })) &&
        !isInName(from, to)),
  )
}

/** An identifier, a name with a capital letter, or Chinese, which has none. */
function mayNameRecord(text: string): boolean {
  return identifier.test(text) || /\p{Script=Han}/u.test(text) || /\p{Lu}/u.test(text.slice(1))
}

async function recordsIn(catalogue: TableCatalogue, view: TableView, asked: AskedWords): Promise<FoundRecord[]> {
  const open = asked.tokens.flatMap(({ isFree }, at) => (isFree ? [] : [at]))
  const values = [...sampleMentions(view, asked), ...(await cellValues(catalogue, view, asked, open))]
  if (!values.some(({ meaning }) => meaning.columns.some(({ column }) => namesRecords(column)))) return []
  const things = viewMentions(view, asked).filter(({ meaning }) => meaning.is === 'thing')
  const general = asked.mentions.filter(
    ({ meaning }) => meaning.is === 'filler' || meaning.is === 'operation' || meaning.is === 'mark',
  )
  return values.flatMap((mention) => {
    const naming = mention.meaning.columns.find(({ column }) => namesRecords(column))
    const isPlain =
      isIdentifier(asked, mention) ||
      (mention.to - mention.from > 1 && naming?.column.facts.concepts.has('person') === true)
    if (!naming) return []
    const covers = coverQuestion(asked.tokens, [...general, ...things, mention]).filter(({ mentions }) =>
      mentions.includes(mention),
    )
    const [best] = covers
    if (!best) return []
    const isOfAmount = asked.mentions.some(
      ({ meaning }) => meaning.is === 'operation' && meaning.operation === 'howMuch',
    )
    const said = best.mentions.flatMap((one) =>
      one.meaning.is === 'thing' && !isAskWord(asked, one)
        ? fieldOf(one as Mention<ThingMeaning>, naming.column, isOfAmount)
        : [],
    )
    // What of an identifier's record is asked in words that nothing explains stands in the whole of it.
    const isWhole = isIdentifier(asked, mention) && (best.left.length > 0 || asksWhat(asked, mention))
    const fields = isWhole ? [] : said
    // A name alone may stand anywhere; an identifier alone asks for its record.
    if (fields.length === 0 && !isIdentifier(asked, mention)) return []
    const left = best.left.filter((at) => !deeds.has(asked.tokens[at]?.text ?? ''))
    const unexplained = left.reduce((sum, at) => sum + leftWeight(asked.tokens, at), 0)
    // “What caused TKT-1042?” asks for more than its row.
    if (said.length === 0 && unexplained > 0 && !asksWhat(asked, mention)) return []
    const confidence =
      (isPlain ? 0.96 : 0.9) * (isWhole && naming.column.facts.isKey ? perUnsaid : perUnexplained) ** unexplained
    return [
      {
        view,
        column: naming.column,
        value: naming.value,
        fields: [...new Set(fields)],
        confidence,
        rank: best.score + (naming.column.facts.isKey ? 0.5 : 0),
      },
    ]
  })
}

/** “What's GRD-3317, and …” asks for all of it. */
function asksWhat({ text, tokens }: AskedWords, { from, to }: Mention<ValueMeaning>): boolean {
  const before = text.slice(0, tokens[from]?.start).trim().toLowerCase()
  const after = text.slice(tokens[to - 1]?.end).trim()
  return (
    (/^(?:what|who)(?:'s| is)$/u.test(before) && /^(?:$|[?,]|and\b)/u.test(after)) ||
    /^是(?:谁|什么|啥)(?!\p{Script=Han})/u.test(after)
  )
}

function namesRecords({ facts, column }: ViewColumn): boolean {
  if (column.kind === 'date' || column.kind === 'boolean') return false
  return (
    isLabel(facts.keys) ||
    (facts.isKey && column.kind === 'text') ||
    [...facts.concepts].some(([id, strength]) => strength > 0.75 && namingConcepts.has(id))
  )
}

function isIdentifier({ tokens, text }: AskedWords, { from, to }: Mention<ValueMeaning>): boolean {
  const written = text.slice(tokens[from]?.start, tokens[to - 1]?.end)
  return /\d/u.test(written) && identifier.exec(written)?.[0] === written
}

/** “What caused it?” does not ask for a column that is called What. */
function isAskWord({ tokens }: AskedWords, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return to - from === 1 && askWords.has(tokens[from]?.lower ?? '')
}

const askWords = new Set(['what', 'who', 'when', 'where', 'which', 'why', 'how'])

/** The column a stretch asks for, which is not the one that holds the name. */
function fieldOf({ meaning }: Mention<ThingMeaning>, key: ViewColumn, isOfAmount: boolean): string[] {
  // “How much was paid” asks for no day.
  const isField = ({ column }: ViewColumn) => !(isOfAmount && meaning.isVerb && column.kind === 'date')
  const best = meaning.columns.find(({ column, strength }) => column !== key && strength >= 0.6 && isField(column))
  const own = meaning.columns.find(({ column }) => column === key)
  if (!best || (own && own.strength >= best.strength) || meaning.table > best.strength) return []
  return [best.column.column.header]
}

function readingOf(
  found: readonly FoundRecord[],
  asked: AskedWords,
  tables: readonly DataTable[],
  { language }: ToolQuestion,
): ToolReading<RecordLookupArguments> | null {
  const ranked = found.toSorted((a, b) => b.confidence - a.confidence || b.rank - a.rank)
  const [best] = ranked
  if (!best) return null
  const { confidence, rank, value, column, fields } = best
  const equal = ranked.filter(
    (one) => one.view !== best.view && one.confidence === confidence && one.rank > rank - 0.05,
  )
  const several = [...new Set([best, ...equal].map(({ view }) => view.main.table))]
  const different = withoutCopies(several, (table) => table)
  if (different.length > 1) {
    const choices = different.map((table) => tableChoice(table, tables))
    return { is: 'missing', argument: 'table', confidence, ...tableQuestions(asked.text, choices, language) }
  }
  const args = {
    value,
    table: tableName(best.view.main.table, tables),
    column: column.column.header,
    fields: [...fields],
  }
  return { is: 'arguments', confidence, args }
}
