import { describe, expect, test } from 'vitest'
import { readPart } from '@engine/question/asked-question'
import { candidatesIn } from '@engine/answer/short-answer/span-candidates'
import { lookOf, textOf } from '@engine/answer/short-answer/candidate-look'
import { kindFilter } from '@engine/answer/short-answer/kind-filter'
import type { KnownNames } from '@engine/answer/short-answer/tokens/english-tokens'
import { tokensOf } from '@engine/answer/short-answer/tokens/answer-tokens'
import { analyse } from '@engine/text/analyse'
import { detectLanguage } from '@engine/text/language'

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
function fittingRuns(question: string, sentence: string, known: KnownNames = nobody): string[] {
  const language = detectLanguage(sentence)
  const tokens = tokensOf(sentence, language, known)
  const { word, value } = readPart(question)
  const terms = new Set(analyse(question))
  const asked = tokens.map((token) => token.terms.some((term) => terms.has(term)))
  const isOfKind = kindFilter(value, word[language].kind)
  return candidatesIn(tokens, asked, language)
    .filter(({ first, last }) => {
      const run = tokens.slice(first, last + 1)
      const look = lookOf(run, textOf(run, language), language)
      return isOfKind(look, run, asked.slice(first, last + 1))
    })
    .map(({ first, last }) => sentence.slice(tokens[first]?.start, tokens[last]?.end))
}

describe('runs that fit a question', () => {
  // Would catch the time in the header of a mail as the answer to a question for a number.
  test('state no time of day where an amount is asked for', () => {
    expect(
      fittingRuns('值班电话是多少？', 'Mon, 25 Nov 2024 09:12:00 +0800 发出的关于春节值班安排的通知请各位确认').filter(
        (run) => run.includes(':'),
      ),
    ).toEqual([])
  })
})

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

  // Would catch half a date with its time of day, and half a span of time.
  test.each([
    ['仪式于1949年10月1日下午3点举行。', '1949年10月1日下午3点'],
    ['Quiet hours are from 22:00 to 06:00.', '22:00 to 06:00'],
    ['The station is open from 15 June to 30 September.', '15 June to 30 September'],
    ['The tour starts at ten and lasts 75 minutes.', '75 minutes'],
  ])('hold dates and spans whole: %s', (sentence, whole) => {
    const runs = runsOf(sentence)
    expect(runs).toContain(whole)
    expect(runs.filter((run) => whole.includes(run) && run !== whole && /\d/u.test(run))).toEqual([])
  })

  // Would catch "July" for "July, 1805"; the year alone may be what is asked for.
  test.each([
    ['It was in July, 1805, that she spoke.', 'July, 1805'],
    ['It was signed on July 4, 1776 in the hall.', 'July 4, 1776'],
  ])('hold a date with its year: %s', (sentence, whole) => {
    const runs = runsOf(sentence)
    expect(runs).toContain(whole)
    expect(runs.filter((run) => /^July(?: 4)?$|^4$/u.test(run))).toEqual([])
  })

  // Would catch "20 people" where fewer than 20 are meant.
  test.each([
    ['参加的不到20人。', '不到20人'],
    ['More than 300 visitors came.', 'More than 300 visitors'],
    ['It takes at least 14 days.', 'at least 14 days'],
  ])('hold what a number is bounded by: %s', (sentence, whole) => {
    const runs = runsOf(sentence)
    expect(runs).toContain(whole)
    expect(runs.filter((run) => /^\d/u.test(run))).toEqual([])
  })

  test('hold both brackets or none', () => {
    const runs = runsOf('他在1520年写了《论教会的囚禁》一书。')
    expect(runs.filter((run) => run.includes('《') !== run.includes('》'))).toEqual([])
    const quoted = runsOf('She left the "old town" and called it "a great success" then.')
    expect(quoted.filter((run) => (run.match(/"/gu)?.length ?? 0) % 2 === 1)).toEqual([])
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
    ['谁设计了这座桥？', '这座桥由王志强设计。', /由/u],
    ['导游要多长时间？', '导游在10:00开始，持续75分钟。', /10:00/u],
    ['有多少张床？', '房屋翻修花了230万欧元，有14张床。', /欧元/u],
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

describe('runs that look like what is asked for', () => {
  test('a year counts and measures nothing, but dates and lengths of time are times', () => {
    const sentence = 'In 1979 the bridge served 12,500 people.'
    expect(fittingRuns('What is the population of Ardley?', sentence)).not.toContain('1979')
    expect(fittingRuns('How many people did the bridge serve?', sentence)).toContain('12,500')
    expect(fittingRuns('When did the bridge open?', sentence)).toContain('1979')
    expect(fittingRuns('How long did it take?', 'It took two years.')).toContain('two years')
    expect(fittingRuns('镇上有多少人口？', '1979年，镇上有人口五千。')).not.toContain('1979年')
  })

  test('a height has a unit', () => {
    const sentence = 'He threw two passes and is 1.96 metres tall.'
    const runs = fittingRuns('How tall is Peyton Manning?', sentence)
    expect(runs).toContain('1.96 metres')
    expect(runs).not.toContain('two')
    expect(fittingRuns('塔有多高？', '塔分两层，高三十米。')).not.toContain('两')
  })

  test('who somebody was inspired by is not the one that was asked about', () => {
    const known = { people: new Set(['gandhi', 'shelley']), places: new Set<string>() }
    const runs = fittingRuns('Who inspired Gandhi?', 'Satyagraha of Gandhi was inspired by Shelley.', known)
    expect(runs).toContain('Shelley')
    expect(runs.filter((run) => run.includes('Gandhi'))).toEqual([])
  })

  test('the legal form behind a name that was asked about is no answer', () => {
    const sentence = 'Northwind Limited is led by Mira Falk.'
    const runs = fittingRuns('Who is the chairman of Northwind?', sentence)
    expect(runs).not.toContain('Northwind Limited')
    expect(runs).toContain('Mira Falk')
  })

  test('what a number says falsely without its bound stays with it', () => {
    const runs = fittingRuns('How much of it died?', 'In that year over 10 percent of it died.')
    expect(runs).not.toContain('10 percent')
    expect(runs).toContain('over 10 percent')
  })
})

// Would catch a number that says something false by itself.
describe('amounts that do not stand alone', () => {
  test.each([
    ['The loft holds no more than three people.', /^(?:more than )?three/u],
    ['每户不超过30平方米。', /^(?:超过)?30/u],
    ['Members between 18 and 65 pay.', /^(?:18|65)$/u],
    ['Use fell by 22 per cent in May.', /^22$/u],
    ['Galaxy Gaming, Inc. is here.', /^Inc\.?$/u],
  ])('%s', (sentence, wrong) => {
    expect(runsOf(sentence).filter((run) => wrong.test(run))).toEqual([])
  })

  test('with its bound a number may', () => {
    expect(runsOf('The loft holds no more than three people.')).toContain('no more than three people')
  })
})
