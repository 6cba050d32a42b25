import type { Language } from '@engine/text/language'

/** What rows were compared. */
export interface ComparedRows {
  readonly column: string
  readonly title: string
  readonly end: 'highest' | 'lowest'
  readonly of_time: boolean
  /** How many have a number there, of how many. */
  readonly compared: number
  readonly total: number
  /** Absent or set: these are all rows of the table. */
  readonly of_all?: boolean | undefined
  /** How many share the place. */
  readonly shared: number
}

/** What is said behind the rows at one end of a column. */
export const extremeWords: Record<Language, (rows: ComparedRows) => string> = {
  en: ({ column, title, end, of_time: ofTime, compared, total, of_all: ofAll = true, shared }) => {
    const place = ofTime ? (end === 'highest' ? 'Latest' : 'Earliest') : end === 'highest' ? 'Highest' : 'Lowest'
    const asked = ofAll ? '' : ' asked about'
    const of =
      compared === total
        ? `${ofAll ? 'all' : 'the'} ${total} rows${asked}`
        : `the ${compared} of ${total} rows${asked} that have ${ofTime ? 'a date' : 'a number'} there`
    return `${place} “${column}” of ${of} in “${title}”${shared > 1 ? `, shared by ${shared}` : ''}.`
  },
  zh: ({ column, title, end, of_time: ofTime, compared, total, of_all: ofAll = true, shared }) => {
    const place = ofTime ? (end === 'highest' ? '最晚' : '最早') : end === 'highest' ? '最高' : '最低'
    const asked = ofAll ? '' : '所问的 '
    const value = ofTime ? '日期' : '数值'
    const of =
      compared === total
        ? `${ofAll ? '全部' : '所问的'} ${total} 行`
        : `${asked}${total} 行中有${value}的 ${compared} 行`
    return `比较了《${title}》${of}的“${column}”，这里${place}${shared > 1 ? `（${shared} 行并列）` : ''}。`
  },
}
