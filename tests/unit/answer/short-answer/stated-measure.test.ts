import { describe, expect, it } from 'vitest'
import { statesMeasure } from '@engine/answer/short-answer/stated-measure'
import { askedMeasureOf } from '@engine/question/words/asked-measure'
import { tokensOf } from '@engine/answer/short-answer/tokens/answer-tokens'
import { detectLanguage } from '@engine/text/language'

const states = (question: string, words: string) => {
  const measure = askedMeasureOf(question)
  return measure && statesMeasure(tokensOf(words, detectLanguage(words)), measure)
}

describe('a short answer to a question for a measure', () => {
  // Would catch a load in kilograms that leads the answer to "How long does it take?".
  it.each([
    ['How long does the cable car take?', '19 minutes', '450 kg of freight'],
    ['How long does the cable car take?', 'nineteen-minute ride', 'six people'],
    ['How deep is the lake?', '47 m', '47 days'],
    ['How many kilometres of pipe were laid?', '12 km', '12 weeks'],
    ['索道要多久？', '19分钟', '450公斤'],
    ['湖有多深？', '47 米', '47 天'],
    ['铺了多少公里的管道？', '三十公里', '三十天'],
  ])('%s: %s, and not %s', (question, right, wrong) => {
    expect(states(question, right)).toBe(true)
    expect(states(question, wrong)).toBe(false)
  })

  // Would catch ages and counted units that are refused because their unit goes without saying.
  it.each([
    ['How old was the founder?', '45'],
    ['How many kilometres of pipe were laid?', '30'],
    ['铺了多少公里的管道？', '35'],
  ])('%s may be answered by %s alone', (question, words) => {
    expect(states(question, words)).toBe(true)
  })

  it('asks for no measure where things are counted', () => {
    expect(askedMeasureOf('How many huts are there?')).toBeNull()
    expect(askedMeasureOf('有多少座小屋？')).toBeNull()
  })
})
