import type { Language } from '@engine/text/language'
import type { TableExtreme } from '../form-evidence'

/** What is said behind the rows at one end of a column. */
export const extremeWords: Record<Language, (extreme: TableExtreme) => string> = {
  en: ({ column, title, end, of_time: ofTime, compared, total, of_all: ofAll = true, rows }) => {
    const place = ofTime ? (end === 'highest' ? 'Latest' : 'Earliest') : end === 'highest' ? 'Highest' : 'Lowest'
    const asked = ofAll ? '' : ' asked about'
    const of =
      compared === total
        ? `${ofAll ? 'all' : 'the'} ${total} rows${asked}`
        : `the ${compared} of ${total} rows${asked} that have ${ofTime ? 'a date' : 'a number'} there`
    return `${place} “${column}” of ${of} in “${title}”${rows.length > 1 ? `, shared by ${rows.length}` : ''}.`
  },
  zh: ({ column, title, end, of_time: ofTime, compared, total, of_all: ofAll = true, rows }) => {
    const place = ofTime ? (end === 'highest' ? '最晚' : '最早') : end === 'highest' ? '最高' : '最低'
    const asked = ofAll ? '' : '所问的 '
    const value = ofTime ? '日期' : '数值'
    const of =
      compared === total
        ? `${ofAll ? '全部' : '所问的'} ${total} 行`
        : `${asked}${total} 行中有${value}的 ${compared} 行`
    return `比较了《${title}》${of}的“${column}”，这里${place}${rows.length > 1 ? `（${rows.length} 行并列）` : ''}。`
  },
}
