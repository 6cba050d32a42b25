import { resolve } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPart } from '@engine/question/asked-question'
import { leadWithShortAnswer, shortAnswerIn } from '@engine/answer/short-answer/lead-with-short-answer'
import { loadShortAnswerer } from '@engine/answer/short-answer/load-short-answerer'
import type { ShortAnswerer } from '@engine/answer/short-answer/short-answer'
import { tokensOf, withMarks } from '@engine/answer/short-answer/tokens/answer-tokens'
import { questionWordIn } from '@engine/question/words/wanted-kind'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import type { Language } from '@engine/text/language'

const statistics = { chunkCount: 20, documentFrequency: () => 1 }
const nobody = { people: new Set<string>(), places: new Set<string>() }

let answerer: ShortAnswerer
beforeAll(async () => {
  answerer = await loadShortAnswerer(resolve(import.meta.dirname, '../../../../resources'))
})

const source = (passages: readonly Passage[]) => ({ passages, statistics })

function passage(text: string): Passage {
  const chunk = {
    id: 'd:1:0',
    doc_id: 'd',
    doc_name: 'd.txt',
    title: '',
    revision: '1',
    collection: '',
    index: 0,
    text,
    context: '',
    start: 0,
    end: text.length,
    heading_path: [],
    page: null,
    kind: 'paragraph' as const,
    format: 'text' as const,
    token_count: 1,
    window_start: 0,
    window_end: text.length,
  }
  return { ...toPassage({ chunk, vector: new Float32Array(1), search: '' }, []), score: 1 }
}

const english =
  'Marta Lindqvist has led the station since 2019. The cable car carries at most six people. It was built in Tarnsford by the Voss company in 1987 and cost 4.2 million euros.'
const chinese = '观测站由玛尔塔·林德奎斯特于2019年开始领导。缆车最多可载六人。缆车建于1987年，耗资420万欧元。'

describe('short answers', () => {
  test.each([
    ['Who has led the station since 2019?', english, /Marta Lindqvist/u],
    ['When was the cable car built?', english, /1987/u],
    ['How many people does the cable car carry?', english, /six/u],
    ['缆车最多可载多少人？', chinese, /六/u],
    ['缆车建于哪一年？', chinese, /1987/u],
  ])('%s', (question, text, expected) => {
    const found = shortAnswerIn(readPart(question), source([passage(text)]), answerer)
    expect(found?.short.text).toMatch(expected)
    expect(found?.sentence.text).toContain(found?.short.text)
  })

  test('never names something of another kind than was asked for', () => {
    const found = shortAnswerIn(
      readPart('When was it painted?'),
      source([passage('Two observers painted the hut.')]),
      answerer,
    )
    expect(found).toBeNull()
  })

  test('stands before its sentence, and nothing is lost of a table', () => {
    const [text] = [passage(english)]
    const first = { passage: 0, start: 48, end: 95, text: english.slice(48, 95), listItem: false }
    const row = { passage: 0, start: 0, end: 47, text: english.slice(0, 47), listItem: true }
    const question = 'How many people does the cable car carry?'
    const { sentences: led } = leadWithShortAnswer(
      readPart(question),
      [first],
      { ...source([text]), keyTerms: [] },
      answerer,
    )
    expect(led.map(({ short }) => short === true)).toEqual([true, false])
    expect(led[1]?.text).toContain(led[0]?.text)
    const { sentences } = leadWithShortAnswer(
      readPart(question),
      [first, row],
      { ...source([text]), keyTerms: [] },
      answerer,
    )
    expect(sentences).toHaveLength(3)
  })

  test.each(['Why is there no road?', 'How do I order a key?', 'Compare the P3 and the R80.', '为什么没有公路？'])(
    'wants a sentence: %s',
    (question) => {
      const sentences = [{ passage: 0, start: 0, end: 47, text: english.slice(0, 47), listItem: false }]
      const led = leadWithShortAnswer(
        readPart(question),
        sentences,
        { ...source([passage(english)]), keyTerms: [] },
        answerer,
      )
      expect(led).toEqual({ sentences, isShort: false, isCell: false })
    },
  )

  test('is verbatim, whatever the text and the question (property)', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 120 })
    fc.assert(
      fc.property(text, text, (question, body) => {
        const found = shortAnswerIn(readPart(question), source([passage(body)]), answerer)
        if (found) expect(body.slice(found.short.start, found.short.end)).toBe(found.short.text)
      }),
      { numRuns: 150 },
    )
  })

  test('finds the fact at the end of a very long sentence', () => {
    const long = `${'The pump of the lower basin was painted, and '.repeat(200)}the dam was finished in 1931.`
    const found = shortAnswerIn(readPart('When was the dam finished?'), source([passage(long)]), answerer)
    expect(found?.short.text).toContain('1931')
  })
})

