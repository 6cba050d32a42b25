import { describe, expect, test } from 'vitest'
import { substitutedQuestions } from '@engine/question/follow-up/substituted'

describe('a short question behind another', () => {
  // Would catch the first amount of a question taken for the one that is asked anew.
  test.each([
    ['What is 15% of 890,000?', 'and 20%?', 'What is 20% of 890,000?'],
    ['What is 15% of 890,000?', 'and of 1,200,000?', 'What is 15% of 1,200,000?'],
    ['What was the total in Q2 2025?', 'and in Q3?', 'What was the total in Q3 2025?'],
    ['What was the total in Q2 2025?', 'And the average?', 'What was the average in Q2 2025?'],
    ['What day of the week is 3 March 2027?', 'and 5 May?', 'What day of the week is 5 May 2027?'],
    ['How much is 100 euros in dollars?', 'What about in yen instead?', 'How much is 100 euros in yen?'],
    ['What time is it in Tokyo?', 'What about New York?', 'What time is it in New York?'],
    ['890000的15%是多少？', '那20%呢？', '890000的20%是多少？'],
    ['2025年第二季度的订单总额是多少？', '第三季度呢？', '2025年第三季度的订单总额是多少？'],
    [
      'How many days between 1 March 2026 and 24 May 2026?',
      'and until 31 May 2026?',
      'How many days between 1 March 2026 and 31 May 2026?',
    ],
    ['YG-0012的部门', 'YG-0015呢', 'YG-0015的部门'],
    ['15% off 250', "what if it's 20%?", '20% off 250'],
    ['北京现在几点？', '那上海呢？', '上海现在几点？'],
    ['100欧元是多少美元？', '换成日元呢？', '100欧元是多少日元？'],
  ])('%s %s', (before, followUp, meant) => {
    expect(substitutedQuestions(before, followUp)[0]).toBe(meant)
  })

  // Would catch a question of its own, or a value of another kind, put into the place of something.
  test.each([
    ['What is 15% of 890,000?', 'Who is the station manager?'],
    ['What is 15% of 890,000?', 'Kestrel Col'],
    ['What is 15% of 890,000?', 'and in May?'],
    ['Who is the contact of C-1001?', 'and?'],
    ['What is 2 + 2?', 'and when was the hut on the pass above the valley opened to guests?'],
  ])('%s %s: nothing', (before, followUp) => {
    expect(substitutedQuestions(before, followUp)).toEqual([])
  })
})
