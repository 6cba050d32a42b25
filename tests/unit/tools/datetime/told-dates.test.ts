import { describe, expect, test } from 'vitest'
import { detectLanguage } from '@engine/text/language'
import { Datetime } from '@engine/tools/datetime/datetime'

const datetime = new Datetime()
// The expected days were worked out by Python's datetime.
const now = Date.parse('2026-03-18T09:30:00+01:00')

async function dataOf(text: string): Promise<object | null> {
  const language = detectLanguage(text)
  const asked = { now, timeZone: 'Europe/Paris', language }
  const read = await datetime.read({ text, ...asked })
  if (read?.is !== 'arguments') return read && { lacks: read.argument }
  return (await datetime.run(read.args, { ...asked, signal: new AbortController().signal })).data
}

describe('dates that a question tells', () => {
  test.each([
    ['My visa was issued on 1 February 2026 and is valid for 90 days. When does it expire?', { date: '2026-05-02' }],
    ['The course starts on 5 May 2026 and takes 6 weeks, when does it end?', { date: '2026-06-16' }],
    ['The loan of 5000 runs 36 months from 1 January 2026, when is it over?', { date: '2029-01-01' }],
    ['合同2024年11月30日签的，期限18个月，哪天到期？', { date: '2026-05-30' }],
    ['保修期两年，2025年3月5日买的，什么时候过保？', { date: '2027-03-05' }],
    ['How many days until the exam on 7 June 2026?', { days: 81 }],
    ['离婚礼5月20日还有几周', { days: 63 }],
    ['I moved in on 5 May 2025 and out on 7 July 2025, how many days is that?', { days: 63 }],
    ['项目2026年1月5日开工，4月20日完工，一共多少天？', { days: 105 }],
    ['When is next Friday?', { date: '2026-03-20' }],
    ["What time will it be there when it's noon here?", { lacks: 'to' }],
  ])('%s', async (question, data) => {
    expect(await dataOf(question)).toMatchObject(data)
  })

  // Would catch a reading that passes over what is asked because it knows the dates.
  test.each([
    'How many days did it rain between 1 May 2020 and 31 May 2020?',
    'How many working days were lost to strikes between 1 May 2020 and 10 May 2020?',
    'When does the contract of 5 May 2026 end?',
    'The trial began on 5 May 2020, when did it end?',
    'Who signed the contract on 3 May 2026 for 12 months and when does it end?',
    'The report of 3 May 2026 gives 90 days, when does it end?',
    'How many days before 5 May 2026 was the invoice sent?',
    'What happened 90 days after the opening on 3 May 2021?',
    'How many days until the deadline?',
    '会议从5月3日开到5月7日，讨论了几天安全问题？',
  ])('are not asked of in: %s', async (question) => {
    expect(await dataOf(question)).toBeNull()
  })
})
