import { describe, expect, test } from 'vitest'
import { asTopic, asTitle, followUpFor, maxFollowUpLength } from '@engine/pipeline/suggest/follow-up'

describe('a heading as the subject of a question', () => {
  test.each([
    ['3.2 Opening times and groups', 'Opening times and groups'],
    ['Section 4: Quality flags', 'Quality flags'],
    ['第三章 天气限制', '天气限制'],
    ['三、天气限制', '天气限制'],
    ['THE STONE HUT', 'The stone hut'],
    ['Lake Oriel in winter', 'Lake Oriel in winter'],
    ['Visitors', 'Visitors'],
    ['NASA', 'NASA'],
    ['2024', '2024'],
    ['24 hours on call', '24 hours on call'],
    ['7) Requests', 'Requests'],
    ['e. Computer systems', 'Computer systems'],
    ['How it works?', 'How it works'],
  ])('%j becomes %j', (heading, subject) => {
    expect(asTopic(heading)).toBe(subject)
  })

  test('marks, line breaks and invisible characters do not get into a question', () => {
    expect(asTopic('a “b”\n*c*\u202e <d>\u0000')).toBe('a b c d')
    expect(asTitle('《手册》\r\n[x](y)')).toBe('手册 x(y)')
  })

  test('hostile headings take no time to speak of', () => {
    for (const text of ['1.'.repeat(50_000), '.'.repeat(100_000), 'A '.repeat(50_000), '第'.repeat(100_000)]) {
      expect(asTopic(text).length).toBeLessThanOrEqual(300)
    }
  })
})

describe('the question about a heading', () => {
  test.each([
    ['Data policy', 'Requests', 'en', 'What does “Data policy” say about “Requests”?'],
    ['Data policy', 'storage and backup', 'en', 'What does “Data policy” say about “storage and backup”?'],
    ['', 'overnight guests', 'en', 'What do the documents say about “overnight guests”?'],
    ['Data policy', 'recommendations', 'en', 'What does “Data policy” say about “recommendations”?'],
    ['使用手册', '命令', 'zh', '《使用手册》关于“命令”讲了什么？'],
    ['使用手册', '天气限制', 'zh', '《使用手册》关于“天气限制”讲了什么？'],
    ['', '天气限制', 'zh', '关于“天气限制”，文档里是怎么说的？'],
  ] as const)('of %j: %j in %s', (title, heading, language, expected) => {
    expect(followUpFor(title, heading, language)).toBe(expected)
  })

  test('leaves out a title that makes it too long, and is not asked where the heading alone says too little', () => {
    expect(followUpFor('t'.repeat(70), 'storage and backup', 'en')).toBe(
      'What do the documents say about “storage and backup”?',
    )
    expect(followUpFor('t'.repeat(70), 'Requests', 'en')).toBeNull()
    expect(followUpFor('', 'recommendations', 'en')).toBeNull()
    expect(followUpFor('', 'h'.repeat(maxFollowUpLength), 'en')).toBeNull()
  })

  test.each(['Misc', 'notes', 'Step 3', 'open questions', '12 March 2024', 'TKT-1084: battery bank overheated'])(
    '%j is no topic',
    (heading) => {
      expect(followUpFor('Data policy', heading, 'en')).toBeNull()
    },
  )

  test.each(['概述', '附录', '第三步', '图 1', '2024年3月', '工单 1084：电池过热'])(
    '%j is no topic either',
    (heading) => {
      expect(followUpFor('使用手册', heading, 'zh')).toBeNull()
    },
  )
})
