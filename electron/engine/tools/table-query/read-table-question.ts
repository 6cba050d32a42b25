import { LRUCache } from 'lru-cache'
import type { TermTable } from '@engine/retrieval/terms/cross-language'
import { libraryQuestionOf } from '@engine/question/library/library-question'
import type { DataTable, TableCatalogue } from '../tables/data-table'
import type { ToolQuestion, ToolReading } from '../tool'
import type { TableQueryArguments } from '@shared/tools/table-query-arguments'
import { namedPlan, tableChoice } from './arguments/plan-names'
import { tableIndexOf } from './linking/asked-tables'
import { cellValues, holdsSame } from './linking/cell-values'
import { namedTables, withoutCopies } from './linking/named-tables'
import { relatedWordsBy } from './linking/related-words'
import type { AskedWords } from './linking/view-mentions'
import { ratedPlans, type RatedPlan } from './planning/choose-plan'
import { askedViews } from './planning/asked-views'
import { columnQuestions, tableQuestions } from './planning/ask-back'
import { leastSure } from './planning/plan-signs'
import { askedComparisons } from './words/asked-comparison'
import { lexicalMentions, type Mention } from './words/asked-mention'
import { askedTimes } from './words/asked-time'
import { askedTokens, type AskedToken, plainQuestion } from './words/asked-tokens'
import { respelledQuestion } from './words/respelled-question'
import { dayIn } from './words/calendar-day'

/** Longer questions are stories, and reading stays quick. */
const longestQuestion = 400
const nearlyEqual = 0.1
const noWords: ReadonlySet<string> = new Set()

interface Reader {
  readonly catalogue: TableCatalogue
  readonly terms: TermTable
}

/** The plan that a question means; null where it asks for nothing that a table can tell. */
export async function readTableQuestion(
  { catalogue, terms }: Reader,
  question: ToolQuestion,
  signal: AbortSignal,
): Promise<ToolReading<TableQueryArguments> | null> {
  const written = plainQuestion(question.text)
  if (written.length > longestQuestion) return null
  const today = dayIn(question.now, question.timeZone)
  const first = askedWords(respelledQuestion(written, noWords), today)
  if (!asksSomething(first.mentions)) return null
  if (asksFirmly(first.mentions)) await catalogue.ready(signal)
  const tables = catalogue.tables()
  if (tables.length === 0) return null
  const text = respelledQuestion(written, tableIndexOf(tables).words)
  const whole = askedWords(text, today)
  const named = namedTables(text, tables)
  const { isNamed } = named
  const words = isNamed ? askedWords(named.text, today) : whole
  const asked: AskedWords = { ...words, text, terms: terms.match(named.text), related: relatedWordsBy(terms), isNamed }
  const index = tableIndexOf(named.tables)
  const plans = await ratedPlans(index, asked, {
    values: (view, left) => cellValues(catalogue, view, asked, left),
    holdsSame: (link) => holdsSame(catalogue, link),
  })
  signal.throwIfAborted()
  return readingOf(plans, asked, tables, question)
}

/** The tables that have most to do with a question's words, for a model that writes the plan; the first ones where none has. */
export function likelyTables({ catalogue, terms }: Reader, question: ToolQuestion): readonly DataTable[] {
  const all = catalogue.tables()
  const index = tableIndexOf(all)
  const text = respelledQuestion(plainQuestion(question.text).slice(0, longestQuestion), index.words)
  const named = namedTables(text, all)
  const words = askedWords(named.text, dayIn(question.now, question.timeZone))
  const views = askedViews(tableIndexOf(named.tables), { ...words, text, terms: terms.match(named.text) })
  const found = [...new Set(views.flatMap(({ main, joined }) => [main.table, ...(joined ? [joined.table.table] : [])]))]
  return found.length > 0 ? found : named.tables
}

/** Whether a question's words may ask something of a table, whatever tables there are. */
export function mayAskTables({ text, now, timeZone }: ToolQuestion): boolean {
  const plain = respelledQuestion(plainQuestion(text), noWords)
  // “How many documents …” is answered from the list of documents.
  if (plain.length > longestQuestion || libraryQuestionOf(text)) return false
  return asksSomething(askedWords(plain, dayIn(now, timeZone)).mentions)
}

type Words = Omit<AskedWords, 'terms'>

/** The tools that read tables ask the same of one question several times. */
const latestWords = new LRUCache<string, Words>({ max: 20 })

/** What a question's words mean whatever tables there are. */
export function askedWords(text: string, today: string): Words {
  const key = `${today} ${text}`
  const words = latestWords.get(key) ?? readWords(text, today)
  latestWords.set(key, words)
  return words
}

function readWords(text: string, today: string): Words {
  const tokens = askedTokens(text)
  const lower = text.toLowerCase()
  const times = askedTimes(lower, today).map((time) => placed(tokens, time, { is: 'time', time } as const))
  const bounds = askedComparisons(lower).map((one) => placed(tokens, one, { is: 'compare', comparison: one } as const))
  return {
    text,
    tokens,
    mentions: [...lexicalMentions(tokens), ...times, ...bounds].filter(({ from, to }) => to > from),
  }
}

function placed<Meaning>(
  tokens: readonly AskedToken[],
  { start, end }: { start: number; end: number },
  meaning: Meaning,
): Mention<Meaning> {
  const from = tokens.findIndex((token) => token.end > start)
  const to = tokens.findLastIndex((token) => token.start < end) + 1
  return { from: Math.max(0, from), to, meaning }
}

function asksSomething(mentions: readonly Mention[]): boolean {
  return mentions.some(
    ({ meaning }) =>
      meaning.is === 'operation' ||
      meaning.is === 'superlative' ||
      meaning.is === 'compare' ||
      meaning.is === 'time' ||
      meaning.is === 'part' ||
      (meaning.is === 'mark' && (meaning.mark === 'group' || meaning.mark === 'which' || meaning.mark === 'without')),
  )
}

/** What only a table can tell is worth waiting for tables that nobody has read yet. */
function asksFirmly(mentions: readonly Mention[]): boolean {
  return mentions.some(
    ({ meaning }) =>
      meaning.is === 'superlative' ||
      meaning.is === 'compare' ||
      (meaning.is === 'operation' && meaning.operation !== 'list' && meaning.operation !== 'howMuch') ||
      (meaning.is === 'mark' && meaning.mark === 'group'),
  )
}

function readingOf(
  plans: readonly RatedPlan[],
  asked: AskedWords,
  tables: readonly DataTable[],
  question: ToolQuestion,
): ToolReading<TableQueryArguments> | null {
  const [best] = plans
  if (!best || best.confidence < leastSure) return null
  const rivals = plans.filter(({ score, confidence }) => score > best.score - nearlyEqual && confidence >= leastSure)
  const several = rivals.filter((one, at) => rivals.findIndex(({ plan }) => plan.table === one.plan.table) === at)
  const different = withoutCopies(several, ({ view }) => view.main.table)
  const { confidence } = best
  if (different.length > 1) {
    const choices = different.map(({ view }) => tableChoice(view.main.table, tables))
    return { is: 'missing', argument: 'table', confidence, ...tableQuestions(asked.text, choices, question.language) }
  }
  const [unclear] = best.ambiguities
  if (unclear)
    return { is: 'missing', argument: 'column', confidence, ...columnQuestions(asked, unclear, question.language) }
  return {
    is: 'arguments',
    confidence,
    args: { ...namedPlan(best.plan, tables), ...(best.as && { as: best.as }) } as TableQueryArguments,
  }
}
