import { describe, expect, test } from 'vitest'
import { readGoal, wordsOfGoal } from '@engine/question/goal/research-goal'

const aspectsOf = (goal: string) => readGoal(goal).aspects.map(({ kind, text }) => kind ?? text)

describe('a goal of research', () => {
  test.each([
    ['Compare the two pumps', 'comparative'],
    ['What changed between the 2019 and 2021 leases?', 'comparative'],
    ['比较两款水泵', 'comparative'],
    ['How are Ada Quill and the Harbour Trust related?', 'relational'],
    ['张敏和海港基金会是什么关系？', 'relational'],
    ['Why did the boiler stop?', 'analytical'],
    ['分析锅炉停机的原因', 'analytical'],
    ['How do I change the filter?', 'procedural'],
    ['更换滤芯的步骤是什么？', 'procedural'],
    ['Which boats are for hire?', 'factual'],
    ['港口有哪些船出租？', 'factual'],
  ])('%s is %s', (goal, type) => {
    expect(readGoal(goal).type).toBe(type)
  })

  // Would catch a side that swallows the list behind it, or a sentence behind that.
  test.each([
    ['Compare the Otter 5 and the Heron 7: price, weight and what the crew chose.', ['Otter 5', 'Heron 7']],
    ['What changed between the 2019 and 2021 leases? List dates.', ['2019 leases', '2021 leases']],
    [
      'How are Ada Quill, the Harbour Trust and Port Ferris related? Cover money and contracts.',
      ['Ada Quill', 'Harbour Trust', 'Port Ferris'],
    ],
    ['What changed between the versions of the lease and the rules?', []],
    ['Compare the spring and autumn tides.', ['spring tides', 'autumn tides']],
    ['Compare iron and stainless steel.', ['iron', 'stainless steel']],
    ['Compare the boathouse on Gull Point and the old mole: length and year.', ['boathouse on Gull Point', 'old mole']],
    ['把港口2019年和2021年的租金比较一下：总额、季度。', ['港口2019年租金', '2021年的租金']],
    ['根据手册，船长和港务局之间是什么关系？', ['船长', '港务局']],
  ])('%s has its sides', (goal, sides) => {
    expect(readGoal(goal).sides).toEqual(sides)
  })

  test.each([
    [
      'Compare the Otter 5 and the Heron 7: price, weight and what the crew chose.',
      ['costs', 'weight', 'what the crew chose'],
    ],
    ['Compare how the two leases treat noise, with dates and figures', ['noise', 'dates', 'figures']],
    ['How are Ada Quill and the Harbour Trust related? Cover money and contracts.', ['money', 'contracts']],
    ['从费用和安全方面比较两款水泵', ['costs', '安全']],
    ['比较两款水泵：总额、重量、差别在哪里', ['总额', '重量']],
    ['出海前，从检查、装船、出港到遇到风暴，该怎么做？', ['检查', '装船', '出港', '遇到风暴']],
    ['How is a boat hired, from booking, paying to bringing it back?', ['booking', 'paying', 'bringing it back']],
    ['Compare the Otter 5 and the Heron 7 in draught and price.', ['draught', 'costs']],
    ['How do the two leases differ in notice and mooring rules?', ['notice', 'mooring rules']],
    ['Compare the rents in Bergen and Oslo.', []],
    ['Compare the two leases on notice.', ['notice']],
    ['Compare the boathouse on Gull Point and the old mole.', []],
    // "When" belongs to what is asked here.
    ['How is the filter changed when the boiler is hot?', []],
    ['分析锅炉停机的原因和影响', ['causes', 'effects']],
  ])('%s has its respects', (goal, aspects) => {
    expect(aspectsOf(goal)).toEqual(aspects)
  })

  test.each([
    ['What are the pros and cons of the new boiler?', 'the new boiler'],
    ['Please write a report on noise in the harbour', 'noise in the harbour'],
    ['Find out everything the documents say about noise', 'noise'],
    ['Why did the boiler stop in May 2021?', 'the boiler stop in May 2021'],
    [
      'How is the filter of the boiler cleaned every spring, step by step, and what is done when it is torn?',
      'the filter of the boiler cleaned every spring',
    ],
    ['分析2021年锅炉停机的原因和影响', '2021年锅炉停机'],
    ['写一份关于港口噪声的简报', '港口噪声'],
    ['从建港算起，给港口写一份大事年表', '港口的大事年表'],
  ])('%s is about that', (goal, focus) => {
    expect(readGoal(goal).focus).toBe(focus)
  })

  test('names documents by their kind, how many and of when', () => {
    expect(readGoal('Compare the three annual reports').papers).toMatchObject([
      { name: 'annual report', count: 3, isSeveral: true },
    ])
    expect(readGoal('What does the 2021 handbook say about noise?').papers).toMatchObject([
      { periods: ['2021'], isSource: true },
    ])
    expect(readGoal('Write a report on noise').papers).toEqual([])
  })

  test('has words that an answer must speak of, without those that only ask', () => {
    expect(wordsOfGoal('Please write a report on noise in the harbour, with dates', 'en')).toMatchObject({
      words: ['noise', 'harbour'],
      aspects: [{ kind: 'dates' }],
    })
    expect(wordsOfGoal('请比较一下港口的噪声', 'zh').words).toEqual(['港口', '噪声'])
  })

  // Would catch a pattern that takes quadratic time.
  test('of any length is read', () => {
    const long = 'compare the report and the handbook, with dates and causes of the failure: '.repeat(100)
    expect(readGoal(long).aspects.length).toBeGreaterThanOrEqual(0)
    expect(readGoal('比较报告和手册，列出日期和原因。'.repeat(300)).language).toBe('zh')
  })
})
