import type { ToolResult, ToolSource } from '../../tool'
import { averageText, changeText, differenceText, shareText } from './compared-groups'
import { figureText, groupsText, rankedText, rowsText } from './plan-sentences'
import { notesOf } from './plan-notes'
import { measureTitle } from './plan-phrases'
import { type AnsweredPlan, columnAt, headerAt, shownCellOf, shownPart } from './shown-values'

const mostSources = 50

/** The answer of a plan: a sentence with its figure, the rows, what was left out, the SQL. */
export function answerOf(answered: AnsweredPlan): ToolResult {
  const { plan, result, tables } = answered
  const isFigure = plan.groupBy.length === 0 && plan.measures.length > 0
  return {
    text: textOf(answered),
    data: {
      columns: [...result.columns],
      values: result.values.map((row) => [...row]),
      rowsCounted: result.behind.total,
      table: tables.main.id,
      ...(answered.as && { as: answered.as }),
    },
    table: isCountOfNone(answered) ? undefined : isFigure ? result.behind : shownTable(answered),
    sources: sourcesOf(answered),
    notes: notesOf(answered),
    workings: result.sql,
  }
}

/**
 * A table without a row says that the answer is not here, for no row is no sum; but of how many there are none is an answer. Where tables
 * are joined, it may only mean that the rows do not belong together.
 */
function isCountOfNone({ plan, as, result }: AnsweredPlan): boolean {
  const isCount = plan.measures.length > 0 && plan.measures.every(({ operation }) => operation.startsWith('count'))
  return isCount && as === null && plan.join === undefined && plan.groupBy.length === 0 && result.behind.total === 0
}

function textOf(answered: AnsweredPlan): string {
  const { plan, as, result } = answered
  const isEmpty = result.behind.total === 0
  if (as?.is === 'share' && !isEmpty) return shareText(answered, as.of)
  if (as?.is === 'change' && !isEmpty) return changeText(answered, as)
  if (as?.is === 'average' && !isEmpty) return averageText(answered)
  if (as?.is === 'difference' && !isEmpty) return differenceText(answered)
  if (plan.groupBy.length === 0 && plan.measures.length > 0) return figureText(answered)
  if (plan.limit !== null && plan.orderBy.length > 0) return rankedText(answered)
  return plan.groupBy.length > 0 ? groupsText(answered) : rowsText(answered)
}

/** Groups or rows with headings and figures as people read them. */
function shownTable({ plan, tables, result, language }: AnsweredPlan): ToolResult['table'] {
  const keys = plan.groupBy.length
  const columns = [
    ...plan.groupBy.map(({ column, part }) =>
      part ? `${headerAt(tables, column)} (${partTitle[language][part]})` : headerAt(tables, column),
    ),
    ...plan.select.map((ref) => headerAt(tables, ref)),
    ...plan.measures.map((measure) => measureTitle(measure, tables, language)),
  ]
  const extra = result.columns.slice(columns.length)
  const rows = result.values.map((values, at) => ({
    ...(result.rows[at]?.source && { source: result.rows[at].source }),
    cells: values.map((value, place) => {
      const group = plan.groupBy[place]
      if (group?.part) return shownPart(group.part, value, language)
      const ref = group?.column ?? plan.select[place - keys]
      if (value === null) return ''
      return typeof value === 'number'
        ? shownCellOf(value, undefined, language, !ref)
        : shownCellOf(value, ref && columnAt(tables, ref), language)
    }),
  }))
  return { columns: [...columns, ...extra], rows, total: Math.max(result.total, rows.length) }
}

const partTitle = {
  en: { year: 'year', quarter: 'quarter', month: 'month', week: 'week', day: 'day', weekday: 'weekday' },
  zh: { year: '年', quarter: '季度', month: '月', week: '周', day: '日', weekday: '星期' },
} as const

/** Where the rows stand that it was worked out of; the whole table where none has a place. */
function sourcesOf({ result, tables }: AnsweredPlan): ToolSource[] {
  const rows = result.behind.rows.flatMap(({ source }) => (source ? [source] : [])).slice(0, mostSources)
  const whole = [tables.main.source, ...(tables.joined ? [tables.joined.source] : [])]
  return rows.length > 0 ? [...rows, ...(tables.joined ? [tables.joined.source] : [])] : whole
}
