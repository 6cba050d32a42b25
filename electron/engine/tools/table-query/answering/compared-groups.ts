import type { ShownAs } from '../planning/reading-state'
import { conditionPhrase, measurePhrase } from './plan-phrases'
import { type AnsweredPlan, columnAt, groupName, shownFigure, shownNumber, shownPart, type Value } from './shown-values'

interface Group {
  readonly name: string
  readonly figure: number
  readonly key: Value
  readonly row: readonly Value[]
}

function groupsOf({ plan, tables, result, language }: AnsweredPlan): Group[] {
  const at = plan.groupBy.length + plan.select.length
  return result.values.flatMap((row) => {
    const figure = row[at]
    return typeof figure === 'number'
      ? [{ name: groupName(plan, tables, row, language), figure, key: row[plan.groupBy.length - 1] ?? null, row }]
      : []
  })
}

/** Whether the figures are in several units, which no share or change can be of. */
function isMixed({ plan, result }: AnsweredPlan): boolean {
  return (
    result.columns.length > plan.groupBy.length + plan.select.length + plan.measures.length &&
    new Set(result.values.map((row) => row.at(-1))).size > 1
  )
}

/** What share of all a group has: “Furniture: 3,797 EUR of 5,532.75 EUR, 68.6 %.” */
export function shareText(answered: AnsweredPlan, of: string | null): string {
  const { plan, tables, language } = answered
  const isZh = language === 'zh'
  const [measure] = plan.measures
  if (!measure || isMixed(answered)) return mixedText(answered)
  const groups = groupsOf(answered)
  const total = groups.reduce((sum, { figure }) => sum + figure, 0)
  const unit = unitOf(answered)
  const shown = (figure: number) => shownFigure(figure, unit, language, true)
  const percent = (figure: number) =>
    total === 0 ? '–' : `${shownNumber(Math.round((figure / total) * 1000) / 10, language)}%`
  const phrase = measurePhrase(measure, tables, language)
  const file = tables.main.documentName
  const one = of === null ? undefined : groups.find(({ key }) => String(key).toLowerCase() === of.toLowerCase())
  if (of !== null && !one) return isZh ? `“${file}”中没有“${of}”。` : `“${file}” has no rows for “${of}”.`
  if (one) {
    if (isZh)
      return `${one.name}占${phrase}的${percent(one.figure)}（${shown(total)}中的${shown(one.figure)}，“${file}”）。`
    return `${one.name}: ${percent(one.figure)} of the whole (${phrase} ${shown(one.figure)} of ${shown(total)}, “${file}”).`
  }
  const all = groups.map(({ name, figure }) => `${name} ${percent(figure)}`).join(isZh ? '；' : '; ')
  return isZh
    ? `${phrase}的占比：${all}（合计${shown(total)}，“${file}”）。`
    : `Shares of ${phrase}: ${all} (${shown(total)} in all, “${file}”).`
}

/** From what to what, the difference, and in percent of the first. */
export function changeText(answered: AnsweredPlan, { from, to }: Extract<ShownAs, { is: 'change' }>): string {
  const { plan, tables, language } = answered
  const isZh = language === 'zh'
  const [measure] = plan.measures
  const part = plan.groupBy.at(-1)?.part
  if (!measure || isMixed(answered)) return mixedText(answered)
  const groups = groupsOf(answered)
  const at = (key: number | undefined) => groups.find((one) => one.key === key)
  const [first, second] = [at(from[0]), at(to[0])]
  const name = (key: number | undefined) => shownPart(part, key ?? null, language)
  if (!first || !second) {
    const missing = name(first ? to[0] : from[0])
    return isZh
      ? `“${tables.main.documentName}”中没有${missing}的数据，无法比较。`
      : `“${tables.main.documentName}” has no rows of ${missing}, so there is no change to tell.`
  }
  const unit = unitOf(answered)
  const shown = (figure: number) => shownFigure(figure, unit, language, true)
  const by = second.figure - first.figure
  const sign = by > 0 ? '+' : by < 0 ? '−' : '±'
  const percent =
    first.figure === 0
      ? ''
      : `${isZh ? '，' : ', '}${sign}${shownNumber(Math.round((Math.abs(by) / Math.abs(first.figure)) * 1000) / 10, language)}%`
  const phrase = measurePhrase(measure, tables, language)
  const figures = `${sign}${shown(Math.abs(by))}${percent}`
  if (isZh)
    return `${phrase}：${name(from[0])}为${shown(first.figure)}，${name(to[0])}为${shown(second.figure)}，变化${figures}（“${tables.main.documentName}”）。`
  return `${phrase}: ${shown(first.figure)} in ${name(from[0])}, ${shown(second.figure)} in ${name(to[0])}; change ${figures} (“${tables.main.documentName}”).`
}

