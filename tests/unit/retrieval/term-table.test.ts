import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTermTable, expandAcrossLanguages } from '@engine/retrieval/terms/cross-language'
import { TermBook } from '@engine/retrieval/terms/term-book'

const table = createTermTable([
  ['found', '创立'],
  ['colony', '殖民地'],
  ['large', '大型'],
  ['big', '庞大'],
  ['build', '建造'],
  ['child', '儿童'],
  ['university', '大学'],
  ['universe', '宇宙'],
  ['general', '一般'],
  ['rose', '玫瑰'],
  ['Rose', '罗斯'],
  ['polish', '抛光'],
  ['Polish', '波兰语'],
  ['Roman', '罗马人'],
  ['Reading', '雷丁'],
  ['WHO', '世卫组织'],
  ['US', '美国'],
  ['constructor', '构造函数'],
  ['water level', '水位'],
  ['tea', '茶'],
  ['ok', '行'],
  ['research', '研究'],
  ['graduate student', '研究生'],
  ['life', '生命'],
  ['who', '谁'],
])
const found = (text: string) => table.match(text).map(({ surface, translations }) => `${surface}=${translations[0]}`)

describe('English terms', () => {
  test.each([
    ['founded colonies', ['founded=创立', 'colonies=殖民地']],
    ['the largest and biggest', ['largest=大型', 'biggest=庞大']],
    ['children built it', ['children=儿童', 'built=建造']],
    ['the constructor', ['constructor=构造函数']],
    ["the colony's water-level", ["colony's=殖民地", 'water-level=水位']],
    ['water, level', []],
  ])('are found by their inflections, whole words only: %s', (text, terms) => expect(found(text)).toEqual(terms))

  test('rows that share a stem are told apart, and a shared root is not enough', () => {
    expect(found('universities of the universe')).toEqual(['universities=大学', 'universe=宇宙'])
    expect(found('generic')).toEqual([])
  })

  test('names that are ordinary words need their capital letter', () => {
    expect(found('was a rose given to Rose?')).toEqual(['rose=玫瑰', 'Rose=罗斯'])
    expect(found('how to polish Polish steel')).toEqual(['polish=抛光', 'Polish=波兰语'])
    expect(found('romans')).toEqual(['romans=罗马人'])
    expect(found('is reading good in Reading')).toEqual(['Reading=雷丁'])
  })

  test('grammar and question words never match, acronyms do', () => {
    expect(found('who told us about it')).toEqual([])
    expect(found('what did WHO tell the U.S. about it')).toEqual(['WHO=世卫组织', 'U.S.=美国'])
    expect(found('谁来')).toEqual([])
  })
})

describe('Chinese terms', () => {
  test('are read so that the fewest characters are left over', () => {
    expect(found('研究生命')).toEqual(['研究=research', '生命=life'])
    expect(found('研究生')).toEqual(['研究生=graduate student'])
  })

  test('a single character counts only as a word', () => {
    expect(found('茶是什么')).toEqual(['茶=tea'])
    expect(found('银行')).toEqual([])
  })
})

describe('rows for one term', () => {
  test('rank by their place in the row, add up, and come after the user’s own', () => {
    const shipped = [
      ['account', '账户', '账号'],
      ['account', '账号'],
      ['bill', '账号', '账单'],
    ]
    expect(createTermTable(shipped).match('account')[0]?.translations).toEqual(['账号', '账户'])
    expect(createTermTable(shipped, [['account', '帐目']]).match('account')[0]?.translations[0]).toBe('帐目')
    expect(createTermTable(shipped).match('账单')[0]?.translations).toEqual(['bill'])
  })
})

describe('expansions', () => {
  test('keep Latin words of a Chinese question and identifiers of an English one', () => {
    expect(expandAcrossLanguages('HydroSonde 的水位', 'zh', table)).toBe('water level HydroSonde')
    expect(expandAcrossLanguages('TKT-1042 water level', 'en', table)).toBe('水位 TKT-1042')
  })

  test('ask for irregular forms too, which no stem reaches', () => {
    expect(expandAcrossLanguages('建造', 'zh', table)?.split(' ')).toEqual(['build', 'built'])
  })
})

const shippedOnly = {
  shipped: resolve(import.meta.dirname, '../../../resources/terms'),
  own: '',
  write: () => Promise.resolve(),
}

describe('the shipped tables', () => {
  test('load, and are found in both directions', async () => {
    const { table: shipped } = await TermBook.open(shippedOnly)
    expect(shipped.match('The maintenance interval of the pump').length).toBeGreaterThan(1)
    expect(shipped.match('黑洞')[0]?.translations[0]).toBe('black hole')
  })

  // A pattern that backtracks, or a reading that is worse than linear, would take minutes here.
  test('take a moment for the longest question', async () => {
    const { table: shipped } = await TermBook.open(shippedOnly)
    for (const text of ['水泵的维护周期'.repeat(1140), 'maintenance of the pump '.repeat(330), '和'.repeat(8000)]) {
      expect(shipped.match(text)).toBeInstanceOf(Array)
    }
  })
})
