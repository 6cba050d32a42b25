import { describe, expect, test } from 'vitest'
import { createTermTable, expandAcrossLanguages } from '../../../electron/retrieval/cross-language'
import { coverage, keyTermsOf } from '../../../electron/retrieval/key-terms'
import { toTextQuery } from '../../../electron/retrieval/query'
import { defaultChain } from '../../../electron/retrieval/post-processors/default-chain'
import { retrieve } from '../../../electron/retrieval/retrieve'
import { searchAll } from '../../../electron/retrieval/search'
import { createHashedNgramEmbedder } from '../../../electron/inference/hashed-ngrams'
import { analyse } from '../../../electron/text/analyse'
import { fakeChunkIndex } from '../../fakes/chunk-index'

describe('reading a question as a full-text query', () => {
  test('quotations are phrases, -word excludes, grammar words are left out', () => {
    const query = toTextQuery('what is the "water level" -pump')
    expect(query.phrases).toEqual([analyse('water level')])
    expect(query.excluded).toEqual(['pump'])
    expect(query.terms).toEqual(analyse('water level'))
  })

  test.each(['AND OR NOT', '" OR 1=1 --', '((((', 'a:b^2~', '*', '\\', '', '的'])('survives %j', (text) => {
    const query = toTextQuery(text)
    expect(query.terms.every((term) => !/[\s"()*\\^~:]/u.test(term))).toBe(true)
  })

  test('a minus before a number is a number, and -word is no part of what is asked', () => {
    expect(toTextQuery('works at -20 °C').excluded).toEqual([])
    const keyTerms = keyTermsOf('pump -litres', createTermTable([]), { chunkCount: 9, documentFrequency: () => 1 })
    expect(keyTerms.map(({ surface }) => surface)).toEqual(['pump'])
  })

  test.each([
    ['酒吧在哪里？', '酒吧'],
    ['现有多少台水泵？', '现有'],
  ])('question words inside words stay: %s', (question, word) => {
    expect(toTextQuery(question).terms.join('')).toContain(word)
  })

  test('Chinese question words make no bigrams with the content beside them', () => {
    expect(toTextQuery('水位是多少').terms).toEqual(['水位'])
  })
})

const table = createTermTable([
  ['water level', '水位'],
  ['pump', '水泵', '泵'],
  ['policy', '政策'],
])

describe('the term table', () => {
  test('matches the longest terms in both directions, whole words only', () => {
    expect(table.match('The water level of the pumps').map(({ surface }) => surface)).toEqual(['water level', 'pumps'])
    expect(table.match('水泵的水位').map(({ translations }) => translations)).toEqual([['pump'], ['water level']])
    expect(table.match('pumpkin policies').map(({ surface }) => surface)).toEqual(['policies'])
  })

  test('an expansion keeps identifiers and is null where nothing is known', () => {
    expect(expandAcrossLanguages('PX-200 水泵的水位', 'zh', table)).toBe('pump water level PX-200')
    expect(expandAcrossLanguages('完全无关', 'zh', table)).toBeNull()
  })
})

describe('key terms', () => {
  const statistics = { chunkCount: 100, documentFrequency: (term: string) => (term === 'rare' ? 1 : 40) }

  test('a passage in the other language covers a question by translation', () => {
    const keyTerms = keyTermsOf('水位', table, statistics)
    expect(coverage(keyTerms, new Set(analyse('The water level rose.')))).toBe(1)
    expect(coverage(keyTerms, new Set(analyse('The pump failed.')))).toBe(0)
  })

  test.each(['王芳是谁？', '茶是什么？', '什么是放线菌酮？', '谁管水？', 'Who is it?'])(
    'there are key terms in %s',
    (question) => {
      expect(keyTermsOf(question, table, statistics).length).toBeGreaterThan(0)
    },
  )

  test('a lone character is covered where it is part of a word', () => {
    expect(coverage(keyTermsOf('茶是什么？', table, statistics), new Set(analyse('绿茶产于高山。')))).toBe(1)
  })

  test('rare terms weigh more than common ones', () => {
    const keyTerms = keyTermsOf('rare common', table, statistics)
    expect(coverage(keyTerms, new Set(['rare']))).toBeGreaterThan(coverage(keyTerms, new Set(['common'])))
  })
})

describe('retrieval', () => {
  test('passages that hold an excluded word are left out, by whichever channel they were found', async () => {
    const index = await fakeChunkIndex([
      { name: 'wanted', text: 'The pump runs on electricity.' },
      { name: 'unwanted', text: 'The pump runs on diesel.' },
    ])
    const names = async (question: string) => {
      const rooms = {
        index,
        embedder: createHashedNgramEmbedder(),
        terms: table,
        chain: defaultChain,
        readText: () => Promise.resolve(null),
      }
      const queries = [{ text: question, weight: 1 }]
      const { passages } = await retrieve({ question, queries, most: 5, tokenBudget: 1000 }, rooms)
      return passages.map(({ chunk }) => chunk.doc_name).toSorted()
    }
    expect(await names('pump')).toEqual(['unwanted', 'wanted'])
    expect(await names('pump -diesel')).toEqual(['wanted'])
  })
})

describe('searching every way at once', () => {
  test('merges lists by chunk and keeps each placement; a failed list is reported, not fatal', async () => {
    const index = await fakeChunkIndex([
      { name: 'a', text: 'water level' },
      { name: 'b', text: 'pump' },
    ])
    const embedder = createHashedNgramEmbedder()
    const queries = [{ text: 'water level', weight: 1 }]
    const both = await searchAll({ queries, perList: 5 }, index, embedder)
    expect(both.passages[0]?.placements.map(({ list }) => list.channel)).toEqual(['vector', 'text'])
    index.textSearch = () => Promise.reject(new Error('gone'))
    const one = await searchAll({ queries, perList: 5 }, index, embedder)
    expect(one.failures).toHaveLength(1)
    expect(one.passages.length).toBeGreaterThan(0)
    index.vectorSearch = () => Promise.reject(new Error('gone too'))
    await expect(searchAll({ queries, perList: 5 }, index, embedder)).rejects.toThrow('every search failed')
  })
})
