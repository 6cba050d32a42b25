import type { Language } from '@engine/text/language'
import type { Condition, Measure, QueryPlan } from '../../tables/query-plan'
import { columnAt, headerAt, plainHeader, type PlanTables, shownCellOf, shownPart } from './shown-values'

const done = {
  en: { sum: 'Total', average: 'Average', median: 'Median', min: 'Lowest', max: 'Highest' },
  zh: { sum: '合计', average: '平均值', median: '中位数', min: '最低值', max: '最高值' },
} as const

/** What a measure is of: “Total Amount”, “Number of rows”. */
export function measurePhrase({ operation, column, times }: Measure, tables: PlanTables, language: Language): string {
  const isZh = language === 'zh'
  if (!column) return isZh ? '行数' : 'Number of rows'
  const own = operation.startsWith('count') ? headerAt(tables, column) : plainHeader(tables, column)
  const header = times ? `${own} × ${plainHeader(tables, times)}` : own
  if (operation === 'count') return isZh ? `有“${header}”的行数` : `Number of rows with ${header}`
  if (operation === 'count_distinct') return isZh ? `不同“${header}”的个数` : `Number of different values of ${header}`
  return isZh ? `${header}${done.zh[operation]}` : `${done.en[operation]} ${header}`
}

/** The heading of a measure's column in a table. */
export function measureTitle(measure: Measure, tables: PlanTables, language: Language): string {
  const { column } = measure
  const unit = column && !measure.operation.startsWith('count') ? columnAt(tables, column)?.unit : null
  const phrase = measurePhrase(measure, tables, language)
  return unit ? `${phrase} (${unit})` : phrase
}

/** The rows that are meant: “Region is South, Order date in Q2 2023”; empty for all. */
export function conditionPhrase(plan: QueryPlan, tables: PlanTables, language: Language): string {
  const phrases = plan.where.flatMap((one, at) => {
    const next = plan.where[at + 1]
    if (next && isYearOf(one, next)) return [inYear(one, next, tables, language)]
    const before = plan.where[at - 1]
    return before && isYearOf(before, one) ? [] : [oneCondition(one, tables, language)]
  })
  return phrases.join(language === 'zh' ? '，' : ', ')
}

/** A year and a quarter or month of it are one time. */
function isYearOf(year: Condition, other: Condition): boolean {
  const isSame = year.column.column === other.column.column && year.column.table === other.column.table
  return (
    isSame &&
    year.part === 'year' &&
    year.operator === '=' &&
    other.operator === '=' &&
    (other.part === 'quarter' || other.part === 'month')
  )
}

function inYear(year: Condition, other: Condition, tables: PlanTables, language: Language): string {
  const [y, o] = [
    shownPart('year', year.values[0] ?? null, language),
    shownPart(other.part, other.values[0] ?? null, language),
  ]
  const header = headerAt(tables, year.column)
  return language === 'zh' ? `${header}在${y}${o}` : `${header} in ${o} ${y}`
}

const signs = {
  en: {
    '=': 'is',
    '!=': 'is not',
    '<': 'is less than',
    '<=': 'is at most',
    '>': 'is more than',
    '>=': 'is at least',
    between: 'is between',
    in: 'is one of',
    contains: 'contains',
    is_empty: 'is empty',
    is_not_empty: 'is not empty',
  },
  zh: {
    '=': '为',
    '!=': '不为',
    '<': '小于',
    '<=': '不超过',
    '>': '大于',
    '>=': '不小于',
    between: '介于',
    in: '为',
    contains: '包含',
    is_empty: '为空',
    is_not_empty: '不为空',
  },
} as const
const dateSigns = {
  en: {
    ...signs.en,
    '=': 'in',
    '<': 'before',
    '<=': 'until',
    '>': 'after',
    '>=': 'from',
    between: 'between',
    in: 'in',
  },
  zh: { ...signs.zh, '=': '在', '<': '早于', '<=': '不晚于', '>': '晚于', '>=': '不早于', in: '在' },
} as const

function oneCondition({ column, operator, values, part }: Condition, tables: PlanTables, language: Language): string {
  const own = columnAt(tables, column)
  const isDate = own?.kind === 'date'
  const sign = (isDate ? dateSigns : signs)[language][operator]
  const shown = values.map((value) => (part ? shownPart(part, value, language) : shownCellOf(value, own, language)))
  const and = language === 'zh' ? '和' : operator === 'in' ? ' or ' : ' and '
  const header = own && !isDate ? plainHeader(tables, column) : headerAt(tables, column)
  const all = shown.join(and)
  return language === 'zh' ? `${header}${sign}${all}` : `${header} ${sign}${all ? ` ${all}` : ''}`
}
