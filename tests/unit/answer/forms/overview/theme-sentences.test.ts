import { expect, test } from 'vitest'
import { themeSentences } from '@engine/pipeline/forms/overview/theme-sentences'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { fakeChunkIndex } from '../../../../fakes/chunk-index'

const texts = {
  lake: 'The radar hangs above the lake. It was installed in May. Ice broke the old probe in winter.',
  again: 'Snow fell early. The radar hangs above the lake. The probe was repaired by Ada Brandl in winter.',
  table: 'item | price\n---|---\nradar sensor | 200 euros\npressure probe | 300 euros',
  heading: 'Radar\n\nThe following applies:\n\n雷达安装在湖面上方的支架上。',
}
const index = await fakeChunkIndex(Object.entries(texts).map(([name, text]) => ({ name, text })))
const passages = new Map(
  index.chunks.map((chunk): [string, Passage] => [
    chunk.title,
    toPassage({ chunk, vector: new Float32Array(), search: '' }, []),
  ]),
)
const at = (id: keyof typeof texts, words: string) => {
  const start = texts[id].indexOf(words)
  return { id, start, end: start + words.length }
}
const quoted = (
  themes: readonly { names: string[]; passages: ReturnType<typeof at>[] }[],
  topic = '',
  language: 'en' | 'zh' = 'en',
) => {
  const keyTerms = topic === '' ? [] : keyTermsOf(topic, createTermTable([]), index.statistics)
  return themeSentences(themes, passages, { keyTerms, language }).map((sentences) =>
    sentences.map(({ passage, start, end }) => passage.text.slice(start, end)),
  )
}

// Catches half a sentence in an answer: the graph gives places, not sentences.
test('a place is widened to its sentence', () => {
  expect(quoted([{ names: ['radar'], passages: [at('lake', 'radar hangs')] }])).toEqual([
    ['The radar hangs above the lake.'],
  ])
})

// Catches the same words twice in one answer, where two documents or two themes have them.
test('no sentence is said twice', () => {
  const themes = [
    { names: ['radar'], passages: [at('lake', 'radar'), at('again', 'radar')] },
    { names: ['lake'], passages: [at('again', 'lake')] },
  ]
  expect(quoted(themes)).toEqual([['The radar hangs above the lake.'], []])
})

test('rows of a table are quoted only where nothing else is, and their head never', () => {
  const row = at('table', 'radar sensor')
  expect(quoted([{ names: [], passages: [row, at('lake', 'installed')] }])[0]).toEqual(['It was installed in May.'])
  expect(quoted([{ names: [], passages: [row] }])[0]).toEqual(['radar sensor | 200 euros'])
  expect(quoted([{ names: [], passages: [at('table', 'item | price')] }])[0]).toEqual([])
})

test('what is asked about must be in a sentence, wherever in the passage that stands', () => {
  const themes = [{ names: ['radar'], passages: [at('lake', 'radar'), at('again', 'radar')] }]
  expect(quoted(themes, 'the probe')).toEqual([
    ['Ice broke the old probe in winter.', 'The probe was repaired by Ada Brandl in winter.'],
  ])
  expect(quoted(themes, 'volcano')).toEqual([[]])
})

test('a sentence in the language of the question comes first, and alone', () => {
  const themes = [{ names: ['radar', '雷达'], passages: [at('lake', 'radar'), at('heading', '雷达')] }]
  expect(quoted(themes, '', 'zh')).toEqual([['雷达安装在湖面上方的支架上。']])
  expect(quoted(themes)).toEqual([['The radar hangs above the lake.']])
})

test('headings, announcements and chunks that are gone are not quoted', () => {
  expect(quoted([{ names: [], passages: [at('heading', 'Radar'), at('heading', 'following')] }])).toEqual([[]])
  expect(
    themeSentences([{ names: [], passages: [{ id: 'gone', start: 0, end: 5 }] }], passages, {
      keyTerms: [],
      language: 'en',
    }),
  ).toEqual([[]])
})
