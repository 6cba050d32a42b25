import { describe, expect, test } from 'vitest'
import { askedFor, floorFeatures, floorValuesOf, isRelevant, relevantOf } from '@engine/retrieval/relevance'
import { toPassage, type Passage, type RankFeatures } from '@engine/retrieval/passage'
import { analyse } from '@engine/text/analyse'

const statistics = { chunkCount: 100, documentFrequency: () => 3 }
const whole: RankFeatures = {
  ...{
    cosine: 0.3,
    coverage: 1,
    title: 0,
    score: 1,
    together: 1,
    names: 1,
    words: 1,
    related: 0,
    quotesQuestion: false,
  },
}

function passage(text: string, features: RankFeatures | null = whole): Passage {
  const chunk = {
    ...{
      id: 'c',
      doc_id: 'd',
      doc_name: 'd',
      title: '',
      revision: 'r',
      collection: 'default',
      format: 'text' as const,
    },
    ...{ index: 0, start: 0, end: text.length, heading_path: [], context: '', page: null, text, language: 'en' },
  } as unknown as Passage['chunk']
  return { ...toPassage({ chunk, vector: new Float32Array(2), search: analyse(text).join(' ') }, []), features }
}

const termsOf = (question: string) =>
  analyse(question).map((term) => ({ surface: term, alternatives: [[term]], weight: 1 }))
const asked = (question: string) => askedFor(question, termsOf(question), statistics)
const valueOf = (name: (typeof floorFeatures)[number], text: string, question: string) =>
  floorValuesOf(passage(text), asked(question))?.[floorFeatures.indexOf(name)]

describe('the relevance floor', () => {
  test('lets through what has all of the question, and nothing that was never ranked', () => {
    const question = asked('When was the pump installed?')
    expect(isRelevant(passage('The pump was installed in 2019.'), question)).toBe(true)
    expect(isRelevant(passage('The pump was installed in 2019.', null), question)).toBe(false)
  })

  test('what a question is mostly about is not found in another language where no document has it', () => {
    const about = (frequency: number) =>
      askedFor(
        '红楼梦的作者是谁？',
        [
          { surface: '红楼梦', alternatives: [['红楼', '楼梦']], weight: 3 },
          { surface: '作者', alternatives: [['作者'], ['author']], weight: 1 },
        ],
        { chunkCount: 100, documentFrequency: (term) => (term === 'author' ? 3 : frequency) },
      )
    const foreign = passage('The author is Tomas Brandl.')
    expect([0, 2].map((frequency) => isRelevant(foreign, about(frequency)))).toEqual([false, true])
  })

  test('a name the passage lacks counts against it; another form of it is it', () => {
    expect(valueOf('names', 'An Indian school.', 'Which schools are in India?')).toBeGreaterThan(0.5)
    expect(valueOf('names', 'A German school.', 'Which schools are in India?')).toBe(0)
    expect(valueOf('names', 'A German school.', 'Which schools are there?')).toBe(1)
  })

  test('a name is looked for by its translations in a passage of the other language', () => {
    const question = 'When was Fresno founded?'
    const keyTerms = [
      { surface: 'Fresno', alternatives: [['fresno'], analyse('弗雷斯诺')], weight: 1 },
      { surface: 'founded', alternatives: [['found'], analyse('建立')], weight: 1 },
    ]
    const at = floorFeatures.indexOf('names')
    const told = (text: string) => floorValuesOf(passage(text), askedFor(question, keyTerms, statistics))?.[at]
    expect(told('弗雷斯诺建立于 1872 年。')).toBe(1)
    expect(told('杰克逊维尔建立于 1822 年。')).toBeLessThan(0.5)
  })

  test('a short question that lacks a word is another one, a long one is not', () => {
    expect(valueOf('terms', 'x', 'pump height')).toBeLessThan(
      valueOf('terms', 'x', 'pump height valve cellar button') ?? 0,
    )
  })

  test('single characters count in Chinese', () => {
    expect(valueOf('sentence', '市政府设在杜瓦尔郡。', '市政府在哪个郡？')).toBe(1)
  })

  test('a passage that says nothing of the attribute asked for is not relevant, however well it fits', () => {
    const question = asked('Who is the mayor of Fresno?')
    expect(isRelevant(passage('Fresno lies in California; who is who in Fresno.'), question)).toBe(false)
    expect(isRelevant(passage('The mayor of Fresno is elected.'), question)).toBe(true)
  })

  test('how many there are of what no document speaks of is not answered', () => {
    const counting = (frequency: number) =>
      askedFor(
        '镇上有几所小学？',
        [
          { surface: '小学', alternatives: [['小学'], ['primari', 'school']], weight: 3 },
          { surface: '镇上', alternatives: [['镇上']], weight: 3 },
        ],
        { chunkCount: 100, documentFrequency: (term) => (term === '小学' ? frequency : 3) },
      )
    const town = passage('镇上有小学。')
    expect([0, 3].map((frequency) => isRelevant(town, counting(frequency)))).toEqual([false, true])
  })

  test('a text in another language needs more than one common word while the rarest is in the library', () => {
    const keyTerms = [
      { surface: '负责', alternatives: [['负责'], ['respons']], weight: 1 },
      { surface: '管账', alternatives: [['管账'], ['bookkeep']], weight: 4 },
    ]
    const question = askedFor('谁负责管账', keyTerms, statistics)
    const [foreign, better] = [passage('The responsibility of the trustee.'), passage('Responsible for bookkeeping.')]
    expect([...relevantOf([foreign, better], question)]).toEqual([better])
    const own = passage('由葛兰负责管账。')
    expect([...relevantOf([foreign, own], question)]).toEqual([own])
  })

  test('a text in another language gives way to one of the own that almost fits and holds as much', () => {
    const keyTerms = [
      { surface: '合同', alternatives: [['合同'], ['contract']], weight: 2.3 },
      { surface: '最后', alternatives: [['最后'], ['final']], weight: 2.6 },
      { surface: '实际', alternatives: [['实际'], ['actual']], weight: 3 },
      { surface: '云桥', alternatives: [['云桥']], weight: 2.7 },
    ]
    const question = askedFor('云桥合同最后实际多少钱', keyTerms, statistics)
    const partly = { ...whole, coverage: 0.6, words: 0.5, together: 0.5, cosine: 0.05 }
    const [foreign, own] = [
      passage('The final payment of the contract was £3.', partly),
      passage('与云桥的合同。价款36元。', { ...partly, coverage: 0.45, words: 0.4 }),
    ]
    expect(isRelevant(foreign, question)).toBe(true)
    expect(isRelevant(own, question)).toBe(false)
    expect([...relevantOf([foreign, own], question)]).toEqual([own])
    expect([...relevantOf([foreign], question)]).toEqual([foreign])
  })

  test.each([
    ['How many puffins did they count on the island?', false],
    ['How many ducks did they count on the island?', true],
    ['Who was the anaesthetist at the operation?', false],
    // Documents call people by what they are.
    ['How many colleagues did they count?', true],
    // Movies are films as well.
    ['How many movies did they count on the island?', true],
  ])('who, or what is counted, must be known to some document: %s', (question, isAnswered) => {
    const text = 'They count ducks and films on the island: 203. The operation went well.'
    const known = new Set(analyse(text))
    const held = { chunkCount: 100, documentFrequency: (term: string) => (known.has(term) ? 3 : 0) }
    const partly = { ...whole, coverage: 0.45, words: 0.45, together: 0.35, cosine: 0.1 }
    expect(isRelevant(passage(text, partly), askedFor(question, termsOf(question), held))).toBe(isAnswered)
  })
})
