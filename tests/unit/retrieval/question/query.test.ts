import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createTermTable, expandAcrossLanguages } from '@engine/retrieval/terms/cross-language'
import { coverage, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { toTextQuery } from '@engine/retrieval/question/query'
import { defaultChain } from '@engine/retrieval/post-processors/default-chain'
import { retrieve } from '@engine/retrieval/retrieve'
import { searchAll } from '@engine/retrieval/search'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { analyse } from '@engine/text/analyse'
import { fakeChunkIndex } from '../../../fakes/chunk-index'

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

  test('no character of a question reaches the store as anything but a term', () => {
    const hostile = fc.constantFrom(
      ...['"', '“', '”', '「', '」', '《', '》', "'", '+', '-', '−', '－', '*', '?', '~', '^', ':', '(', ')', '[', ']'],
      ...['{', '}', '\\', '/', '!', '&&', '||', ' AND ', ' OR ', ' NOT ', ';', '--', '\u0000', '\n', '\t', '　', '％'],
      ...['pump', '水位', 'TKT-1042', 'foo_bar', 'v1.2', 'C++', '1,200', '百分之五十', '𠮷', 'é', '😀'],
    )
    const question = fc
      .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 4 })))
      .map((parts) => parts.join(''))
    // What a term is made of: letters, digits, marks, and the joiners inside identifiers.
    const term = /^[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}_.'’/+#@-]*[\p{L}\p{N}\p{M}+#%])?$/u
    fc.assert(
      fc.property(question, (text) => {
        const { terms, phrases, excluded } = toTextQuery(text)
        for (const one of [...terms, ...phrases.flat(), ...excluded.flatMap((run) => run.split(' '))]) {
          expect(one).toMatch(term)
        }
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['「水位上升」的原因', ['水位', '位上', '上升']],
    ['『水位上升』的原因', ['水位', '位上', '上升']],
    ['＂water level＂ rose', ['water', 'level']],
    ['“foo_bar baz” fails', ['foo_bar', 'foo', 'bar', 'baz']],
  ])('quotation marks of every kind: %s', (question, phrase) => {
    expect(toTextQuery(question).phrases).toEqual([phrase])
  })

  test.each<[string, string[]]>([
    ['水泵 -柴油机', ['柴油 油机']],
    ['水泵　－柴油', ['柴油']],
    ['tickets -TKT-1042', ['tkt-1042 tkt 1042']],
    ['pump -"diesel engine"', ['diesel engin']],
    ['what does tar -v do', []],
    ['well-known e-mail', []],
  ])('one exclusion is one run of terms: %s', (question, excluded) => {
    const query = toTextQuery(question)
    expect(query.excluded).toEqual(excluded)
    expect(query.phrases).toEqual([])
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
    expect(await names('pump -"diesel pump"')).toEqual(['unwanted', 'wanted'])
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

  // Each list costs milliseconds; without a sense of meaning these find only what full text finds as well.
  test('asks for translated words by full text alone, unless the embedder knows meaning', async () => {
    const index = await fakeChunkIndex([{ name: 'a', text: 'water level' }])
    const embedder = createHashedNgramEmbedder()
    const queries = [
      { text: '水位', weight: 1 },
      { text: 'water level', weight: 0.7, translated: true },
    ]
    const channelsOf = async (unrelated: number | undefined) => {
      const found = await searchAll({ queries, perList: 5 }, index, { ...embedder, unrelated })
      return found.passages[0]?.placements.map(({ list }) => `${list.channel} ${list.query}`)
    }
    expect(await channelsOf(undefined)).toEqual(['text water level'])
    expect(await channelsOf(0.2)).toEqual(['vector water level', 'text water level'])
  })

  // Catches a cold embedder that costs the whole search what words have found.
  test.each([
    ['soon', undefined, 1300],
    ['later where nobody waits', 9000, 9100],
  ])('an embedder that does not answer costs its lists only, %s', async (_, deadlineMs, ms) => {
    vi.useFakeTimers()
    try {
      const index = await fakeChunkIndex([{ name: 'a', text: 'water level' }])
      const silent = { ...createHashedNgramEmbedder(), embedQuery: () => new Promise<Float32Array>(() => undefined) }
      const queries = [{ text: 'water level', weight: 1 }]
      const rooms = {
        index,
        embedder: silent,
        terms: table,
        chain: defaultChain,
        readText: () => Promise.resolve(null),
      }
      const request = { question: 'water level', queries, most: 5, tokenBudget: 1000, deadlineMs }
      let isOver = false
      const found = retrieve(request, rooms).finally(() => (isOver = true))
      await vi.advanceTimersByTimeAsync(ms - 200)
      expect(isOver).toBe(false)
      await vi.advanceTimersByTimeAsync(200)
      const { passages, failures } = await found
      expect(passages).toHaveLength(1)
      expect(failures.map(({ key }) => key)).toEqual(['vector_search_late'])
    } finally {
      vi.useRealTimers()
    }
  })

  // Catches a busy machine on which nothing came within a list's time, and the whole question was given up.
  test.each([
    ['the first that comes late ends the wait for the others', 2000, ['b']],
    ['none is waited for without end', 60_000, null],
  ])('where no list has answered in time, %s', async (_, cameMs, names) => {
    vi.useFakeTimers()
    try {
      const index = await fakeChunkIndex([{ name: 'b', text: 'water level' }])
      const slow: typeof index = {
        ...index,
        textSearch: async (...all) => {
          await new Promise((resolve) => setTimeout(resolve, cameMs))
          return index.textSearch(...all)
        },
      }
      const silent = { ...createHashedNgramEmbedder(), embedQuery: () => new Promise<Float32Array>(() => undefined) }
      const found = searchAll({ queries: [{ text: 'water level', weight: 1 }], perList: 5 }, slow, silent).then(
        ({ passages, failures }) => ({ names: passages.map(({ chunk }) => chunk.doc_name), failures: failures.length }),
        (thrown: unknown) => thrown,
      )
      await vi.advanceTimersByTimeAsync(3700)
      vi.useRealTimers()
      const outcome = await Promise.race([found, Promise.resolve('still waiting')])
      if (names) expect(outcome).toEqual({ names, failures: 1 })
      else expect(outcome).toMatchObject({ message: expect.stringContaining('every search failed') as string })
    } finally {
      vi.useRealTimers()
    }
  })
})
