import { describe, expect, test } from 'vitest'
import { AnswerWriter } from '@engine/answer/citations/cite'
import { aspectsOf, compare, writeComparison } from '@engine/pipeline/forms/comparison/compare-sides'
import type { Sides } from '@engine/pipeline/forms/comparison/compare-rows'
import { scoreCandidates } from '@engine/answer/sentences/score-sentences'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { columnNames } from '@engine/pipeline/forms/rows/mail-columns'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { toPassage } from '@engine/retrieval/passage'
import { fakeChunkIndex } from '../../../../fakes/chunk-index'

const statistics = { chunkCount: 10, documentFrequency: () => 1 }

async function comparison(
  question: string,
  names: readonly [string, string],
  text: string,
  { format = 'md', language = 'en' }: { readonly format?: string; readonly language?: 'en' | 'zh' } = {},
): Promise<string | null> {
  const index = await fakeChunkIndex([{ name: 'a', text }])
  const passages = index.chunks.map((chunk) => ({
    ...toPassage({ chunk: { ...chunk, format }, vector: new Float32Array(1024), search: '' }, []),
    score: 1,
  }))
  const termsOf = (words: string) => keyTermsOf(words, createTermTable([]), index.statistics)
  const sides: Sides = [
    { name: names[0], keyTerms: termsOf(names[0]) },
    { name: names[1], keyTerms: termsOf(names[1]) },
  ]
  const keyTerms = termsOf(question)
  const embedder = createHashedNgramEmbedder()
  const search = { queries: [question], keyTerms, passages, embedder, statistics }
  const scored = await scoreCandidates(search, 'comparison')
  const found = compare(sides, aspectsOf(keyTerms, sides), scored)
  if (!found) return null
  const writer = new AnswerWriter(passages, ['e0'])
  const nothingAbout = ({ name }: { readonly name: string }) => `Nothing about ${name}.`
  writeComparison(found, sides, writer, { nothingAbout, nameOf: columnNames(passages, language) })
  const { response, refs } = writer.done()
  for (const { selector, response_start, response_end } of refs) {
    const [from, to] = selector.replace('chars:', '').split('-').map(Number)
    expect(response.slice(response_start, response_end).replaceAll('｜', '|')).toBe(text.slice(from, to))
    expect(response.slice(response_end)).toMatch(/^ \[1\]/u)
  }
  return response
}

const pumps = ['Alder pump', 'Birch pump'] as const
const question = 'Compare the Alder pump and the Birch pump.'

describe('a comparison', () => {
  test('reads sides as columns, and only the respects asked for', async () => {
    const text =
      '| | Alder pump | Birch pump |\n|---|---|---|\n| Weight | 4 kg | 6 kg |\n| Price | 90 euros | 70 euros |'
    expect(await comparison('Compare the Alder pump and the Birch pump by price.', pumps, text)).toBe(
      '| | Alder pump | Birch pump |\n|---|---|---|\n| Price | 90 euros [1] | 70 euros [1] |',
    )
  })

  // Catches "nothing about X" above a sentence that names X.
  test('never says that nothing was found about a side that a shown sentence names', async () => {
    const text =
      'The Alder pump was installed in 1931 and weighs 4 kg.\n\nThe Birch pump was replaced by the Alder pump.'
    const found = await comparison(question, pumps, text)
    expect(found).toContain('The Birch pump was replaced by the Alder pump. [1]')
    expect(found).not.toContain('Nothing about')
  })

  test('shows what speaks of both where nothing speaks of one alone', async () => {
    const text = 'The Alder pump and the Birch pump are both made of steel.'
    expect(await comparison(question, pumps, text)).toBe(`${text} [1]`)
  })

  test('reads sides as rows', async () => {
    const text = '| Pump | Weight | Price |\n|---|---|---|\n| Alder | 4 kg | 90 euros |\n| Birch | 6 kg | 70 euros |'
    expect(await comparison('Compare Alder and Birch.', ['Alder', 'Birch'], text)).toBe(
      '| | Alder | Birch |\n|---|---|---|\n| Weight | 4 kg [1] | 6 kg [1] |\n| Price | 90 euros [1] | 70 euros [1] |',
    )
  })

  test('reads sides as labelled rows', async () => {
    const text = 'Item: Alder pump; Weight: 4 kg\nItem: Birch pump; Weight: 6 kg'
    expect(await comparison(question, pumps, text)).toBe(
      '| | Alder pump | Birch pump |\n|---|---|---|\n| Weight | 4 kg [1] | 6 kg [1] |',
    )
  })

  // Would catch a Chinese table that calls the sender of a mail "From".
  test('names the fields of mails in the language of the answer', async () => {
    const text = 'From: Alder pump; Date: 5 March\nFrom: Birch pump; Date: 8 March'
    const inTable = (name: string) =>
      `| | Alder pump | Birch pump |\n|---|---|---|\n| ${name} | 5 March [1] | 8 March [1] |`
    expect(await comparison(question, pumps, text, { format: 'eml', language: 'zh' })).toBe(inTable('日期'))
    expect(await comparison(question, pumps, text, { format: 'csv', language: 'zh' })).toBe(inTable('Date'))
    expect(await comparison(question, pumps, text, { format: 'eml' })).toBe(inTable('Date'))
  })

  test('pairs sentences that speak of the same thing, without a column of labels', async () => {
    const text = 'The Alder pump moves 40 litres per second. The Birch pump moves 55 litres per second. Rain fell.'
    expect(await comparison(question, pumps, text)).toBe(
      '| Alder pump | Birch pump |\n|---|---|\n| The Alder pump moves 40 litres per second. [1] | The Birch pump moves 55 litres per second. [1] |',
    )
  })

  test('keeps a pipe of a document from ending its cell', async () => {
    const text = 'The Alder pump is set with `a|b` in winter mode. The Birch pump is set with `c` in winter mode.'
    expect(await comparison(question, pumps, text)).toContain('with `a｜b` in winter mode. [1] | The Birch')
  })

  test('lists both sides where nothing matches', async () => {
    const text = 'The Alder pump was painted blue. The Birch pump moves 55 litres per second.'
    expect(await comparison(question, pumps, text)).toBe(
      'Alder pump\n\n- The Alder pump was painted blue. [1]\n\nBirch pump\n\n- The Birch pump moves 55 litres per second. [1]',
    )
  })

  test('says which side has no evidence', async () => {
    expect(await comparison(question, pumps, 'The Alder pump was painted blue.')).toBe(
      'Alder pump\n\n- The Alder pump was painted blue. [1]\n\nNothing about Birch pump.',
    )
  })

  test('is none where the passages speak of neither side', async () => {
    expect(await comparison(question, pumps, 'Rain fell in the valley.')).toBeNull()
  })

  test('works in Chinese', async () => {
    const text = '甲型泵每秒输送40升水。乙型泵每秒输送55升水。'
    expect(await comparison('甲型泵和乙型泵有什么区别？', ['甲型泵', '乙型泵'], text)).toBe(
      '| 甲型泵 | 乙型泵 |\n|---|---|\n| 甲型泵每秒输送40升水。 [1] | 乙型泵每秒输送55升水。 [1] |',
    )
  })
})
