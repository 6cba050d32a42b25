import { describe, expect, test } from 'vitest'
import { coverage, keyTermsOf, saidOtherwise } from '@engine/retrieval/question/key-terms'
import { relatedShareOf, relatedTermsOf } from '@engine/retrieval/terms/related-terms'
import { termSieve } from '@engine/retrieval/term-sieve'
import { softShareOf, togetherness, weightedTermsOf } from '@engine/retrieval/question/wording'
import { toSearchColumn } from '@engine/text/analyse'

const texts = [
  'The septicemic patients were given antibiotics; the automobile stood outside while Dr Ahn wrote the chart.',
  'Annual leave: staff with five years of service take twelve days a year. Carrying over is not allowed.',
  '职工连续工作满一年以上的，享受带薪年休假。国家法定休假日不计入年休假的假期。',
  '泡茶先烫壶，再投茶叶；保险费按月缴纳，逾期不退。',
  '',
  'water '.repeat(60) + 'level of the Aldmoor gauge, which is P3传感器 in the plan',
]
const questions = [
  'How was septicemia treated?',
  'Where was the car parked?',
  'How many days of annual leave?',
  '年假有几天？',
  '茶怎么泡？',
  '保费何时交？',
  'What is the water level at Aldmoor, P3传感器?',
]
const statistics = { chunkCount: 100, documentFrequency: (term: string) => (term.length % 3 === 0 ? 0 : term.length) }

describe('the sieve of terms', () => {
  test.each(questions)('leaves everything that %s is compared with', (question) => {
    const keyTerms = keyTermsOf(question, { match: () => [] }, statistics)
    const words = weightedTermsOf(question, statistics)
    const related = relatedTermsOf(words)
    const sieve = termSieve({ keyTerms, wordings: [words], related })
    for (const text of texts) {
      const search = toSearchColumn('', '', '', text)
      const all = search.split(' ').map((term, place) => ({ term, place }))
      const left = sieve(search)
      expect(left).toEqual(all.filter((one) => left.some(({ place }) => place === one.place)))
      const [whole, part] = [all, left].map((some) => new Set(some.map(({ term }) => term))) as [
        Set<string>,
        Set<string>,
      ]
      expect(coverage(keyTerms, part)).toBe(coverage(keyTerms, whole))
      expect(saidOtherwise(keyTerms, part)).toEqual(saidOtherwise(keyTerms, whole))
      expect(softShareOf(words, part)).toBe(softShareOf(words, whole))
      expect(relatedShareOf(words, related, part)).toBe(relatedShareOf(words, related, whole))
      expect(togetherness(words, left)).toBe(togetherness(words, all))
    }
  })

  test('keeps a few of hundreds (bug: so many others pass that nothing is saved)', () => {
    const words = weightedTermsOf('Where does the Aldmoor gauge stand?', statistics)
    const sieve = termSieve({ keyTerms: [], wordings: [words], related: new Map() })
    const filler = Array.from({ length: 500 }, (_, at) => `word${at}`).join(' ')
    expect(sieve(`${filler} aldmoor gaug`).length).toBeLessThan(10)
    expect(sieve('')).toEqual([])
  })
})
