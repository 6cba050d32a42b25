import { type AnsweredPlan, columnAt, shownNumber } from './shown-values'

/** What was left out of a result, or has to be known to read it rightly; each one sentence. */
export function notesOf(answered: AnsweredPlan): string[] {
  const { result, language, tables } = answered
  const isZh = language === 'zh'
  const { unreadable, mixedUnits, totalRows = 0 } = result.leftOut
  const unread = unreadable.map(({ header, rows }) =>
    isZh
      ? `“${header}”中有${rows}个单元格无法识别，未计入。`
      : `${counted(rows, 'cell', 'cells')} of “${header}” could not be read and ${rows === 1 ? 'is' : 'are'} left out.`,
  )
  const mixed = mixedUnits.length > 1 ? mixedNotes(answered) : []
  const totals =
    totalRows > 0
      ? [
          isZh
            ? `${totalRows}行合计未计入。`
            : `${counted(totalRows, 'row', 'rows')} with totals ${totalRows === 1 ? 'is' : 'are'} not counted.`,
        ]
      : []
  const cut = tables.main.isCut
    ? [isZh ? '文档过长，表格未读完。' : 'The document was too long to be read to its end.']
    : []
  const shown =
    result.total > result.values.length
      ? [
          isZh
            ? `仅显示前${result.values.length}行，共${result.total}行。`
            : `${shownNumber(result.values.length, 'en')} of ${shownNumber(result.total, 'en')} rows are shown.`,
        ]
      : []
  return [...unread, ...mixed, ...totals, ...everyYear(answered), ...unsureDates(answered), ...cut, ...shown]
}

function counted(count: number, one: string, many: string): string {
  return `${shownNumber(count, 'en')} ${count === 1 ? one : many}`
}

/** A quarter or month without a year means those of all years. */
function everyYear({ plan, language }: AnsweredPlan): string[] {
  const parts = plan.where.flatMap(({ part, operator }) => (part ? [{ part, operator }] : []))
  const recurs = parts.some(({ part }) => part === 'quarter' || part === 'month')
  if (!recurs || parts.some(({ part }) => part === 'year') || plan.groupBy.some(({ part }) => part === 'year'))
    return []
  return [language === 'zh' ? '没有指定年份：所有年份一并计入。' : 'No year was named: the rows of all years count.']
}

function unsureDates({ plan, tables, language }: AnsweredPlan): string[] {
  const refs = [...plan.where, ...plan.groupBy].map(({ column }) => columnAt(tables, column))
  const unsure = [...new Set(refs.filter((one) => one?.isDayMonthUnsure))]
  return unsure.map((one) =>
    language === 'zh'
      ? `“${one?.header}”的日期按“日/月/年”读取，表中没有说明。`
      : `Dates of “${one?.header}” are read with the day first; nothing in the table says so.`,
  )
}

/** Figures in several units are never added; where they are put in order or held against a bound, that is by number alone. */
function mixedNotes({ plan, result, language }: AnsweredPlan): string[] {
  const isZh = language === 'zh'
  const units = result.leftOut.mixedUnits.join(isZh ? '、' : ', ')
  const isCompared = plan.measures.length === 0 || plan.orderBy.some(({ by }) => 'measure' in by)
  const added = isZh
    ? `单位不一（${units}），不相加，各列一项。`
    : `The figures are in ${units}; they are not added up, each has a figure of its own.`
  const compared = isZh
    ? `单位不一（${units}），只按数字比较。`
    : `Figures in ${units} were compared by their numbers alone.`
  return [...(plan.measures.length > 0 ? [added] : []), ...(isCompared ? [compared] : [])]
}
