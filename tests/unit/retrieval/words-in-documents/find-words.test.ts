import { describe, expect, it } from 'vitest'
import { findWords } from '@engine/retrieval/words-in-documents/find-words'
import { toSearchColumn } from '@engine/text/analyse'
import { documentChunks, testStore } from '../../storage/store-fixture'

const documents = {
  garden: ['The garden has two gates. Gardening begins in May, and the gardener comes on Mondays.', 'Nothing here.'],
  hut: ['The hut was opened in 1921. Its door faces the garden wall.'],
  ticket: ['See TKT-1042 and TKT-2000. Price: 1,200 euro for a café table.'],
  zh: ['山屋的安全手冊在门边。冬季开放时间另行通知。', '安全第一。手册在二楼。'],
}

async function finder(excluded: readonly string[] = []) {
  const { index } = await testStore()
  await index.replace(Object.entries(documents).map(([id, texts]) => documentChunks(id, 'r', texts)))
  const rooms = {
    index,
    resolveFilter: () => (excluded.length > 0 ? { not_documents: excluded } : undefined),
    readPlaces: () => Promise.resolve([]),
  }
  return async (query: string, limit = 30) => {
    const { sentences, has_all_words } = await findWords({ query, limit }, rooms)
    const seen = sentences.map(({ document_id: id, text, marks }) => ({
      id,
      text,
      marked: marks.map(({ start, end }) => text.slice(start, end)),
    }))
    return { seen, has_all_words, sentences }
  }
}

describe('words in documents', () => {
  it('are found in any form, with the sentence that holds most of them', async () => {
    const find = await finder()
    const { seen, has_all_words } = await find('garden doors ')
    expect(has_all_words).toBe(true)
    expect(seen).toEqual([{ id: 'hut', text: 'Its door faces the garden wall.', marked: ['door', 'garden'] }])
  })

  it('say where they stand in the text of the document', async () => {
    const find = await finder()
    const { sentences } = await find('faces')
    const text = documents.hut[0] ?? ''
    expect(sentences.map(({ start, end }) => text.slice(start, end))).toEqual(['Its door faces the garden wall.'])
  })

  // Catches a search that finds nothing until a word is complete, and a stem that is shorter than what was typed.
  it.each([
    ['mond', 'Mondays'],
    ['gardeni', 'Gardening'],
    ['openi', undefined],
    ['caf', 'café'],
  ])('a word that is still being typed: %s', async (query, marked) => {
    const { seen } = await (await finder())(query)
    expect(seen.flatMap((one) => one.marked)).toEqual(marked === undefined ? [] : [marked])
  })

  it('a word with a space behind it is complete', async () => {
    const find = await finder()
    expect((await find('gat')).seen).toHaveLength(1)
    expect((await find('gat ')).seen).toHaveLength(0)
  })

  // Catches "carries" marked beside "car" where the word stands as it was typed.
  it('longer words are marked only where the typed one does not stand', async () => {
    const { seen } = await (await finder())('garden')
    expect(seen.flatMap((one) => one.marked)).not.toContain('gardener')
  })

  it('Chinese: a run stands as it is, whichever characters it is written with; one character finds words', async () => {
    const find = await finder()
    expect((await find('安全手册')).seen).toEqual([{ id: 'zh', text: '山屋的安全手冊在门边。', marked: ['安全手冊'] }])
    expect((await find('冬')).seen.map(({ marked }) => marked)).toEqual([['冬']])
  })

  it('where no passage holds all words, those with some, and it says so', async () => {
    const find = await finder()
    const { seen, has_all_words } = await find('zeppelin hut ')
    expect(has_all_words).toBe(false)
    expect(seen[0]).toMatchObject({ id: 'hut', marked: ['hut'] })
    expect(await find('zeppelin ')).toMatchObject({ seen: [], has_all_words: false })
  })

  it('codes are marked whole, numbers with their groups, and quoted words must stand side by side', async () => {
    const find = await finder()
    expect((await find('TKT-1042 ')).seen[0]?.marked[0]).toBe('TKT-1042')
    expect((await find('1200 ')).seen[0]?.marked).toEqual(['1,200'])
    expect((await find('"garden wall"')).seen.map(({ id }) => id)).toEqual(['hut'])
    expect((await find('"wall garden"')).has_all_words).toBe(false)
  })

  it('a word with a minus excludes, and what the filter leaves out is not found', async () => {
    const find = await finder()
    expect((await find('garden -hut ')).seen.map(({ id }) => id)).toEqual(['garden'])
    expect((await (await finder(['garden']))('garden ')).seen.map(({ id }) => id)).toEqual(['hut'])
  })

  it('signs alone find nothing and harm nothing', async () => {
    const find = await finder()
    for (const query of ['%', "'", '"', '-', '* ( ]', '😀']) expect((await find(query)).seen).toEqual([])
  })

  it('a long line is cut around the first mark', async () => {
    const { index } = await testStore()
    const line = `${'word '.repeat(300)}needle ${'word '.repeat(300)}`.trim()
    await index.replace([documentChunks('long', 'r', [line])])
    const rooms = { index, resolveFilter: () => undefined, readPlaces: () => Promise.resolve([]) }
    const { sentences } = await findWords({ query: 'needle', limit: 5 }, rooms)
    const [{ text, marks, start, end } = { text: '', marks: [], start: 0, end: 0 }] = sentences
    expect(text.length).toBeLessThanOrEqual(500)
    expect(marks.map((mark) => text.slice(mark.start, mark.end))).toEqual(['needle'])
    expect(line.slice(start, end)).toBe(text)
  })

  // Catches a document that is not found by its title or a heading, and one that is then listed once for every passage.
  it('in a title or a heading alone lead to the first sentence under it, once', async () => {
    const { index } = await testStore()
    const above = { title: 'Zeppelin manual', heading_path: ['Mooring masts'] }
    const columns = (text: string) => toSearchColumn(above.title, ...above.heading_path, text)
    const { chunks, ...rest } = documentChunks('z', 'r', ['Ropes first. Then the rest.', 'Nothing here.'], above)
    const named = chunks.map((one) => ({ ...one, search: columns(one.chunk.text) }))
    await index.replace([{ ...rest, chunks: named }, documentChunks('said', 'r', ['A mast of a zeppelin.'])])
    const rooms = { index, resolveFilter: () => undefined, readPlaces: () => Promise.resolve([]) }
    const of = async (query: string) => (await findWords({ query, limit: 30 }, rooms)).sentences
    const found = await of('mast ')
    expect(found.map(({ document_id: id, text, heading }) => [id, text, heading?.text])).toEqual([
      ['said', 'A mast of a zeppelin.', undefined],
      ['z', 'Ropes first.', 'Mooring masts'],
    ])
    expect(found[1]?.heading?.marks).toEqual([{ start: 8, end: 13 }])
    expect((await of('manual ')).map(({ heading }) => heading?.text)).toEqual(['Zeppelin manual'])
  })

  // Catches a hit that shows the end of one row and the beginning of the next.
  it('in a table show the one row they stand in', async () => {
    const { index } = await testStore()
    const rows = [
      'Ticket: TKT-1; Where it stands: waiting for the winch',
      'Ticket: TKT-2; Where it stands: the brake was looked at',
    ]
    await index.replace([documentChunks('t', 'r', [rows.join('\n')], { format: 'csv' })])
    const rooms = { index, resolveFilter: () => undefined, readPlaces: () => Promise.resolve([]) }
    const { sentences } = await findWords({ query: 'brake ', limit: 5 }, rooms)
    expect(sentences.map(({ text }) => text)).toEqual([rows[1]])
  })
})
