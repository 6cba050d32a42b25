import type { Gap } from '@shared/documents'
import { describe, expect, test } from 'vitest'
import { surveyDocuments } from '@engine/retrieval/survey-documents'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { withoutDocuments } from '@engine/pipeline/records/chosen-evidence'
import type { PipelineRooms } from '@engine/pipeline/turn'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import { fakeChunkIndex } from '../../fakes/chunk-index'
import { fakeRooms, runTurn } from '../../fakes/pipeline-rooms'

const pages: Gap = { kind: 'pages_without_text', detail: 'Pages without text.', pages: [3, 2] }
const running: Gap = { kind: 'skipped_part', detail: 'Page headers and footers were not read.' }

async function answerTo(
  question: string,
  gaps: readonly Gap[],
  unread: ReturnType<PipelineRooms['library']['unread']> = [],
) {
  const { rooms } = await fakeRooms([{ name: 'pumps', text: 'The main pump was installed in 2019 by Orell Marti.' }])
  const documents = () => rooms.library.documents().map((document) => ({ ...document, gaps }))
  const library = { ...rooms.library, documents, unread: () => unread }
  const events = await runTurn(question, { ...rooms, library }, { searchAnyway: true })
  const final = events.at(-1)
  return final?.type === 'final' ? final : null
}

describe('what was not read', () => {
  test('is said behind an answer that rests on it, outside every reference', async () => {
    const final = await answerTo('When was the main pump installed?', [pages])
    const notice = 'Something may be missing: I could not read pages 2, 3 of “pumps”.'
    expect(final?.response.endsWith(`\n\n${notice}`)).toBe(true)
    for (const ref of final?.refs ?? []) expect(ref.response_end).toBeLessThan(final?.response.indexOf(notice) ?? 0)
  })

  test('is not said where it changes nothing', async () => {
    expect((await answerTo('When was the main pump installed?', [running]))?.response).not.toContain('missing')
  })

  test('is said with a refusal, in the language of the question', async () => {
    const unread = [
      { id: 'x', format: 'pdf', failed: true },
      { id: 'y', format: null, failed: false },
    ]
    expect((await answerTo('Who won the football cup of Zanzibar?', [], unread))?.response).toContain(
      'The answer may be in what I do not know: 1 document could not be read, 1 is still to be read.',
    )
    expect((await answerTo('谁赢得了足球世界杯？', [], unread))?.response).toContain(
      '有 1 份文档无法读取，有 1 份尚未读完',
    )
  })
})

// Would catch “nothing found” on a busy machine, where the search by words was given up before it came to anything.
describe('a search of which a part is missing', () => {
  const said = async (question: string, change: (index: PipelineRooms['index']) => Partial<PipelineRooms['index']>) => {
    const { rooms } = await fakeRooms([{ name: 'pumps', text: 'The main pump was installed in 2019 by Orell Marti.' }])
    const index = { ...rooms.index, ...change(rooms.index) }
    const final = (await runTurn(question, { ...rooms, index }, { searchAnyway: true })).at(-1)
    return final?.type === 'final' ? final.response : ''
  }
  const late = () => new Promise<never>(() => undefined)

  test.each([
    ['Who won the football cup of Zanzibar?', 'Part of the search could not be completed'],
    ['谁赢得了足球世界杯？', '部分检索没有完成'],
  ])('is said with a refusal: %s', async (question, words) => {
    expect(await said(question, () => ({ textSearch: late }))).toContain(words)
    expect(await said(question, () => ({ textSearch: () => Promise.reject(new Error('gone')) }))).toContain(words)
  })

  test('is not said where it was by letters alone, which finds nothing that words do not', async () => {
    const refusal = await said('Who won the football cup of Zanzibar?', () => ({ vectorSearch: late }))
    expect(refusal).toMatch(/^I found nothing/u)
    expect(refusal).not.toContain('Part of the search')
  })
})

