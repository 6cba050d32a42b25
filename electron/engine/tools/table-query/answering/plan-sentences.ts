import { conditionPhrase, measurePhrase } from './plan-phrases'
import {
  type AnsweredPlan,
  columnAt,
  groupName,
  plainHeader,
  shownCellOf,
  shownFigure,
  shownNumber,
  type Value,
} from './shown-values'

const mostInline = 5

/** “Total Amount (Region is South): 1,200 EUR (3 rows of “orders.csv”).” */
export function figureText(answered: AnsweredPlan): string {
  const { plan, tables, result, language } = answered
  const isZh = language === 'zh'
  if (result.behind.total === 0) return noneText(answered)
  const figures = plan.measures.map((measure, at) => {
    const place = plan.groupBy.length + plan.select.length + at
    const some = result.values.filter((row) => row[place] !== null)
    const shown = (some.length > 0 ? some : result.values)
      .map((row) => measureShown(answered, at, row))
      .join(isZh ? '；' : '; ')
    return isZh
      ? `${measurePhrase(measure, tables, language)}：${shown}`
      : `${measurePhrase(measure, tables, language)}: ${shown}`
  })
  return `${withRows(answered, figures.join(isZh ? '；' : '; '))}${isZh ? '。' : '.'}`
}

/** Conditions before a colon, rows and file behind. */
function withRows(answered: AnsweredPlan, figures: string): string {
  const { language } = answered
  const where = whereOf(answered)
  const behind = rowsOf(answered)
  if (language === 'zh') return `${where ? `${where}的` : ''}${figures}（${behind}）`
  return `${figures.replace(/^([^:]*)/u, `$1${where ? ` where ${where}` : ''}`)} (${behind})`
}

function whereOf({ plan, tables, language }: AnsweredPlan): string {
  return conditionPhrase(plan, tables, language)
}

function rowsOf({ result, tables, language }: AnsweredPlan): string {
  const { total } = result.behind
  const names = [tables.main, ...(tables.joined ? [tables.joined] : [])].map(({ documentName, name }) =>
    name && !documentName.includes(name) ? `${documentName}${language === 'zh' ? '，' : ', '}${name}` : documentName,
  )
  if (language === 'zh') return `“${names.join('”和“')}”中${shownNumber(total, language)}行`
  return `${shownNumber(total, language)} ${total === 1 ? 'row' : 'rows'} of “${names.join('” and “')}”`
}

function noneText(answered: AnsweredPlan): string {
  const { tables, language } = answered
  const where = whereOf(answered)
  const name = tables.main.documentName
  if (language === 'zh') return where ? `“${name}”中没有${where}的行。` : `“${name}”中没有可用的行。`
  return where ? `No row of “${name}” fits: ${where}.` : `“${name}” has no rows for this.`
}

/** A measure of a result row with its unit; of a column in several units the unit of the row. */
export function measureShown(
  { plan, tables, result, language }: AnsweredPlan,
  measure: number,
  row: readonly Value[],
): string {
  const at = plan.groupBy.length + plan.select.length + measure
  const asked = plan.measures[measure]
  const value = row[at] ?? null
  const isCount = asked?.operation.startsWith('count') === true
  const column = asked?.column && !isCount ? columnAt(tables, asked.column) : undefined
  if (typeof value !== 'number') return shownCellOf(value, column, language)
  const ownUnit =
    result.columns.length > plan.groupBy.length + plan.select.length + plan.measures.length ? row.at(-1) : null
  const isWorkedOut = asked?.operation === 'average' || asked?.operation === 'median' || asked?.operation === 'sum'
  return shownFigure(
    value,
    isCount ? null : typeof ownUnit === 'string' ? ownUnit : column?.unit,
    language,
    isWorkedOut,
  )
}

/** “Highest Weight: Spectrometer, 18.4 kg.” With everything that is as high. */
export function rankedText(answered: AnsweredPlan): string {
  const { plan, result, language } = answered
  const isZh = language === 'zh'
  if (result.values.length === 0) return noneText(answered)
  const shown = result.values.slice(0, mostInline).map((row) => rankedShown(answered, row))
  const more = result.values.length > mostInline ? (isZh ? '等' : ', …') : ''
  const tie = isTied(answered) ? (isZh ? '（并列）' : ' (tied)') : ''
  const title = rankTitle(answered)
  const where = whereOf(answered)
  const many = plan.limit !== null && plan.limit > 1 ? (isZh ? `前${plan.limit}名` : `Top ${plan.limit}`) : ''
  if (isZh)
    return `${where ? `${where}：` : ''}${title}${many}：${shown.join('；')}${more}${tie}（${rowsOf(answered)}）。`
  const head = many ? `${many} by ${title.charAt(0).toLowerCase()}${title.slice(1)}` : title
  return `${head}${where ? ` where ${where}` : ''}: ${shown.join('; ')}${more}${tie} (${rowsOf(answered)}).`
}

