import { expect, test } from 'vitest'
import { itemsAskedFor } from '@engine/question/forms/survey-question'

// Would catch a list of everything that is answered from the best few passages.
test.each([
  ['List all incident tickets.', 'incident tickets'],
  ['列出所有会议决定', '会议决定'],
])('%s is about everything of a kind', (question, topic) => {
  expect(itemsAskedFor(question)).toBe(topic)
})

test.each([
  'How many rain gauges are there?',
  '食品的最低储备是多少天？',
  '三级到五级雪崩危险等级分别允许哪些活动？',
  '水泵有哪些型号？',
])('%s is answered from the best passages', (question) => {
  expect(itemsAskedFor(question)).toBeNull()
})
