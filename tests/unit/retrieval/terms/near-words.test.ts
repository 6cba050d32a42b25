import { describe, expect, test } from 'vitest'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { coverage, isLengthened, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { readNearWords } from '@engine/retrieval/terms/load-term-table'
import { createNearWords } from '@engine/retrieval/terms/near-words'
import { analyse } from '@engine/text/analyse'

const near = createNearWords([
  ['被偷', '盗抢', '失窃'],
  ['管钱', '管账'],
])
const library = (text: string) => {
  const held = new Set(analyse(text))
  return { chunkCount: 10, documentFrequency: (term: string) => (held.has(term) ? 1 : 0) }
}
const table = createTermTable([], [], [['被偷', '盗抢', '失窃']])

const nearEnglish = createNearWords([
  ['throw away', 'discard', 'dispose of'],
  ['deposit', 'security'],
])

describe('near words', () => {
  test('are found in English by their stems, side by side', () => {
    expect(nearEnglish('Who threw away the deposits?').map(({ surface, others }) => [surface, others[0]])).toEqual([
      ['threw away', 'discard'],
      ['deposits', 'security'],
    ])
    expect(nearEnglish('Throw it away')).toEqual([])
    expect(nearEnglish('THROW AWAY')[0]).toMatchObject({ start: 0, end: 10 })
  })

  test('are found as whole words, in either script', () => {
    expect(near('家里被偷了还赔吗').map(({ surface }) => surface)).toEqual(['被偷'])
    expect(near('誰負責管錢')[0]).toMatchObject({ surface: '管錢', start: 3, end: 5, others: ['管账'] })
    expect(near('保管钱包')).toEqual([])
  })

  test('a passage covers a plain word by what it says instead, where the library holds that', () => {
    const [stolen] = keyTermsOf('被偷', table, library('盗抢'))
    expect(stolen?.alternatives).toEqual([['被偷'], ['盗抢']])
    expect(coverage(stolen ? [stolen] : [], new Set(analyse('盗抢损失')))).toBe(1)
    expect(keyTermsOf('被偷', table, library('别的'))[0]?.alternatives).not.toContainEqual(['盗抢'])
  })

  test('every row names a word and others, each word once', async () => {
    const rows = await readNearWords('resources/terms')
    expect(rows.length).toBeGreaterThan(400)
    expect(new Set(rows.map(([word]) => word)).size).toBe(rows.length)
    for (const row of rows) expect(new Set(row).size).toBe(row.length)
    for (const language of [/^\p{Script=Han}/u, /^\p{Script=Latin}/u]) {
      expect(rows.filter(([word = '']) => language.test(word)).length).toBeGreaterThan(400)
    }
  })
})

describe('shortened words', () => {
  const terms = new Set(analyse('每年有带薪年休假，保险费按月交'))

  test('are in their longer form', () => {
    expect(isLengthened('年假', terms)).toBe(true)
    expect(isLengthened('保费', terms)).toBe(true)
    expect(isLengthened('假年', terms)).toBe(false)
    expect(isLengthened('年月', terms)).toBe(false)
  })

  test('count in part, and only where no document holds the word itself', () => {
    const share = (text: string) => coverage(keyTermsOf('年假', createTermTable([]), library(text)), terms)
    expect(share('年休假')).toBeCloseTo(0.64)
    expect(share('年假')).toBe(0)
  })

  test('no grammar stands between', () => {
    expect(isLengthened('年假', new Set(analyse('今年的假')))).toBe(false)
  })
})

describe('characters glued together', () => {
  const surfaces = (question: string, text: string) =>
    keyTermsOf(question, createTermTable([]), library(text)).map(({ surface }) => surface)

  test('are cut where documents hold a part of them (bug: 带航拍机去雁湖拍鸟 was one word, and nowhere)', () => {
    expect(surfaces('想带航拍机去雁湖拍鸟', '雁湖，拍鸟')).toEqual(expect.arrayContaining(['雁湖', '拍鸟']))
    expect(surfaces('跟云桥签的合同', '云桥软件')).toContain('云桥')
  })

  test('stay whole where nothing or all of them is held, and as a name', () => {
    expect(surfaces('云桥签', '别的')).toEqual(['云桥签'])
    expect(surfaces('李晓雁', '晓雁')).toEqual(['李晓雁'])
  })
})
