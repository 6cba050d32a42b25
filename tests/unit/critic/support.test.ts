import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceOf } from '@engine/critic/source'
import { statementOf } from '@engine/critic/claims/statement'
import { support } from '@engine/critic/support'
import { splitSentences } from '@engine/text/sentences/sentences'
import { evidence } from './evidence-fixture'

const tesla =
  'Nikola Tesla (10 July 1856 – 7 January 1943) was a Serbian American inventor, electrical engineer, and mechanical engineer. He emigrated to the United States in 1884, where he would become a naturalized citizen. He worked for a short time at the Edison Machine Works in New York City before he struck out on his own. His alternating current (AC) induction motor and related polyphase AC patents, licensed by Westinghouse Electric in 1888, earned him a considerable amount of money. The water level rises after heavy rain. Attempting to develop inventions he could patent and market, Tesla did not manage his finances well and spent about 1.2 million dollars; 12 percent of it was never repaid.'
const station =
  '王芳于1968年6月12日出生在杭州，1990年毕业于浙江大学。她担任青岩水研究所所长，负责32个水位站的维护。研究所没有接受外部资助，2023年的预算为一千二百万元，比上一年增加了百分之五。水位站每15分钟采集一次数据，雨量计不在其管理范围内。'

const found = (claim: string, source: string) => {
  const { verdict, issues } = support(statementOf(claim), sourceOf(evidence(1, source)))
  return { verdict, keys: issues.map(({ key }) => key) }
}

describe('what a source says in other words is supported', () => {
  test.each([
    [tesla, 'Tesla was born on 10 July 1856.'],
    [tesla, 'Tesla, a Serbian-American engineer and inventor, moved to the United States in 1884.'],
    [
      tesla,
      'Westinghouse Electric licensed his AC induction motor patents in 1888, which earned him considerable money.',
    ],
    [tesla, '12 % of the money was never repaid.'],
    [tesla, 'He emigrated to the United States in 1884.'],
    [station, '王芳1990年从浙江大学毕业。'],
    [station, '王芳是青岩水研究所的所长，出生于1968年6月12日。'],
    [station, '研究所维护三十二个水位站。'],
    [station, '2023年预算为1200万元，比上一年增加5%。'],
    [station, '水位站每十五分钟采集一次数据。'],
  ])('%#: %2$s', (source, claim) => expect(found(claim, source)).toEqual({ verdict: 'supported', keys: [] }))
})

describe('what a source does not say is found, with its kind', () => {
  test.each([
    ['a wrong year', tesla, 'Tesla emigrated to the United States in 1894.', 'number_missing'],
    ['a wrong unit', tesla, '12 grams of it was never repaid.', 'unit_differs'],
    ['a wrong name', tesla, 'His patents were licensed by General Electric in 1888.', 'name_missing'],
    ['a dropped not', tesla, 'Tesla did manage his finances well.', 'negation_differs'],
    [
      'an addition',
      tesla,
      'He emigrated to the United States in 1884, and soon opened several famous restaurants near the river.',
      'added_words',
    ],
    ['something else', tesla, 'Pigeons can be trained to carry short messages.', 'little_support'],
    ['a wrong figure', station, '水位站每30分钟采集一次数据。', 'number_missing'],
    ['a wrong person', station, '李明担任青岩水研究所所长。', 'name_missing'],
    ['a dropped 没有', station, '研究所接受外部资助。', 'negation_differs'],
    ['an added 不', station, '她不担任青岩水研究所所长，负责32个水位站的维护。', 'negation_differs'],
    ['an addition', station, '王芳1990年毕业于浙江大学，此后曾多次前往瑞士参加国际登山比赛。', 'added_words'],
  ])('%s (%#)', (_kind, source, claim, key) => {
    const { verdict, keys } = found(claim, source)
    expect(verdict).not.toBe('supported')
    expect(keys).toContain(key)
  })

  // Would catch a bag of words: every one of these figures and names is in the sentence, or beside it.
  test('a name or figure of the same passage in the wrong place', () => {
    const text = 'Ada Lund led the survey with 24 stations. Bo Ferrer led the repair of 7 pumps.'
    expect(found('Bo Ferrer led the survey with 24 stations.', text).verdict).toBe('unsupported')
    expect(found('Ada Lund led the survey with 7 stations.', text).verdict).toBe('unsupported')
    expect(found('Bo Ferrer led the repair of 24 pumps.', text).verdict).toBe('unsupported')
  })
})

describe('words of the source are always supported', () => {
  test('without the line breaks and footnote brackets that citing changes', () => {
    const source = 'The pump moves 40\nlitres per second [3] in all\nseasons. 研究所位于青岩，\n负责水位站。'
    expect(found('The pump moves 40 litres per second ［3］ in all seasons.', source).verdict).toBe('supported')
    expect(found('研究所位于青岩，负责水位站。', source).verdict).toBe('supported')
  })

  test('but half a word or half a number is no word of the source', () => {
    expect(found('The team had 5 sacks.', 'The team had 15 sacks.').verdict).toBe('unsupported')
    expect(found('It cost 200 euros in total.', 'It cost 1,200 euros in total.').verdict).toBe('unsupported')
  })

  const word = fc.constantFrom(
    ...[
      'not',
      'The',
      'pump',
      'Ada',
      '1968',
      '12 June 1968',
      '5 %',
      '5 g',
      'before',
      'never',
      '没有',
      '三十二个',
      '王芳',
    ],
    ...['下降', '增加', '水位站', '，', '。', '.', ';', '\n', '(', ')', '[3]', '½', 'x²', 'é', '🙂', '，不', '第二'],
  )
  const passage = fc.array(word, { minLength: 3, maxLength: 60 }).map((words) => words.join(' '))

  test('any sentence or run of sentences of any passage', () => {
    fc.assert(
      fc.property(passage, fc.nat(), fc.nat({ max: 3 }), (text, at, more) => {
        const spans = splitSentences(text)
        const first = spans[at % Math.max(1, spans.length)]
        const last = spans[Math.min(spans.length - 1, spans.indexOf(first ?? { start: 0, end: 0 }) + more)]
        if (!first || !last) return
        const slice = text.slice(first.start, last.end)
        // A stretch that a "not" directly before it turns round is the one exception.
        fc.pre(/[\p{L}\p{N}]/u.test(slice) && !/(?:not|没有|不)\s*$/u.test(text.slice(0, first.start)))
        expect(found(slice, text).verdict).toBe('supported')
      }),
    )
  })
})
