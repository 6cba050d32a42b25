import { describe, expect, test } from 'vitest'
import { askedFor, floorFeatures, floorValuesOf, isRelevant } from '@engine/retrieval/relevance'
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
})
