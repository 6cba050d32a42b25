import { describe, expect, test } from 'vitest'
import { documentNamedIn, standsIn } from '@engine/retrieval/find-document'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { fakeChunkIndex } from '../../fakes/chunk-index'

const documents = [
  { id: 'h', name: 'station-handbook.md', title: 'Kestrel Col Station Handbook', chunks: 9 },
  { id: 'v', name: 'visitor-rules.html', title: 'Rules for visitors', chunks: 2 },
  { id: 't', name: '术语表.md', title: '术语表', chunks: 3 },
  { id: 'a', name: 'a.md', title: 'Ice', chunks: 1 },
  { id: 'u', name: 'untitled-7.txt', title: '', chunks: 1 },
]

async function named(text: string): Promise<string | undefined> {
  const { statistics } = await fakeChunkIndex([])
  return documentNamedIn({ text, keyTerms: keyTermsOf(text, createTermTable([]), statistics) }, documents)?.id
}

describe('a document that a question names', () => {
  // Catches a translation or a letter for which the model is shown an excerpt of the very document that is named.
  test.each([
    ['Translate station-handbook.md into German', 'h'],
    ['write the Kestrel Col Station Handbook up as a one-page letter', 'h'],
    ['turn the visitor rules into a friendly e-mail', 'v'],
    ['把术语表翻译成英文', 't'],
    ['shorten untitled-7.txt', 'u'],
  ])('%s', async (question, id) => {
    expect(await named(question)).toBe(id)
  })

  // Catches a short title that is an ordinary word, and a whole document sent along for it.
  test.each(['How thick must the ice be?', 'What does the station cost a year?', '水位是多少？'])(
    '%s names none',
    async (question) => {
      expect(await named(question)).toBeUndefined()
    },
  )
})

// Would catch a file called report.pdf that hides that no document mentions a port, or is looked for in every question about reports.
test.each([
  ['report.pdf', 'port', -1],
  ['my report.pdf', 'report', 3],
  ['reports and a report', 'report', 14],
  ['比较氧气和素数', '氧气', 2],
])('a name stands in a text as a whole: %s, %s', (text, name, at) => expect(standsIn(text, name)).toBe(at))
