import { expect, it } from 'vitest'
import { clauseWeights } from '@engine/answer/short-answer/amounts/clauses'
import { tokensOf } from '@engine/answer/short-answer/tokens/answer-tokens'

const nobody = { people: new Set<string>(), places: new Set<string>() }

/** For each of these amounts how much of the question, one for each of its words, stands in its clause. */
function weights(sentence: string, language: 'en' | 'zh', asked: readonly string[], amounts: readonly string[]) {
  const tokens = tokensOf(sentence, language, nobody)
  const places = amounts.map((amount) => {
    const at = tokens.findIndex(({ start }) => sentence.startsWith(amount, start))
    return { first: at, last: at }
  })
  const perToken = tokens.map(({ text }) => (asked.some((word) => text.includes(word)) ? 1 : 0))
  return clauseWeights(tokens, perToken, places)
}

it('gives each amount the words of its own clause', () => {
  const sentence = 'The Tenants may leave on two months notice; the Landlord must give three months notice.'
  const [two = 0, three = 0] = weights(sentence, 'en', ['Tenants', 'leave'], ['two', 'three'])
  expect(two).toBe(2)
  expect(three).toBe(0)
})

it('counts what stands between the clauses of two amounts for both', () => {
  const sentence = 'Adults pay 240 euros, as the board has said, and children pay 110 euros.'
  const [adults = 0, children = 0] = weights(sentence, 'en', ['board', 'Adults'], ['240', '110'])
  expect(adults).toBe(2)
  expect(children).toBe(1)
})

it('parts clauses in Chinese as well', () => {
  const [own = 0, other = 0] = weights('入院时体重71公斤，出院时体重66公斤。', 'zh', ['出院'], ['66', '71'])
  expect(own).toBe(1)
  expect(other).toBe(0)
})
