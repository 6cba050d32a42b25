import { describe, expect, test } from 'vitest'
import { candidatesIn } from '../../../../electron/answer/short/candidates'
import { lookOf } from '../../../../electron/answer/short/features'
import { fits } from '../../../../electron/answer/short/fits'
import { tokensOf } from '../../../../electron/answer/short/tokens'
import { questionKindOf } from '../../../../electron/answer/short/wanted'
import { detectLanguage } from '../../../../electron/text/language'

const nobody = { people: new Set<string>(), places: new Set<string>() }

/** Every run of a sentence that could answer, as it is written. */
function runsOf(sentence: string): string[] {
  const language = detectLanguage(sentence)
  const tokens = tokensOf(sentence, language, nobody)
  const asked = tokens.map(() => false)
  return candidatesIn(tokens, asked, language).map(({ first, last }) =>
    sentence.slice(tokens[first]?.start, tokens[last]?.end),
  )
}

/** Those of them that fit a question. */
function fittingRuns(question: string, sentence: string): string[] {
  const language = detectLanguage(sentence)
  const tokens = tokensOf(sentence, language, nobody)
  const kind = questionKindOf(question, language)
  return candidatesIn(
    tokens,
    tokens.map(() => false),
    language,
  )
    .map(({ first, last }) => tokens.slice(first, last + 1))
    .filter((run) => fits(question, kind, lookOf(run, run.map(({ text }) => text).join(''), language), run))
    .map((run) => sentence.slice(run[0]?.start, run.at(-1)?.end))
}

describe('runs that could answer', () => {
  // Would catch "由约翰·埃尔维" and "腓特烈二世 当时的": words that hang loose at an end.
  test('begin and end as phrases do', () => {
    const runs = runsOf('这家公司由约翰·埃尔维管理，并在柏林的郊区设有工厂。')
    expect(runs).toContain('约翰·埃尔维')
    expect(runs.filter((run) => /^[由并在的]|[由并在的]$/u.test(run))).toEqual([])
    const english = runsOf('It was founded by the Voss company in Tarnsford and sold.')
    expect(english).toContain('the Voss company')
    expect(english.filter((run) => /^(?:by|in|and)\b|\b(?:by|in|and)$/u.test(run))).toEqual([])
  })

  // Would catch "22,338" for 22,338,618 and "3" for "3 分 08 秒".
  test('hold amounts whole', () => {
    const runs = runsOf('已知最大的素数有22,338,618位，测量误差为3.5%。')
    expect(runs.filter((run) => /^22,338(?!,618)|^338|^618|^3$|^5%/u.test(run))).toEqual([])
    expect(runs).toContain('22,338,618位')
  })

  test('hold both brackets or none', () => {
    const runs = runsOf('他在1520年写了《论教会的囚禁》一书。')
    expect(runs.filter((run) => run.includes('《') !== run.includes('》'))).toEqual([])
  })

  // Would catch a name that ends at its first initial.
  test('go on behind the full stop of an initial', () => {
    expect(runsOf('工厂由E.I.杜邦创办。').some((run) => run.startsWith('E.I.杜邦'))).toBe(true)
  })
})

describe('runs that fit a question', () => {
  test.each([
    // An amount begins with its number: a verb or a person before it is another part of the sentence.
    ['杜肯派了多少人？', '他派了一个由特伦特领导的40人的公司到那里。', /特伦特/u],
    // A number in an order is no amount.
    ['杰克逊维尔离迈阿密有多远？', '它位于第一个海岸地区，迈阿密以北约340英里处。', /^第一/u],
    ['瘟疫何时爆发？', '1654年爆发于奥斯陆。', /爆发/u],
    ['谁命名了大道？', '大道以百万富翁的儿子科尔尼命名。', /的/u],
  ])('%s', (question, sentence, wrong) => {
    const runs = fittingRuns(question, sentence)
    expect(runs.length).toBeGreaterThan(0)
    expect(runs.filter((run) => wrong.test(run))).toEqual([])
  })

  test('a question for a place in an order takes one', () => {
    expect(fittingRuns('这支球队排名第几？', '这支球队排名第六。')).toContain('第六')
  })
})
