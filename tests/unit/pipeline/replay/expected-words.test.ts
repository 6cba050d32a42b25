import { describe, expect, test } from 'vitest'
import { expectedWords } from '@engine/pipeline/replay/expected-words'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { fakeChunkIndex } from '../../../fakes/chunk-index'

const index = await fakeChunkIndex([{ name: 'a.md', text: 'The data manager and the pump. 数据经理和水泵。' }])
const rooms = { index, terms: createTermTable([['data manager', '数据经理']]) }
const words = (expected: string) => expectedWords(expected, rooms)

describe('a text says what was expected', () => {
  test.each([
    ['The Data Manager', 'Ask the data\nmanager [2] first.'],
    ['the data manager is Gu Haoran', 'Gu Haoran has been data manager since May.'],
    ['顾浩然担任了数据经理', '数据经理一职由顾浩然担任。'],
    ['the data manager has keys, pumps and maps', '数据经理: keys, maps, pumps'],
  ])('"%s" in "%s"', (expected, text) => {
    expect(words(expected).inText(text)).toBe(true)
  })

  test.each([
    // Too few words to tell: they are in many texts.
    ['the manager pump', 'The pump of the manager.'],
    ['the data manager is Gu Haoran', 'The data manager is Ines Okafor.'],
    // Right but for the number.
    ['The north crane lifts 12 tonnes and is greased in spring', 'The north crane lifts 14 tonnes, greased in spring.'],
    ['北港起重机可吊起 12 吨，每年春季上油', '北港起重机可吊起 14 吨，每年春季上油。'],
    [' ', 'Anything.'],
  ])('not "%s" in "%s"', (expected, text) => {
    expect(words(expected).inText(text)).toBe(false)
  })
})

describe('an answer', () => {
  // "Gu Haoran" says who the data manager is because that was asked.
  test.each([
    ['the data manager is Gu Haoran', 'Who is the data manager?', 'Gu Haoran [1]\nEvery set has one keeper. [1]'],
    ['顾浩然担任了数据经理', '数据经理由谁担任？', '顾浩然 [1]'],
  ])('to "%s" is read with its question', (expected, question, answer) => {
    expect(words(expected).inAnswer(answer, question)).toBe(true)
  })

  test.each([
    ['the data manager is Gu Haoran', 'Who is the data manager?', 'Ines Okafor [1]\nShe is the data manager. [1]'],
    // What only the question says is not answered.
    ['the data manager keeps keys', 'Who is the data manager that keeps keys?', 'Nobody knows.'],
  ])('does not say "%s" to "%s" by "%s"', (expected, question, answer) => {
    expect(words(expected).inAnswer(answer, question)).toBe(false)
  })
})
