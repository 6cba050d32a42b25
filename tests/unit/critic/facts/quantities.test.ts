import { describe, expect, test } from 'vitest'
import { chineseValue, englishValue } from '@engine/text/numerals'
import { plainText } from '@engine/critic/facts/comparable-text'
import { matchOf, quantitiesIn } from '@engine/critic/facts/quantities'

const read = (text: string) => quantitiesIn(plainText(text))
const match = (claim: string, source: string) => read(claim).map((quantity) => matchOf(quantity, read(source)))

describe('numerals in words', () => {
  test.each([
    ['三十二', 32],
    ['十五', 15],
    ['两百', 200],
    ['一千二百', 1200],
    ['一千二百万', 12_000_000],
    ['三亿五千万', 350_000_000],
    ['一九六八', 1968],
    ['二〇二四', 2024],
    ['一百零五', 105],
  ])('%s is %d', (numeral, value) => expect(chineseValue(numeral)).toBe(value))

  test.each([
    ['twelve', 12],
    ['twenty-five', 25],
    ['three hundred and twelve', 312],
    ['two thousand', 2000],
    ['six million', 6_000_000],
  ])('%s is %d', (numeral, value) => expect(englishValue(numeral)).toBe(value))
})

describe('the same quantity in another form is the same', () => {
  test.each([
    ['12 June 1968', '1968-06-12'],
    ['June 12, 1968', '1968年6月12日'],
    ['一九六八年六月十二日', '12 June 1968'],
    ['in June 1968', 'on 12 June 1968'],
    ['in 1968', '1968年6月12日'],
    ['1968年', 'in 1968'],
    ['1,200 metres', '1200 m'],
    ['1.2 thousand people', '1,200 people'],
    ['12 million', '1200万'],
    ['三十二个水位站', '32个水位站'],
    ['5 %', '5 percent'],
    ['百分之五', '5%'],
    ['1.5 km', '1500 m'],
    ['每十五分钟', '每15分钟'],
    ['fifteen minutes', '15 minutes'],
    ['3:08 pm', '15:08'],
    ['about 1,200', '1,187'],
    ['6½ sacks', '6.5 sacks'],
    ['$40 million', '40 million dollars'],
    ['the 1990s', 'the 1990s'],
    ['二月', 'most of them in January and February'],
    ['20 世纪 90 年代', 'the 1990s'],
    ['二十世纪九十年代', '1990年代'],
    ['232,822', '2,32,822'],
    ['19世纪', 'the 19th century'],
    ['96 千瓦时', '96 kWh'],
    ['30 千伏安', '30 kVA'],
  ])('%s = %s', (claim, source) => {
    expect(match(claim, source).length).toBeGreaterThan(0)
    expect(match(claim, source).every((one) => one === 'same')).toBe(true)
  })
})

describe('another quantity is told apart', () => {
  test.each([
    ['5 %', '5 g', 'other unit'],
    ['5 kg', '5 km', 'other unit'],
    ['12 June 1968', '13 June 1968', 'none'],
    ['12 June 1968', '12 June 1986', 'none'],
    ['1968年6月', '1968年7月', 'none'],
    ['15 minutes', '51 minutes', 'none'],
    ['1,200', '12,000', 'none'],
    ['三十二个', '23个', 'none'],
    ['about 1,200', '1,400', 'none'],
    ['5%', '5', 'other unit'],
  ])('%s ≠ %s', (claim, source, expected) => expect(match(claim, source)).toContain(expected))

  // Would catch 一 and "one" taken for figures wherever they are only words.
  test.each(['这是一个统一的方案', 'one of them', '一些人', '千万不要'])('%s holds no quantity', (text) => {
    expect(read(text)).toEqual([])
  })
})
