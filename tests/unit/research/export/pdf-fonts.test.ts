import { expect, it } from 'vitest'
import { fontRuns } from '@engine/research/export/pdf-fonts'

const runs = (text: string, language: 'en' | 'zh') => fontRuns(text, language).map(({ text: own, font }) => [font, own])

// Catches "don ’ t" with a mark as wide as a character, and Chinese quotation marks as narrow as Latin ones.
it('in Chinese text marks within Latin words are narrow, and those of Chinese are wide', () => {
  expect(runs('don’t 2023–2024', 'zh')).toEqual([['Latin', 'don’t 2023–2024']])
  expect(runs('the observers’ hut', 'zh')).toEqual([['Latin', 'the observers’ hut']])
  expect(runs('他说“好”', 'zh')).toEqual([['Chinese', '他说“好”']])
  expect(runs('在“RAG”里', 'zh')).toEqual([
    ['Chinese', '在“'],
    ['Latin', 'RAG'],
    ['Chinese', '”里'],
  ])
})

it('in English text they are narrow', () => {
  expect(runs('He said “well” – twice', 'en')).toEqual([['Latin', 'He said “well” – twice']])
})
