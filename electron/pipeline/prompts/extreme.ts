import type { Language } from '../../text/language'

/** What rows were compared. */
export interface ComparedRows {
  readonly column: string
  readonly title: string
  readonly end: 'highest' | 'lowest'
  readonly of_time: boolean
  /** How many have a number there, of how many. */
  readonly compared: number
  readonly total: number
  /** How many share the place. */
  readonly shared: number
}

/** What is said behind the rows at one end of a column. */
export const extremeWords: Record<Language, (rows: ComparedRows) => string> = {
  en: ({ column, title, end, of_time: ofTime, compared, total, shared }) => {
    const place = ofTime ? (end === 'highest' ? 'Latest' : 'Earliest') : end === 'highest' ? 'Highest' : 'Lowest'
    const of = compared === total ? `all ${total} rows` : `the ${compared} of ${total} rows that have a number there`
    return `${place} “${column}” of ${of} of “${title}”${shared > 1 ? `, shared by ${shared}` : ''}.`
  },
  zh: ({ column, title, end, of_time: ofTime, compared, total, shared }) => {
    const place = ofTime ? (end === 'highest' ? '最晚' : '最早') : end === 'highest' ? '最高' : '最低'
    const of = compared === total ? `全部 ${total} 行` : `${total} 行中有数值的 ${compared} 行`
    return `比较了《${title}》${of}的“${column}”，这里${place}${shared > 1 ? `（${shared} 行并列）` : ''}。`
  },
}
