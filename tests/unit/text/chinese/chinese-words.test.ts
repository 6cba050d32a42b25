import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutChinese, tagChinese } from '@engine/text/chinese/chinese-words'

const asJieba = (text: string) => tagChinese(text).map(({ word }) => word)

// Would catch a question in English that is read otherwise now that it does not wait for jieba's dictionary.
test('text without Chinese is parted as jieba parts it', () => {
  for (const text of [
    "What is e.g. the X40-0 of don't, 50% 3.5.7 a_b foo@bar.com?",
    'ünïcode naïve “quoted” don’t — x',
    'a\r\nb\tc  d\n',
    '',
  ]) {
    expect(cutChinese(text)).toEqual(asJieba(text))
  }
})

test('so is any text of letters, figures, spaces and stops', () => {
  const sign = fc.constantFrom(...Array.from('abZ09 .,?!-_%()\'"\n'))
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
      expect(cutChinese(signs.join(''))).toEqual(asJieba(signs.join('')))
    }),
  )
})

test('Chinese is cut into words, traditional as simplified', () => {
  expect(cutChinese('葱油能放多久')).toEqual(cutChinese('蔥油能放多久'))
  expect(cutChinese('我的文档 A1').length).toBeLessThan('我的文档 A1'.length)
})
