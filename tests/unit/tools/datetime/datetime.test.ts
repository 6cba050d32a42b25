import { describe, expect, it } from 'vitest'
import { detectLanguage } from '@engine/text/language'
import { openLunarCalendar } from '@engine/tools/datetime/calendar/lunar-calendar'
import { dayOf, dayOfIso } from '@engine/tools/datetime/calendar/civil-days'
import { Datetime } from '@engine/tools/datetime/datetime'
import type { DatetimeArgs } from '@engine/tools/datetime/datetime-args'
// Expected values were worked out by Python's datetime and zoneinfo, those of the Chinese calendar taken from almanacs.
import dates from '../../../fixtures/tools/dates.json'

const tool = new Datetime()
const signal = new AbortController().signal

function contextFor(text: string) {
  return { language: detectLanguage(text), now: dates.now, timeZone: dates.timeZone, signal }
}

async function answer(question: string) {
  const context = contextFor(question)
  const read = await tool.read({ text: question, ...context })
  return read?.is === 'arguments' ? { read, result: await tool.run(read.args, context) } : null
}

const run = (args: DatetimeArgs, language: 'en' | 'zh' = 'en') => tool.run(args, { ...contextFor(''), language })

describe('questions', () => {
  it.each(dates.questions)('$question', async ({ question, expected }) => {
    const answered = await answer(question)
    expect(answered?.result.data).toMatchObject(expected)
    expect(answered?.read.confidence).toBe(1)
    expect(tool.args.parse(answered?.read.args)).toEqual(answered?.read.args)
  })

  it.each(tool.examples)('example: $question', async ({ question, args }) => {
    expect(await tool.read({ text: question, ...contextFor(question) })).toMatchObject({ is: 'arguments', args })
  })
})

describe('what is no question on dates and times', () => {
  it.each(
    [
      [
        'When was the hut opened?',
        'What date was the contract signed?',
        'What time does the meeting start?',
        "today's weather",
        'date',
        'time',
      ],
      [
        'How many days of leave do I have?',
        'How long is the warranty?',
        'What happened on 3 May 2021?',
        'What is the deadline?',
        'day',
      ],
      [
        'How old is the dam?',
        'How many days are there in the trial period?',
        'Which day is the inspection?',
        'Who was born on 3 May 1980?',
      ],
      [
        '会议是几号',
        '合同哪天签的',
        '今天的会议几点',
        '现在的主任是谁',
        '项目还有多少天到期',
        '2021年发生了什么',
        '春节放假安排',
        '时间管理',
        '日期格式',
      ],
      [
        '时间',
        '2021年5月3日',
        '3 May 2021',
        'in 90 days',
        '90 days',
        '90天',
        'Tokyo',
        '东京',
        'the time',
        'in time',
        'week',
        'the next day',
        '星期一',
      ],
      [
        'What was revenue in 2020?',
        'May I?',
        'March',
        'in March 2021',
        'since 2020',
        'How many people live in Tokyo?',
        'How far is Tokyo?',
        '北京到上海多远',
      ],
      [
        'How many hours did we work in May 2021?',
        '三天',
        '去年的预算是多少',
        '上个月的销售额',
        'the year of the dragon',
        '农历',
        '一九四九年',
        '',
      ],
      [
        'What is the date of the invoice?',
        'How many weeks between the first and the second dose?',
        '2019-2021',
        'Is 2024 a good year?',
        '现在',
        'now',
        'today',
      ],
    ].flat(),
  )('%s', async (question) => {
    expect(await tool.read({ text: question, ...contextFor(question) })).toBeNull()
  })

  it.each(['1 day '.repeat(50_000), '年'.repeat(100_000), '1'.repeat(100_000), '-'.repeat(300), 'in '.repeat(130)])(
    'nor a long text',
    async (text) => {
      expect(await tool.read({ text, ...contextFor('') })).toBeNull()
    },
  )
})

describe('sentences', () => {
  it.each([
    ['What time is it in Tokyo?', 'It is 23:15 in Tokyo on Wednesday, 25 November 2026 (UTC+9).'],
    ['东京现在几点？', '东京现在是2026年11月25日星期三 23:15（UTC+9）。'],
    ["What's the date today?", 'Today is Wednesday, 25 November 2026.'],
    ['2021年5月3日是星期几？', '2021年5月3日是星期一。'],
    ['What day of the week was 3 May 2021?', '3 May 2021 was a Monday.'],
    ['How many days until Christmas?', 'From today (25 November 2026) to 25 December 2026 it is 30 days.'],
    ['90天后是几号', '今天（2026年11月25日）之后90天是2027年2月23日星期二。'],
    ['Is 2024 a leap year?', '2024 is a leap year; it has 366 days.'],
    ['2025年春节是哪天？', '2025年春节是2025年1月29日星期三。'],
    ['How old is someone born on 3 May 1980?', 'Someone born on 3 May 1980 is 46 years old today (25 November 2026).'],
    ['今天农历几号？', '今天（2026年11月25日）是农历二〇二六年十月十七（丙午马年）。'],
    [
      'What time is 3 pm in London in Tokyo?',
      '15:00 in London on Wednesday, 25 November 2026 (UTC) is 00:00 in Tokyo on Thursday, 26 November 2026 (UTC+9).',
    ],
    ['time difference between London and Tokyo', 'Tokyo is 9 hours ahead of London now.'],
    [
      'How long until 1 March 2027?',
      'From today (25 November 2026) to 1 March 2027 it is 3 months and 4 days, 96 days.',
    ],
  ])('%s', async (question, text) => {
    expect((await answer(question))?.result.text).toBe(text)
  })

  it('says what it does not know of working days', async () => {
    expect((await answer('10个工作日后是几号'))?.result.notes).toEqual([
      '工作日按星期一至星期五计算；法定节假日未知，未扣除。',
    ])
  })
})

