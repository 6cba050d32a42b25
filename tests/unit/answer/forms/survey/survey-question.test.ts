import { expect, test } from 'vitest'
import { surveyQuestionOf } from '@engine/answer/forms/survey/survey-question'

test.each([
  ['How many documents mention avalanches?', 'avalanches'],
  ['How many of my documents talk about the budget?', 'budget'],
  ['Which documents mention "Siskin R80"?', 'Siskin R80'],
  ['Which files are about snow?', 'snow'],
  ['List all documents that mention the visitor rules.', 'visitor rules'],
  ['有多少篇文档提到雪崩？', '雪崩'],
  ['哪些文档提到了水位？', '水位'],
  ['列出所有提到梁思远的文档', '梁思远'],
  ['雪崩在哪些文档里出现过？', '雪崩'],
])('%s is about documents', (question, topic) => {
  expect(surveyQuestionOf(question)).toEqual({ wants: 'documents', topic })
})

test.each([
  ['List all incident tickets.', 'incident tickets'],
  ['列出所有会议决定', '会议决定'],
])('%s is about everything of a kind', (question, topic) => {
  expect(surveyQuestionOf(question)).toEqual({ wants: 'items', topic })
})

test.each([
  'How many rain gauges are there?',
  'Which documents are in the library?',
  '库里有哪些文档？',
  '食品的最低储备是多少天？',
  '三级到五级雪崩危险等级分别允许哪些活动？',
  '水泵有哪些型号？',
])('%s is answered from the best passages', (question) => {
  expect(surveyQuestionOf(question)).toBeNull()
})
