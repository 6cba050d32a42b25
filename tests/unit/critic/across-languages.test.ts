import { describe, expect, test } from 'vitest'
import { judge } from '@engine/critic/judge'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { evidence, nothingAsked } from './evidence-fixture'

const terms = createTermTable([
  ['cable car', '缆车'],
  ['field team', '野外小组'],
  ['channel', '频道'],
  ['adult', '成人'],
  ['ticket', '票'],
  ['bed', '床位'],
  ['subscriber', '订户'],
  ['alarm', '报警'],
  ['text message', '短信'],
  ['dog', '狗'],
  ['price', '价格'],
])
const channels = '| Channel | Use |\n|---|---|\n| 1 | cable car |\n| 2 | field team |'
const prices = '项目: 床位（每晚）; 价格: 48\n项目: 缆车票（成人）; 价格: 22'
const log =
  'On 6 July the alarm text message reached 63 of the 340 subscribers late. Dogs are not allowed near the alarm of 1998.'

function judged(response: string, source: string, question = '') {
  const answer = { response, refs: [], evidence: [evidence(1, source)] }
  const critique = judge(answer, { ...nothingAsked, question, terms, text: 'written', mayReturn: true })
  const [first] = critique.sentences
  return { ...critique, verdict: first?.verdict, keys: first?.issues.map(({ key }) => key) }
}

describe('a sentence in another language than its source', () => {
  // Would catch support claimed for any shared figure, and swapped rows that stand.
  test.each([
    ['a row that agrees', '频道 1：缆车 [1]。', channels, 'uncompared'],
    ['a row of another figure', '频道 2：缆车 [1]。', channels, 'unsupported'],
    ['words nobody can look up', '频道 1：直升机起降场调度 [1]。', channels, 'uncompared'],
    ['a figure beside another', '340 个订户收到报警短信 [1]。', log, 'uncompared'],
    ['a denial', 'A dog was near the alarm in 1998 [1].', '1998 年报警处不得有狗。', 'uncompared'],
    ['a figure that is nowhere', '床位 49 [1]。', channels, 'unsupported'],
    ['no figure at all', '野外小组使用缆车 [1]。', channels, 'uncompared'],
  ])('%s', (_case, response, source, verdict) => expect(judged(response, source).verdict).toBe(verdict))

  test('says what is known of it', () => {
    expect(judged('频道 1：直升机起降场调度 [1]。', channels).keys).toEqual(['figures_agree'])
    expect(judged('野外小组使用缆车 [1]。', channels).keys).toEqual(['other_language'])
  })

  // Would catch products and sums that are called missing because no row has them.
  test('may work with the figures of the question', () => {
    const { sentences } = judged(
      '- Beds: 30 × 48 = 1,440 [1]\n- Cable car: 30 × 22 = 660 [1]',
      prices,
      'What do 30 beds and 30 tickets cost?',
    )
    expect(sentences.map(({ verdict }) => verdict)).not.toContain('unsupported')
  })

  // Would catch a label that calls perfect what nobody compared, or a fault.
  test('neither spoils the label nor is counted as proof', () => {
    const { evaluation } = judged('野外小组使用缆车 [1]。', channels)
    expect(evaluation.label).toBe('complete_good')
    expect(evaluation.should_return_to_chief).toBe(false)
    expect(evaluation.confidence).toBeLessThan(1)
  })
})