describe('what is left open is asked', () => {
  it('which city of a country with several time zones', async () => {
    const read = await tool.read({ text: 'What time is it in the US?', ...contextFor('a') })
    expect(read).toMatchObject({
      is: 'missing',
      argument: 'place',
      choices: [{ label: 'New York', question: 'What time is it in New York?' }, {}, {}, {}],
    })
  })

  it('which day a date in figures is', async () => {
    const read = await tool.read({ text: 'What day of the week was 03/04/2021?', ...contextFor('a') })
    expect(read).toMatchObject({
      is: 'missing',
      argument: 'date',
      choices: [{ label: '3 April 2021', question: 'What day of the week was 2021-04-03?' }, { label: '4 March 2021' }],
    })
    expect((await answer('What day of the week was 25/04/2021?'))?.result.data['date']).toBe('2021-04-25')
  })
})

describe('bad arguments', () => {
  it.each<DatetimeArgs>([
    { operation: 'describe', date: '2021-02-30', show: 'weekday' },
    { operation: 'now', show: 'time', place: 'Atlantis' },
    { operation: 'now', show: 'time', place: '__proto__' },
    { operation: 'shift', date: '9999-12-31', by: [{ amount: 1, unit: 'days' }] },
    { operation: 'shift', date: '2021-05-03', by: [{ amount: 1, unit: 'hours' }] },
    { operation: 'shift', date: '2021-05-03', by: [{ amount: -1_000_000, unit: 'years' }] },
    { operation: 'age', born: '2030-01-01', on: 'today' },
    { operation: 'from_lunar', year: 2025, month: 7, day: 1, leap: true },
    { operation: 'festival', name: 'constructor' },
  ])('%o', async (args) => {
    await expect(run(args)).rejects.toMatchObject({ name: 'CairnError', code: 'INVALID_INPUT' })
  })
})

describe('clock changes', () => {
  it('says so of a time that was skipped, and of one that occurs twice', async () => {
    const convert = (date: string, time: string) =>
      run({ operation: 'convert', date, time, from: 'Europe/Berlin', to: 'UTC' })
    const skipped = await convert('2026-03-29', '02:30')
    expect(skipped.text).toContain('03:30 in Europe/Berlin')
    expect(skipped.notes).toHaveLength(1)
    const twice = await convert('2026-10-25', '02:30')
    expect(twice).toMatchObject({ data: { time: '00:30' } })
    expect(twice.notes).toHaveLength(1)
    expect((await convert('2026-10-26', '02:30')).notes).toEqual([])
  })
})

describe('the Chinese calendar', () => {
  // ICU has an implementation of its own.
  const icu = new Intl.DateTimeFormat('en-u-ca-chinese', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })

  /** Months whose new moon is near midnight, which ICU begins a day off the published almanacs. */
  const offInIcu = new Set([
    '1953-12',
    '1954-1',
    '1955-1',
    '1955-2',
    '1987-7',
    '1998-11',
    '1998-12',
    '2012-6',
    '2012-7',
    '2018-10',
    '2026-12',
    '2027-1',
    '2030-1',
  ])

  it('agrees with ICU from 1950 to 2050, there and back', async () => {
    const calendar = await openLunarCalendar()
    const [from, to] = [dayOf(1950, 1, 1) ?? 0, dayOf(2050, 12, 31) ?? 0]
    let compared = 0
    for (let day = from; day <= to; day += 13) {
      const parts = new Map(
        icu.formatToParts(day * 86_400_000).map(({ type, value }): [string, string] => [type, value]),
      )
      const lunar = calendar.ofDay(day)
      expect(calendar.dayOf(lunar)).toBe(day)
      if (offInIcu.has(`${parts.get('relatedYear')}-${Number.parseInt(parts.get('month') ?? '', 10)}`)) continue
      compared += 1
      const icuDay = [Number(parts.get('relatedYear')), parts.get('month'), Number(parts.get('day'))]
      expect([lunar.year, `${lunar.month}${lunar.isLeap ? 'bis' : ''}`, lunar.day]).toEqual(icuDay)
    }
    expect(compared).toBeGreaterThan(2800)
  })

  it.each([
    [1954, '1954-02-03'],
    [1985, '1985-02-20'],
    [2018, '2018-02-16'],
    [2027, '2027-02-06'],
    [2030, '2030-02-03'],
  ])('begins the year %i as the almanac says', async (year, iso) => {
    const calendar = await openLunarCalendar()
    expect(calendar.dayOf({ year, month: 1, day: 1, isLeap: false })).toBe(dayOfIso(iso))
  })
})
