import { expect, test } from 'vitest'
import { rangeOf } from '@engine/pipeline/catalogue/added-range'
import { libraryQuestionOf } from '@engine/question/library/library-question'

/** Local time: what is tested must hold in every zone. 24 November 2026 is a Tuesday. */
const now = new Date(2026, 10, 24, 14, 30).getTime()

function range(question: string, at = now) {
  const added = libraryQuestionOf(question)?.added
  const found = added ? rangeOf(added, at) : null
  const say = (time: number | null) => {
    if (time === null) return null
    const date = new Date(time)
    const clock = date.getHours() + date.getMinutes() > 0 ? ` ${date.getHours()}:${date.getMinutes()}` : ''
    return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}${clock}`
  }
  return found && [say(found.from), say(found.to)]
}

// Would catch a week from Sunday on, a last week of seven days, and months of the coming year.
test.each([
  ['What did I add today?', '今天添加了什么？', ['2026-11-24', '2026-11-25']],
  ['What did I add yesterday?', '昨天添加了什么？', ['2026-11-23', '2026-11-24']],
  ['What did I add this week?', '这周添加了什么？', ['2026-11-23', '2026-11-30']],
  ['What did I add last week?', '上周添加了什么？', ['2026-11-16', '2026-11-23']],
  ['What did I add in the last week?', '最近一周添加了什么？', ['2026-11-17 14:30', null]],
  ['What did I add in the last 3 days?', '最近三天添加了什么？', ['2026-11-21 14:30', null]],
  ['What did I add last month?', '上个月添加了什么？', ['2026-10-1', '2026-11-1']],
  ['What did I add this year?', '今年添加了什么？', ['2026-1-1', '2027-1-1']],
  ['What did I add in October?', '我十月份添加了什么？', ['2026-10-1', '2026-11-1']],
  ['What did I add in December?', '我12月添加了什么？', ['2025-12-1', '2026-1-1']],
  ['What did I add in March 2025?', '我2025年3月添加了什么？', ['2025-3-1', '2025-4-1']],
  ['What did I add in 2025?', '我2025年添加了什么？', ['2025-1-1', '2026-1-1']],
  ['What did I add since Monday?', '星期一以来添加了什么？', ['2026-11-23', null]],
  ['What did I add on Sunday?', '周日添加了什么？', ['2026-11-22', '2026-11-23']],
  ['What did I add on Tuesday?', '星期二添加了什么？', ['2026-11-24', '2026-11-25']],
  ['What did I add on 2 November?', '我11月2日添加了什么？', ['2026-11-2', '2026-11-3']],
  ['What did I add on November 30?', '我11月30日添加了什么？', ['2025-11-30', '2025-12-1']],
  ['What did I add before October?', '我10月以前添加了什么？', [null, '2026-10-1']],
])('%s, %s', (english, chinese, expected) => {
  expect(range(english)).toEqual(expected)
  expect(range(chinese)).toEqual(expected)
})

test('上周三 is a day of the week before', () => {
  expect(range('上周三添加了什么？')).toEqual(['2026-11-18', '2026-11-19'])
})

test('a month before a shorter one, and the week around New Year', () => {
  expect(range('What did I add last month?', new Date(2026, 2, 31).getTime())).toEqual(['2026-2-1', '2026-3-1'])
  expect(range('What did I add last week?', new Date(2027, 0, 3).getTime())).toEqual(['2026-12-21', '2026-12-28'])
})

// Would catch 31 February turning into 3 March.
test('a date that no calendar has is none', () => {
  expect(range('What did I add on 31 February 2026?')).toBeNull()
})