/** The average of the groups' figures, of those groups that have rows. */
export function averageText(answered: AnsweredPlan): string {
  const { plan, tables, language } = answered
  const [measure] = plan.measures
  const groups = groupsOf(answered)
  if (!measure || groups.length === 0 || isMixed(answered)) return mixedText(answered)
  const mean = groups.reduce((sum, { figure }) => sum + figure, 0) / groups.length
  const shown = shownFigure(mean, unitOf(answered), language, true)
  const phrase = measurePhrase(measure, tables, language)
  const where = conditionPhrase(plan, tables, language)
  const [many, file] = [shownNumber(groups.length, language), tables.main.documentName]
  return language === 'zh'
    ? `${where ? `${where}：` : ''}${phrase}按${many}组平均为${shown}（只算有数据的组，“${file}”）。`
    : `${phrase}${where ? ` where ${where}` : ''}, averaged over ${many} groups: ${shown} (groups that have rows, “${file}”).`
}

/** Two figures of the same rows, and how far the second is from the first. */
export function differenceText(answered: AnsweredPlan): string {
  const { plan, tables, result, language } = answered
  const isZh = language === 'zh'
  const [row = [], ...others] = result.values
  const [from, to] = row
  const [first, second] = plan.measures
  if (!first || !second || typeof from !== 'number' || typeof to !== 'number' || others.length > 0 || isMixed(answered))
    return mixedText(answered)
  const unit = unitOf(answered)
  const shown = (figure: number) => shownFigure(figure, unit, language, true)
  const [a, b] = [first, second].map((measure) => measurePhrase(measure, tables, language))
  const sign = to > from ? '+' : to < from ? '−' : '±'
  const by = `${sign}${shown(Math.abs(to - from))}`
  const share =
    from === 0
      ? ''
      : `${isZh ? '，' : ', '}${sign}${shownNumber(Math.round((Math.abs(to - from) / Math.abs(from)) * 1000) / 10, language)}%`
  const where = conditionPhrase(plan, tables, language)
  const file = tables.main.documentName
  return isZh
    ? `${where ? `${where}：` : ''}${a}为${shown(from)}，${b}为${shown(to)}，变化${by}${share}（“${file}”）。`
    : `${where ? `${where}: ` : ''}${a} ${shown(from)}, ${b} ${shown(to)}; change ${by}${share} (“${file}”).`
}

function unitOf({ plan, tables, result }: AnsweredPlan): string | null {
  const [measure] = plan.measures
  if (!measure?.column || measure.operation.startsWith('count')) return null
  const own = columnAt(tables, measure.column)?.unit ?? null
  const extra = result.values[0]?.at(-1)
  const hasOwn = result.columns.length > plan.groupBy.length + plan.select.length + plan.measures.length
  return hasOwn && typeof extra === 'string' ? extra : own
}

function mixedText({ result, language }: AnsweredPlan): string {
  const units = result.leftOut.mixedUnits
  return language === 'zh'
    ? `金额单位不一（${units.join('、')}），不能相加或比较；各单位的数字见表。`
    : `The figures are in ${units.join(' and ')}, which cannot be added or compared; each is in the table.`
}
