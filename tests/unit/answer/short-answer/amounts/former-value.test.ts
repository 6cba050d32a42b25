import { describe, expect, test } from 'vitest'
import { isFormerValue } from '@engine/answer/short-answer/amounts/former-value'
import { tokensOf } from '@engine/answer/short-answer/tokens/answer-tokens'
import { detectLanguage } from '@engine/text/language'

function isFormer(question: string, sentence: string, run: string): boolean {
  const tokens = tokensOf(sentence, detectLanguage(sentence), { people: new Set(), places: new Set() })
  const start = sentence.indexOf(run)
  const first = tokens.findIndex((token) => token.start >= start)
  const last = tokens.findLastIndex((token) => token.end <= start + run.length)
  return isFormerValue(sentence, tokens, { first, last }, question)
}

const english = 'The party was moved from 26 April to Saturday 10 May because of rain.'
const chinese = '押金由3000元改为5000元。'

// Would catch the old date of something that was put off.
describe('what was before a change', () => {
  test.each([
    ['When is the party?', english, '26 April', true],
    ['When is the party?', english, 'Saturday 10 May', false],
    ['When was the party originally?', english, '26 April', false],
    ['When did the train go?', 'The train goes from 8 May to 10 June.', '10 June', false],
    ['押金多少？', chinese, '3000元', true],
    ['押金多少？', chinese, '5000元', false],
    ['原来的押金是多少？', chinese, '3000元', false],
  ])('%s %s %s', (question, sentence, run, expected) => {
    expect(isFormer(question, sentence, run)).toBe(expected)
  })
})
