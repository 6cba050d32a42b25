import { describe, expect, test, vi } from 'vitest'
import type { ChunkIndex } from '@engine/ports/storage/chunk-index'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { replaceWords } from '@engine/retrieval/question/doubtful-words'
import { respellings } from '@engine/retrieval/question/spelling'
import { fakeChunkIndex, type FakeDocument } from '../../../fakes/chunk-index'

const documents: FakeDocument[] = [
  { name: 'cable', text: 'The cable car takes nine minutes. It carries six people.' },
  { name: 'camel', text: 'A camel walks slowly.' },
  { name: 'hut', text: 'The stone hut was opened in 1983 by Helga Mautner. The station keeper lives there.' },
  { name: 'col', text: 'Kestrel Col Station has a good government and comfortable accommodation.' },
]
const { signal } = new AbortController()

async function readingOf(
  question: string,
  more: readonly FakeDocument[] = [],
  change?: (index: ChunkIndex) => ChunkIndex,
) {
  const index = await fakeChunkIndex([...documents, ...more])
  const terms = createTermTable([['grafcet', '顺序功能图']])
  const found = await respellings(question, undefined, { index: change?.(index) ?? index, terms }, signal)
  return found.map(({ from, to }) => `${from} > ${to}`)
}

describe('misspelt words of a question', () => {
  test.each([
    ['How long does the cabel car take?', ['cabel > cable']],
    ['When was the hutt opend?', ['hutt > hut', 'opend > opened']],
    ['Who is the staton keeper of Kestral Col?', ['staton > station', 'Kestral > Kestrel']],
    ['How good is the goverment?', ['goverment > government']],
    ['Is the accomodatoin good?', ['accomodatoin > accommodation']],
    ['Staton keeper: who is it?', ['Staton > Station']],
    ["What is the staton's keeper?", ['staton > station']],
    ['Where may I cayrry things?', ['cayrry > carry']],
    ['where is kestral col?', ['kestral > Kestrel']],
    ['cabel car要多久？', ['cabel > cable']],
    ['缆车就是cabel吗？', ['cabel > cable']],
  ])('%s', async (question, expected) => {
    expect(await readingOf(question)).toEqual(expected)
  })

  // Would catch "some" for "smoke".
  test('grammar words are known without any document that has them; of equally near ones, a word of the documents comes first', async () => {
    expect(
      await readingOf('Where may I somke?', [{ name: 'x', text: 'Smoking is forbidden, for some reason.' }]),
    ).toEqual(['somke > smoke'])
    expect(await readingOf('How high shoud the car be?')).toEqual(['shoud > should'])
    expect(await readingOf('Waht is the cable car?')).toEqual(['Waht > What'])
  })

  test.each([
    ['English words that no document has', 'Which camera is comfy?'],
    ['inflected and British ones', 'Was the travelling organised?'],
    ['quotations', 'Who wrote "the cabel car"?'],
    ['code', 'What does `cabel` mean?'],
    ['exclusions', 'How long does the car take -cabel'],
    ['acronyms', 'What does the CABEL do?'],
    ['inner capitals', 'What is CaBel?'],
    ['identifiers', 'What is cabel_car, cabel-car, cabel.txt, cabel2, @cabel, /cabel?'],
    ['contractions', 'Why doesn’t the car stop?'],
    ['short words', 'Is the htu open?'],
    ['terms of the table', 'What is grafcet?'],
    ['short names', 'Who is Helga Mauten?'],
    ['words unlike any of the documents', 'What is a zyglonometer?'],
    ['another language', 'Wie lange braucht die Kabbel und wann fährt cabel?'],
  ])('%s are left alone', async (_rule, question) => {
    expect(await readingOf(question)).toEqual([])
  })

  // Would catch a library's own words, in whatever language, that are taken for slips.
  test('a word that a document holds is never touched', async () => {
    expect(await readingOf('Who is Mr Cabel?', [{ name: 'x', text: 'Herr Cabel wohnt hier.' }])).toEqual([])
    expect(await readingOf('How are cabels made?', [{ name: 'x', text: 'One cabel is enough.' }])).toEqual([])
  })

  test('a name the documents only write with a capital needs as many letters as one of the question', async () => {
    const more = [{ name: 'x', text: 'We met Adler and Adler again; then came Adler.' }]
    expect(await readingOf('who is adller?', more)).toEqual(['adller > Adler'])
    expect(await readingOf('who is adlre?', more)).toEqual([])
  })

  test('the nearest is taken, a swap before an exchanged letter, then what is found first', async () => {
    expect(await readingOf('How slow is the camle?', [{ name: 'x', text: 'Several camlex walk.' }])).toEqual([
      'camle > camel',
    ])
    const more = [
      { name: 'a', text: 'The radio mast fell. A meteor was seen.' },
      { name: 'b', text: 'The gauge is white.' },
    ]
    expect(await readingOf('Which meteer was seen near the radio mast?', more)).toEqual(['meteer > meteor'])
  })

  test('only documents that may be searched are read', async () => {
    const index = await fakeChunkIndex(documents)
    const textSearch = vi.spyOn(index, 'textSearch')
    const filter = { not_documents: ['d0'] }
    await respellings('How long does the cabel car take?', filter, { index, terms: createTermTable([]) }, signal)
    expect(textSearch.mock.calls.map(([, options]) => options)).toEqual([{ limit: 30, filter, signal }])
  })

  // Would catch every question paying for the few that are misspelt.
  test('a question without doubtful words costs no search', async () => {
    const index = await fakeChunkIndex(documents)
    const textSearch = vi.spyOn(index, 'textSearch')
    for (const question of [
      'How long does the cable car take?',
      'Who is Helga Mautner?',
      '缆车要多久？',
      'TKT-1042?',
    ]) {
      expect(await respellings(question, undefined, { index, terms: createTermTable([]) }, signal)).toEqual([])
    }
    expect(textSearch).not.toHaveBeenCalled()
  })

  test('in a large library a term that seems to be in a few chunks is looked up', async () => {
    const shared = (index: ChunkIndex): ChunkIndex => ({
      ...index,
      statistics: {
        chunkCount: 50_000,
        documentFrequency: (term) => Math.max(term === 'cabel' ? 3 : 0, index.statistics.documentFrequency(term)),
      },
    })
    expect(await readingOf('How long does the cabel car take?', [], shared)).toEqual(['cabel > cable'])
    const own = [{ name: 'x', text: 'Mr cabel.' }]
    expect(await readingOf('How long does the cabel car take?', own, shared)).toEqual([])
  })
})

test('words are replaced where they stand by themselves and are not quoted', () => {
  const replaced = replaceWords('cabel, cabel’s cabels "cabel" cabel-car', new Map([['cabel', 'cable']]))
  expect(replaced).toBe('cable, cable’s cabels "cabel" cabel-car')
})