describe('marks of Markdown', () => {
  test.each([
    ['When does the pump house open?', 'The pump house opens at **06:30** and closes at **18:45**.', '06:30'],
    ['How many spare seals are in the pump house?', 'The pump house holds `24` spare seals.', '24'],
    ['Who built the pump house?', 'The pump house was built by **Ines Okafor** of Dun.', 'Ines Okafor'],
  ])('are no part of a word: %s', (question, text, expected) => {
    expect(shortAnswerIn(readPart(question), source([passage(text)]), answerer)?.short.text).toBe(expected)
  })

  test('stand whole in what is quoted, or not at all', () => {
    const sentence = 'By Ines **Okafor** in *Dun*.'
    const marked = (words: string) => {
      const start = sentence.indexOf(words)
      const span = withMarks(sentence, { start, end: start + words.length })
      return span && sentence.slice(span.start, span.end)
    }
    expect(['Ines', 'Ines **Okafor', 'Okafor', 'Okafor** in', '**Okafor** in *Dun'].map(marked)).toEqual([
      'Ines',
      'Ines **Okafor**',
      'Okafor',
      '**Okafor** in',
      '**Okafor** in *Dun*',
    ])
    expect(marked('Okafor** in *Dun')).toBeNull()
  })
})

describe('what an answer is one of', () => {
  test.each([
    ['What colour is the hut?', 'The hut was painted by Ines Okafor. The colour of the hut is dark green.', /green/u],
    ['Which company built the hut?', 'The hut was built by the Voss company after a long delay.', /Voss/u],
    ['What colour is the hut?', 'The hut was painted by Ines Okafor in 1987.', null],
  ])('%s', (question, text, expected) => {
    const found = shortAnswerIn(readPart(question), source([passage(text)]), answerer)
    if (expected) expect(found?.short.text).toMatch(expected)
    else expect(found).toBeNull()
  })
})

describe('what a question wants', () => {
  test.each<[string, Language, string]>([
    ['Who opened the hut?', 'en', 'who'],
    ['In which year was it built?', 'en', 'when'],
    ['What percentage was spent?', 'en', 'number'],
    ['Why did it fail?', 'en', 'why'],
    ['谁负责观测站？', 'zh', 'who'],
    ['为什么关闭缆车？', 'zh', 'why'],
    ['海拔多少米？', 'zh', 'number'],
    ['哪一天开放？', 'zh', 'when'],
  ])('%s', (question, language, kind) => {
    expect(questionWordIn(question, language).kind).toBe(kind)
  })
})

describe('words and their classes', () => {
  test('a foreign name in Chinese is one word', () => {
    const words = tokensOf('由玛尔塔·林德奎斯特领导', 'zh', nobody).map(({ text }) => text)
    expect(words.find((word) => word.includes('·'))).toBe('玛尔塔·林德奎斯特')
  })

  test('known names tell people from places', () => {
    const known = { people: new Set(['marta']), places: new Set(['oslo']) }
    const kinds = Object.fromEntries(
      tokensOf('Marta Lindqvist lives in Oslo.', 'en', known).map((one) => [one.text, one.kind]),
    )
    expect(kinds).toMatchObject({ Marta: 'person', Lindqvist: 'person', Oslo: 'place' })
  })

  test('offsets are where the words stand (property)', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.constantFrom<Language>('en', 'zh'),
        (text, language) => {
          for (const token of tokensOf(text, language, nobody))
            expect(text.slice(token.start, token.end)).toBe(token.text)
        },
      ),
      { numRuns: 200 },
    )
  })
})