describe('a question with a filter', () => {
  const texts = [
    { name: 'pumps', text: 'The main pump was installed in 2019 by Orell Marti.' },
    { name: 'dogs', text: 'Dogs stay on the lead in the valley.' },
    { name: 'snow', text: 'The snow cover is measured every Friday.' },
  ]
  const said = async (question: string, filter: ChunkFilter | undefined) => {
    const { rooms, index } = await fakeRooms(texts)
    const textSearch: typeof index.textSearch = async (query, { filter: only, ...options }) =>
      (await index.textSearch(query, options)).filter(({ chunk }) => only?.documents?.includes(chunk.doc_id) ?? true)
    const limited = { ...rooms, index: { ...rooms.index, textSearch }, resolveFilter: () => filter }
    const final = (await runTurn(question, limited, { searchAnyway: true, ...(filter ? { filter: {} } : {}) })).at(-1)
    return final?.type === 'final' ? final.response : ''
  }

  // Would catch a refusal that speaks of all documents where most of them were never searched.
  test.each([
    ['Who won the football cup of Zanzibar?', 'limited to 1 of your 3 documents', 'the others were not searched'],
    ['谁赢得了足球世界杯？', '3 份文档中的 1 份', '其余文档未经检索'],
  ])('says how many documents it searched: %s', async (question, counts, others) => {
    const response = await said(question, { documents: ['d1'] })
    expect(response).toContain(counts)
    expect(response).toContain(others)
    expect(response).not.toMatch(/in your documents|在您的文档中/u)
  })

  test('that leaves no document says that nothing was searched', async () => {
    expect(await said('Who won the football cup of Zanzibar?', { documents: [] })).toContain('so nothing was searched')
  })

  test('that lets every document through says nothing of it', async () => {
    expect(await said('Who won the football cup of Zanzibar?', { documents: ['d0', 'd1', 'd2'] })).toContain(
      'in your documents',
    )
  })
})

// Would catch a document that is left out and found again by its other passages.
test.each<[ChunkFilter | undefined, ChunkFilter]>([
  [undefined, { not_documents: ['d1'] }],
  [{ documents: ['d0', 'd1'] }, { documents: ['d0'] }],
  [
    { not_documents: ['d2'], formats: ['pdf'] },
    { not_documents: ['d2', 'd1'], formats: ['pdf'] },
  ],
])('a document that is left out is not searched: %j', (filter, expected) => {
  const choices = { pinned: [], excluded: [], excluded_documents: ['d1'] }
  expect(withoutDocuments(filter, choices)).toEqual(expected)
  expect(withoutDocuments(filter, { pinned: [], excluded: [] })).toEqual(filter)
})

describe('a survey', () => {
  const many = Array.from({ length: 450 }, (_, at) => ({ name: `d${at}`, text: `Valve ${at} is open.` }))

  test('goes on until nothing more matches, past the size of one search', async () => {
    const index = await fakeChunkIndex(many)
    const filters: (ChunkFilter | undefined)[] = []
    const textSearch: typeof index.textSearch = async (query, options) => {
      filters.push(options.filter)
      const left = new Set(options.filter?.not_documents)
      const hits = await index.textSearch(query, { ...options, limit: many.length })
      return hits.filter(({ chunk }) => !left.has(chunk.doc_id)).slice(0, options.limit)
    }
    const keyTerms = keyTermsOf('valve', createTermTable([]), index.statistics)
    const filter = { not_documents: ['d7'] }
    const { documents, complete } = await surveyDocuments({ queries: ['valve'], keyTerms, filter }, { textSearch })
    expect(documents).toHaveLength(449)
    expect(complete).toBe(true)
    for (const used of filters) expect(used?.not_documents).toContain('d7')
  })

  test('takes words of one term only together', async () => {
    const index = await fakeChunkIndex([
      { name: 'a', text: 'The water level rose.' },
      { name: 'b', text: 'Water is stored on the lower level.' },
    ])
    const keyTerms = keyTermsOf('水位', createTermTable([['water level', '水位']]), index.statistics)
    const { documents } = await surveyDocuments({ queries: ['water level'], keyTerms }, index)
    expect(documents.map(([first]) => first?.chunk.doc_name)).toEqual(['a'])
  })
})
