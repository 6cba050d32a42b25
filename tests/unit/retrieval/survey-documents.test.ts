import { expect, test } from 'vitest'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { surveyDocuments } from '@engine/retrieval/survey-documents'
import { unspacedWords } from '@engine/text/words'
import { fakeChunkIndex } from '../../fakes/chunk-index'

async function mentioning(topic: string, texts: Readonly<Record<string, string>>) {
  const index = await fakeChunkIndex(Object.entries(texts).map(([name, text]) => ({ name, text })))
  const keyTerms = keyTermsOf(topic, createTermTable([]), index.statistics)
  const { documents } = await surveyDocuments({ queries: [topic], keyTerms, toTheWord: true }, index)
  return documents.map(([first]) => first?.chunk.doc_name).toSorted()
}

test('a word is mentioned by itself and its plural, not by others of its stem', async () => {
  const texts = {
    a: 'The plague reached Genoa.',
    b: 'Other plagues followed.',
    c: 'The works were plagued by rain.',
    d: 'The harbour has analyses of water.',
    e: 'The harbors were analysed.',
  }
  expect(await mentioning('plague', texts)).toEqual(['a', 'b'])
  expect(await mentioning('plagues', texts)).toEqual(['a', 'b'])
  expect(await mentioning('harbour', texts)).toEqual(['d', 'e'])
  expect(await mentioning('analysis', texts)).toEqual(['d'])
})

test('what is done is no part of a name of lone characters', () => {
  expect(unspacedWords('梭罗写')).toEqual(['梭罗', '写'])
  expect(unspacedWords('梭罗写了')).toEqual(['梭罗', '写'])
  expect(unspacedWords('王芳')).toEqual(['王芳'])
})