/** More rows than were asked for, since the last are equal. */
function isTied({ plan, result }: AnsweredPlan): boolean {
  return plan.limit !== null && result.values.length > plan.limit
}

function rankTitle({ plan, tables, language }: AnsweredPlan): string {
  const [order] = plan.orderBy
  const isZh = language === 'zh'
  const by = order?.by
  if (!by) return ''
  if ('measure' in by) {
    const measure = plan.measures[by.measure]
    const phrase = measure ? measurePhrase(measure, tables, language) : ''
    if (isZh) return `${phrase}最${order.descending ? '高' : '低'}`
    return `${order.descending ? 'Highest' : 'Lowest'} ${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`
  }
  if (!('column' in by)) return ''
  const header = plainHeader(tables, by)
  const isDate = columnAt(tables, by)?.kind === 'date'
  if (isZh) return `${header}最${isDate ? (order.descending ? '晚' : '早') : order.descending ? '高' : '低'}`
  if (isDate) return `${order.descending ? 'Latest' : 'Earliest'} ${header}`
  return `${order.descending ? 'Highest' : 'Lowest'} ${header}`
}

function rankedShown(answered: AnsweredPlan, row: readonly Value[]): string {
  const { plan, tables, language } = answered
  const group = plan.groupBy.length > 0 ? [groupName(plan, tables, row, language)] : []
  const cells = plan.select.map((ref, at) =>
    shownCellOf(row[plan.groupBy.length + at] ?? null, columnAt(tables, ref), language),
  )
  const measures = plan.measures.map((_, at) => measureShown(answered, at, row))
  return [...group, ...cells, ...measures].join(language === 'zh' ? '，' : ', ')
}

/** Groups with their figures, in the sentence where they are few. */
export function groupsText(answered: AnsweredPlan): string {
  const { plan, tables, result, language } = answered
  const isZh = language === 'zh'
  if (result.values.length === 0) return noneText(answered)
  const keys = [...new Set(plan.groupBy.map(({ column }) => plainHeader(tables, column)))].join(isZh ? '、' : ' and ')
  const what = plan.measures.map((measure) => measurePhrase(measure, tables, language)).join(isZh ? '、' : ', ')
  const title = isZh ? `按${keys}${what ? `的${what}` : ''}` : what ? `${what} by ${keys}` : `Values of ${keys}`
  const isFew = result.values.length <= mostInline
  const shown = result.values.map((row) => {
    const name = groupName(plan, tables, row, language)
    const figures = plan.measures.map((_, at) => measureShown(answered, at, row)).join(isZh ? '，' : ', ')
    return figures ? `${name} ${figures}` : name
  })
  const count = isZh ? `共${result.total}组` : `${result.total} groups, in the table`
  return `${withRows(answered, `${title}${isZh ? '：' : ': '}${isFew ? shown.join(isZh ? '；' : '; ') : count}`)}${isZh ? '。' : '.'}`
}

/** How many rows were found; they stand in the table. */
export function rowsText(answered: AnsweredPlan): string {
  const { result, language } = answered
  if (result.values.length === 0) return noneText(answered)
  const where = whereOf(answered)
  if (result.values.length === 1) return oneRowText(answered)
  if (language === 'zh') return `${where ? `${where}：` : ''}${rowsOf(answered)}。`
  const found = rowsOf({ ...answered, result: { ...result, behind: { ...result.behind, total: result.total } } })
  return `${found.charAt(0).toUpperCase()}${found.slice(1)}${where ? ` where ${where}` : ''}.`
}

const mostFields = 12

/** A single row is told whole. */
function oneRowText(answered: AnsweredPlan): string {
  const { plan, tables, result, language } = answered
  const isZh = language === 'zh'
  const fields = (result.values[0] ?? []).slice(0, mostFields).map((value, at) => {
    const ref = plan.select[at]
    const header = ref ? plainHeader(tables, ref) : (result.columns[at] ?? '')
    return `${header}${isZh ? '：' : ': '}${shownCellOf(value, ref && columnAt(tables, ref), language)}`
  })
  return isZh ? `${fields.join('；')}（${rowsOf(answered)}）。` : `${fields.join('; ')} (${rowsOf(answered)}).`
}
