import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { connect } from '@lancedb/lancedb'
import { describe, expect, it, vi } from 'vitest'
import { TableFileSync } from '@engine/storage/files/sync-files'
import { analyse, analysePhrase } from '@engine/text/analyse'
import { dimensions, documentChunks, documentRecord, testStore, textQuery, vectorOf } from '../store-fixture'

const five = { limit: 5 }

describe('an empty store', () => {
  it('answers every search with nothing (bug: searching before the first index exists throws)', async () => {
    const { index } = await testStore()
    expect(await index.vectorSearch(vectorOf(1), five)).toEqual([])
    expect(
      await index.textSearch(textQuery({ terms: ['word'], phrases: [['a', 'b']], excluded: ['c'] }), five),
    ).toEqual([])
    expect(await index.chunksOf('nobody', 0, 10)).toEqual([])
    expect(await index.countChunks()).toBe(0)
    expect(index.statistics.chunkCount).toBe(0)
    expect((await index.storedVectors('nobody')).size).toBe(0)
    await index.remove(['nobody'])
    await index.maintain()
  })
})

describe('what is written is read back', () => {
  it('keeps every field of a chunk and its exact vector (bug: nested Arrow data lost, null pages read as 0)', async () => {
    const { index } = await testStore()
    const document = documentChunks("it's", 'r1', ['alpha\nbeta "γ" 😀', ''], { page: 3, context: 'Name | Price' })
    const plain = documentChunks('plain', 'r1', ['no page here'])
    await index.replace([document, plain])
    expect(await index.chunksOf("it's", 0, 9)).toEqual(document.chunks.map((row) => row.chunk))
    expect(await index.chunksOf("it's", 1, 1)).toHaveLength(1)
    expect(await index.chunksOf("it's", -5, Number.MAX_SAFE_INTEGER)).toHaveLength(2)
    expect((await index.chunksOf('plain', 0, 0))[0]?.page).toBeNull()
    const [hit] = await index.vectorSearch(vectorOf(0), { limit: 1, filter: { documents: ['plain'] } })
    expect(hit?.vector).toEqual(vectorOf(0))
    expect(hit?.score).toBeCloseTo(1, 5)
  })

  it('orders vector hits by cosine similarity, best first (bug: distance taken for similarity)', async () => {
    const { index } = await testStore()
    await index.replace([
      documentChunks(
        'd',
        'r1',
        Array.from({ length: 30 }, (_, at) => `text ${at}`),
      ),
    ])
    const hits = await index.vectorSearch(vectorOf(7), five)
    expect(hits).toHaveLength(5)
    expect(hits[0]?.chunk.index).toBe(7)
    expect(hits.map((hit) => hit.score)).toEqual(hits.map((hit) => hit.score).sort((a, b) => b - a))
  })

  it('finds stored vectors by the hash of the embedded text (bug: unchanged chunks embedded again)', async () => {
    const { index } = await testStore()
    await index.replace([documentChunks('d', 'r1', ['one', 'two'])])
    const vectors = await index.storedVectors('d')
    expect(vectors.size).toBe(2)
    expect([...vectors.values()]).toContainEqual(vectorOf(1))
    expect([...vectors.keys()].every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })
})

describe('rows that do not fit are refused before anything is written', () => {
  const cases: [string, (document: ReturnType<typeof documentChunks>) => ReturnType<typeof documentChunks>][] = [
    ['a vector that is too short', (d) => withRow(d, { vector: new Float32Array(dimensions - 1) })],
    ['a vector that is not finite', (d) => withRow(d, { vector: vectorOf(1).fill(Number.NaN, 2, 3) })],
    ['a chunk of another document', (d) => ({ ...d, documentId: 'other' })],
    ['a chunk of another revision', (d) => ({ ...d, revision: 'other' })],
    ['two chunks of one id', (d) => ({ ...d, chunks: [...d.chunks, ...d.chunks] })],
    ['an offset that is no whole number', (d) => withChunk(d, { start: 1.5 })],
    ['an offset beyond 32 bits', (d) => withChunk(d, { end: 2 ** 31 })],
    ['an empty id', (d) => withChunk(d, { id: '' })],
  ]
  it.each(cases)('%s (bug: LanceDB pads or casts it silently)', async (_, spoil) => {
    const { index } = await testStore()
    const good = documentChunks('good', 'r1', ['fine'])
    await expect(index.replace([good, spoil(documentChunks('bad', 'r1', ['text']))])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(await index.countChunks()).toBe(0)
    await expect(index.vectorSearch(new Float32Array(3), five)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  function withRow(document: ReturnType<typeof documentChunks>, change: object) {
    return { ...document, chunks: document.chunks.map((row) => ({ ...row, ...change })) }
  }
  function withChunk(document: ReturnType<typeof documentChunks>, change: object) {
    return { ...document, chunks: document.chunks.map((row) => ({ ...row, chunk: { ...row.chunk, ...change } })) }
  }
})

describe('text search', () => {
  const texts = [
    'The quick brown fox jumps',
    'brown quick foxes sleep',
    '向量检索与全文索引的结合',
    'Use foo_bar and C++ in ticket TKT-1042',
    'nothing of that',
    `${'ж'.repeat(80)} very long word`,
  ]
  const found = async (
    store: Awaited<ReturnType<typeof testStore>>,
    parts: Parameters<typeof textQuery>[0],
    limit = 10,
  ) => (await store.index.textSearch(textQuery(parts), { limit })).map((hit) => hit.chunk.index).sort()

  // The same questions while rows are not in the index yet, and after: LanceDB answers the two in different ways.
  it.each(['unindexed', 'indexed', 'half indexed'])('finds terms, phrases and exclusions in %s rows', async (state) => {
    const store = await testStore()
    const half = state === 'half indexed' ? 3 : texts.length
    const filler = (name: string) =>
      documentChunks(
        name,
        'r1',
        Array.from({ length: 1000 }, () => 'zzz filler'),
      )
    const first = documentChunks('d', 'r1', texts)
    const part = { ...first, chunks: first.chunks.slice(0, half) }
    const rest = documentChunks('e', 'r1', texts)
    await store.index.replace([part])
    if (state !== 'unindexed') {
      await store.index.replace([filler('f')])
      await store.index.maintain()
    }
    await store.index.replace([{ ...rest, chunks: rest.chunks.slice(half) }])

    expect(await found(store, { terms: ['foo_bar'] })).toEqual([3])
    expect(await found(store, { terms: ['c++'] })).toEqual([3])
    expect(await found(store, { terms: ['tkt-1042'] })).toEqual([3])
    expect(await found(store, { terms: analyse('检索') })).toEqual([2])
    expect(await found(store, { terms: analyse('ж'.repeat(80)) })).toEqual([5])
    expect(await found(store, { terms: [...analyse('fox'), ...analyse('检索')] })).toEqual([0, 1, 2])
    expect(await found(store, { phrases: [analyse('quick brown')] })).toEqual([0])
    expect(await found(store, { phrases: [analyse('全文索引')] })).toEqual([2])
    expect(await found(store, { phrases: [['quick', 'brown']], terms: ['noth'] })).toEqual([0])
    expect(await found(store, { terms: analyse('fox'), excluded: ['jump'] })).toEqual([1])
    expect(await found(store, { phrases: [['quick']], excluded: ['jump'] })).toEqual([1])
    expect(await found(store, { begins: 'qui' })).toEqual([0, 1])
    expect(await found(store, { begins: 'bro', terms: ['sleep'] })).toEqual([1])
    expect(await found(store, { begins: 'bro', phrases: [['sleep']], excluded: ['quick'] })).toEqual([])
    expect(await found(store, { begins: '索' })).toEqual([2])
    expect(await found(store, { begins: 'x' })).toEqual([])
    expect(await found(store, { begins: "q%' OR 'a" })).toEqual([])
    // Nothing to look for: alone, an exclusion is an error for LanceDB.
    expect(await found(store, { excluded: ['jump'] })).toEqual([])
    expect(await found(store, {})).toEqual([])
    expect(await found(store, { terms: [''], phrases: [[], ['']] })).toEqual([])
    expect(await found(store, { terms: ['fox'] }, 0)).toEqual([])
  })

  it('a run of terms excludes what holds them side by side only', async () => {
    const store = await testStore()
    const lines = ['ticket TKT-1042', 'ticket TKT-7 and 1042', '在第3章里', '第4章第3节']
    await store.index.replace([documentChunks('d', 'r1', lines)])
    const ticket = analyse('ticket')
    expect(await found(store, { terms: ticket, excluded: [analysePhrase('TKT-1042').join(' ')] })).toEqual([1])
    // 章 is half of a pair in the text, which goes on.
    expect(await found(store, { phrases: [analysePhrase('第3章')] })).toEqual([2])
  })

  it('ranks the best first however few are asked for (bug: the first matches in row order were returned)', async () => {
    const { index } = await testStore()
    const texts = Array.from({ length: 120 }, (_, at) => (at === 110 ? 'rare word word word' : `common word ${at}`))
    await index.replace([documentChunks('d', 'r1', texts)])
    const hits = await index.textSearch(textQuery({ terms: analyse('rare word') }), { limit: 3 })
    expect(hits[0]?.chunk.index).toBe(110)
  })

  it('treats whatever a user types as words (bug: query syntax or SQL interpreted)', async () => {
    const store = await testStore()
    await store.index.replace([documentChunks('d', 'r1', texts)])
    for (const hostile of ['"', "' OR 1=1 --", '+fox -brown', 'fox*', 'search:fox', '(fox', '\\', '\u0000', 'fox~2']) {
      expect(await found(store, { terms: [hostile], phrases: [], excluded: [hostile] })).not.toContain(4)
    }
  })

  it('stops when asked to, before and while it runs (bug: a cancelled question goes on working)', async () => {
    const { index } = await testStore()
    await index.replace([documentChunks('d', 'r1', texts)])
    const signal = AbortSignal.abort()
    await expect(index.vectorSearch(vectorOf(1), { limit: 5, signal })).rejects.toMatchObject({ name: 'AbortError' })
    const controller = new AbortController()
    const running = index.textSearch(textQuery({ terms: ['fox'] }), { limit: 5, signal: controller.signal })
    controller.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('looks beyond the first candidates for a phrase (bug: 200 chunks with the words in the wrong order hide it)', async () => {
    const store = await testStore()
    const wrong = Array.from({ length: 600 }, () => 'beta alpha')
    const right = `alpha beta ${'padding '.repeat(200)}`
    await store.index.replace([documentChunks('d', 'r1', [...wrong, right])])
    expect(await found(store, { phrases: [analyse('alpha beta')] })).toEqual([600])
  })
})

describe('filters', () => {
  // Catches a list of ids that the index cannot take in one question, or an exclusion that is left out of one search.
  it('includes and excludes one document or ten thousand by their ids, in both searches', async () => {
    const { index } = await testStore()
    const ids = Array.from({ length: 10_000 }, (_, n) => `d'${n}`)
    await index.replace(ids.slice(0, 40).map((id) => documentChunks(id, 'r1', ['word'])))
    const found = async (filter: object) => {
      const options = { limit: 100, filter }
      const hits = [
        await index.textSearch(textQuery({ terms: ['word'] }), options),
        await index.vectorSearch(vectorOf(0), options),
      ]
      return [...hits.map((list) => list.length), await index.countChunks(filter)]
    }
    expect(await found({ not_documents: [] })).toEqual([40, 40, 40])
    expect(await found({ not_documents: ids.slice(0, 1) })).toEqual([39, 39, 39])
    expect(await found({ not_documents: ids.slice(30) })).toEqual([30, 30, 30])
    expect(await found({ documents: ids.slice(30) })).toEqual([10, 10, 10])
    expect(await found({ documents: ids.slice(0, 10), not_documents: ids.slice(5) })).toEqual([5, 5, 5])
  })

  it('limit to documents, collections and formats, and an empty list matches nothing', async () => {
    const { index } = await testStore()
    await index.replace([
      documentChunks('a', 'r1', ['word one'], { collection: 'red' }),
      documentChunks('b', 'r1', ['word two'], { collection: 'blue', format: 'pdf' }),
    ])
    const names = async (filter: object) =>
      (await index.textSearch(textQuery({ terms: ['word'] }), { limit: 9, filter }))
        .map((hit) => hit.chunk.doc_id)
        .sort()
    expect(await names({})).toEqual(['a', 'b'])
    expect(await names({ collections: ['red'] })).toEqual(['a'])
    expect(await names({ formats: ['pdf', 'html'] })).toEqual(['b'])
    expect(await names({ collections: ['red'], formats: ['pdf'] })).toEqual([])
    expect(await names({ documents: [] })).toEqual([])
    expect(await index.vectorSearch(vectorOf(0), { limit: 9, filter: { collections: [] } })).toEqual([])
    expect(await index.countChunks({ documents: [] })).toBe(0)
    expect(await index.countChunks({ documents: ['a', 'zzz'] })).toBe(1)
  })

  it('take hostile ids literally (bug: an id with a quote ends the literal, and everything matches)', async () => {
    const { index } = await testStore()
    const ids = [
      "' OR 1=1 --",
      "it's",
      'a"b',
      'back\\slash',
      "\\' OR true",
      'new\nline',
      '%',
      '文档',
      '😀',
      ';DROP TABLE chunks',
    ]
    await index.replace(ids.map((id) => documentChunks(id, 'r1', ['word'])))
    for (const id of ids) {
      expect(await index.countChunks({ documents: [id] })).toBe(1)
      expect((await index.chunksOf(id, 0, 9)).map((chunk) => chunk.doc_id)).toEqual([id])
    }
    await index.replace(ids.map((id) => documentChunks(id, "r'2", ['word'])))
    expect(await index.countChunks()).toBe(ids.length)
    await index.remove(["' OR 1=1 --"])
    expect(await index.countChunks()).toBe(ids.length - 1)
  })
})

describe('replacing', () => {
  it('shows the old chunks or the new ones, never both and never neither', async () => {
    const { index } = await testStore()
    const texts = Array.from({ length: 1500 }, () => 'stone')
    await index.replace([documentChunks('d', 'r0', texts)])
    const seen = new Set<string>()
    let writing = true
    const watch = async () => {
      while (writing) {
        const chunks = await index.chunksOf('d', 0, 2000)
        seen.add(`${chunks.length} of ${[...new Set(chunks.map((chunk) => chunk.revision))].join('+')}`)
        const hits = await index.textSearch(textQuery({ terms: ['stone'] }), { limit: 5000 })
        seen.add(`${hits.length} of ${[...new Set(hits.map((hit) => hit.chunk.revision))].join('+')}`)
      }
    }
    const watching = watch()
    for (const revision of ['r1', 'r2', 'r3']) await index.replace([documentChunks('d', revision, texts)])
    writing = false
    await watching
    expect([...seen].every((line) => /^1500 of r\d$/.test(line))).toBe(true)
    expect((await index.chunksOf('d', 0, 0))[0]?.revision).toBe('r3')
  })

  it('the same revision twice keeps one copy (bug: a retry doubles the chunks)', async () => {
    const { index } = await testStore()
    await index.replace([documentChunks('d', 'r1', ['one', 'two'])])
    await index.replace([documentChunks('d', 'r1', ['one', 'two'])])
    expect(await index.countChunks()).toBe(2)
    expect(index.statistics.documentFrequency('two')).toBe(1)
    await index.replace([documentChunks('d', 'r2', [])])
    expect(await index.countChunks()).toBe(0)
  })

  it('overlapping calls all land (bug: a commit conflict drops one)', async () => {
    const { index } = await testStore()
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => index.replace([documentChunks(`d${at % 6}`, `r${at}`, ['x', 'y'])])),
    )
    expect(await index.countChunks()).toBe(12)
  })
})

describe('a write that fails half-way', () => {
  it('is undone: searches never see its rows, and the next write is clean (bug: half a document becomes visible later)', async () => {
    const { index } = await testStore()
    await index.replace([documentChunks('d', 'r1', ['stone old'])])
    const sync = vi.spyOn(TableFileSync.prototype, 'sync').mockRejectedValueOnce(new Error('No space left on device'))
    const next = documentChunks('d', 'r2', ['stone new', 'stone newer'])
    await expect(index.replace([next, documentChunks('e', 'r1', ['stone'])])).rejects.toMatchObject({
      code: 'DISK_FULL',
    })
    sync.mockRestore()
    expect((await index.chunksOf('d', 0, 9)).map((chunk) => chunk.revision)).toEqual(['r1'])
    await index.replace([documentChunks('f', 'r1', ['stone'])])
    expect(await index.countChunks()).toBe(2)
    await index.replace([next])
    expect(await index.textSearch(textQuery({ terms: ['stone'] }), five)).toHaveLength(3)
    expect(index.statistics.documentFrequency('stone')).toBe(3)
  })
})

describe('maintaining', () => {
  it('searches that run during it never fail (bug: cleaning takes the files of the version being read)', async () => {
    const { index } = await testStore()
    const texts = Array.from({ length: 1200 }, (_, at) => `stone ${at}`)
    await index.replace([documentChunks('base', 'r1', texts)])
    let working = true
    let searches = 0
    const search = async () => {
      while (working) {
        expect(await index.textSearch(textQuery({ terms: ['stone'] }), five)).toHaveLength(5)
        expect((await index.vectorSearch(vectorOf(3), five)).length).toBe(5)
        searches += 1
      }
    }
    const searching = Promise.all([search(), search()])
    for (let round = 0; round < 2; round += 1) {
      await index.replace([documentChunks('other', `r${round}`, texts)])
      await index.maintain()
      await index.remove(['other'])
    }
    working = false
    await searching
    expect(searches).toBeGreaterThan(0)
    expect(await index.countChunks()).toBe(1200)
  })

  it('sixty small writes are joined, and stay searchable (bug: every query gets slower for ever)', async () => {
    const store = await testStore()
    for (let at = 0; at < 60; at += 1) await store.index.replace([documentChunks(`d${at}`, 'r1', [`word${at} stone`])])
    expect(await store.index.textSearch(textQuery({ terms: ['stone'] }), five)).toHaveLength(5)
    await store.index.maintain()
    expect(dataFiles(store.folder).length).toBeLessThan(5)
    expect(await store.index.textSearch(textQuery({ terms: ['stone'] }), { limit: 100 })).toHaveLength(60)
  })

  it('a word is as rare in the first document as in the others (bug: who came first was hardly found by its own words)', async () => {
    const store = await testStore()
    const filler = (name: string) => Array.from({ length: 20 }, (_, at) => `${name} filler ${at}`)
    await store.index.replace([
      documentChunks(
        'first',
        'r1',
        Array.from({ length: 5 }, () => 'stone wall'),
      ),
    ])
    await store.index.replace([documentChunks('second', 'r1', ['stone wall', ...filler('second')])])
    await store.index.replace([documentChunks('third', 'r1', filler('third'))])
    await store.index.maintain(true)
    const hits = await store.index.textSearch(textQuery({ terms: ['stone'] }), { limit: 10 })
    expect(hits).toHaveLength(6)
    expect(new Set(hits.map(({ score }) => score.toFixed(4))).size).toBe(1)
  })

  it('a library with nothing new to index, but of a size that wants a vector index, is given one', async () => {
    const store = await testStore()
    const texts = Array.from({ length: 2_000 }, (_, at) => `stone ${at}`)
    await store.index.replace([documentChunks('first', 'r1', texts.slice(1))])
    await store.index.maintain(true)
    expect(await vectorPieces(store.folder)).toBeUndefined()
    await store.index.replace([documentChunks('second', 'r1', texts.slice(0, 1))])
    await store.index.maintain(true)
    expect(await vectorPieces(store.folder)).toBe(1)
  })

  it('while more is to come, a few thousand rows wait for the index until somebody searches', async () => {
    const store = await testStore()
    const texts = Array.from({ length: 2_100 }, (_, at) => `stone ${at}`)
    const maintain = async () => {
      await store.index.maintain()
      return vectorPieces(store.folder)
    }
    // The very first rows are indexed at once.
    await store.index.replace([documentChunks('first', 'r1', ['stone'])])
    await store.index.replace([documentChunks('second', 'r1', texts)])
    expect(await maintain()).toBeUndefined()
    await store.index.vectorSearch(vectorOf(3), { limit: 3, isWarmUp: true })
    expect(await maintain()).toBeUndefined()
    expect(await store.index.textSearch(textQuery({ terms: ['stone'] }), five)).toHaveLength(5)
    expect(await maintain()).toBe(1)
  })

  it('a vector index that grew piece by piece is one piece again when nothing more is to come', async () => {
    const store = await testStore()
    const texts = Array.from({ length: 1_050 }, (_, at) => `stone ${at}`)
    const rows = (name: string, some: readonly string[]) => documentChunks(name, 'r1', some)
    const pieces = () => vectorPieces(store.folder)
    for (let at = 0; at < 3; at += 1) await store.index.replace([rows(`first ${at}`, texts)])
    await store.index.vectorSearch(vectorOf(3), five)
    await store.index.maintain()
    expect(await pieces()).toBe(1)
    await store.index.replace([rows('second', texts)])
    await store.index.vectorSearch(vectorOf(3), five)
    await store.index.maintain()
    expect(await pieces()).toBe(2)
    await store.index.replace([rows('third', ['a last stone'])])
    await store.index.maintain(true)
    expect(await pieces()).toBe(1)
    // What is added to a whole one is too little to build it again for.
    await store.index.replace([rows('fourth', ['a stone more'])])
    await store.index.maintain(true)
    expect(await pieces()).toBe(1)
    expect(await store.index.vectorSearch(vectorOf(3), { limit: 3 })).toHaveLength(3)
  })
})

describe('removing', () => {
  it('leaves no bytes of the document in the store folder (bug: compaction keeps fragments with few deletions)', async () => {
    const folderStore = await testStore()
    const { index, folder } = folderStore
    const keep = Array.from({ length: 900 }, (_, at) => `ordinary sentence ${at}`)
    // In one write with the others, so that its rows share their file: under a tenth of a fragment is not compacted.
    const secrets = ['Hiddenword qqqmarker', 'hiddenword old qqqmarker']
    await index.replace([documentChunks('keep', 'r1', keep), documentChunks('secret-id', 'r1', secrets)])
    await index.replace([documentChunks('secret-id', 'r2', ['hiddenword newer qqqmarker'])])
    const before = dataFiles(folder)
    expect(before.length).toBeGreaterThan(0)
    await index.remove(['secret-id'])
    expect(grep(folder, 'hiddenword')).toEqual([])
    expect(grep(folder, 'qqqmarker')).toEqual([])
    expect(grep(folder, 'secret-id')).toEqual([])
    // Text may be compressed, so also: no file that ever held it is left.
    expect(dataFiles(folder).filter((file) => before.includes(file))).toEqual([])
    expect(await index.countChunks()).toBe(900)
    expect(await index.textSearch(textQuery({ terms: ['sentenc'] }), { limit: 1000 })).toHaveLength(900)
    expect(index.statistics.documentFrequency('hiddenword')).toBe(0)
    await folderStore.close()
    expect(grep(folder, 'hiddenword')).toEqual([])
  })

  it('of the last document leaves an empty, working table', async () => {
    const { index, folder } = await testStore()
    await index.replace([documentChunks('only', 'r1', ['hiddenword'])])
    await index.remove(['only'])
    expect(grep(folder, 'hiddenword')).toEqual([])
    expect(await index.textSearch(textQuery({ terms: ['hiddenword'] }), five)).toEqual([])
    await index.replace([documentChunks('next', 'r1', ['fresh'])])
    expect(await index.textSearch(textQuery({ terms: ['fresh'] }), five)).toHaveLength(1)
  })

  it('also of an older revision that only a replacement had deleted', async () => {
    const { index, folder } = await testStore()
    await index.replace([
      documentChunks(
        'other',
        'r1',
        Array.from({ length: 50 }, (_, at) => `text ${at}`),
      ),
      documentChunks('d', 'r1', ['hiddenword']),
    ])
    await index.replace([documentChunks('d', 'r2', [])])
    await index.remove(['d'])
    expect(grep(folder, 'hiddenword')).toEqual([])
  })
})

describe('term statistics', () => {
  it('count chunks, not occurrences, and follow replacing and removing', async () => {
    const { index } = await testStore()
    await index.replace([
      documentChunks('a', 'r1', ['stone stone stone', 'stone water']),
      documentChunks('b', 'r1', ['water']),
    ])
    expect(index.statistics.chunkCount).toBe(3)
    expect(index.statistics.documentFrequency('stone')).toBe(2)
    expect(index.statistics.documentFrequency('water')).toBe(2)
    expect(index.statistics.documentFrequency('absent')).toBe(0)
    await index.replace([documentChunks('a', 'r2', ['water'])])
    expect(index.statistics.documentFrequency('stone')).toBe(0)
    expect(index.statistics.chunkCount).toBe(2)
    await index.remove(['b'])
    expect(index.statistics.documentFrequency('water')).toBe(1)
  })

  it('are the same after reopening, whether they were saved or have to be counted again', async () => {
    const store = await testStore()
    await store.index.replace([documentChunks('a', 'r1', ['stone', '检索'])])
    await store.catalogue.put(documentRecord('a', 'r1', { chunk_count: 2 }))
    await store.close()
    const again = await testStore(store.folder)
    expect([again.index.statistics.chunkCount, again.index.statistics.documentFrequency('检索')]).toEqual([2, 1])
    await again.close()
    execFileSync('truncate', ['-s', '100', `${store.folder}/lance/term-statistics.bin`])
    const counted = await testStore(store.folder)
    expect([counted.index.statistics.chunkCount, counted.index.statistics.documentFrequency('检索')]).toEqual([2, 1])
  })
})

function grep(folder: string, text: string): string[] {
  try {
    return execFileSync('grep', ['-rila', text, folder], { encoding: 'utf8' }).trim().split('\n')
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 1) return []
    throw error
  }
}

function dataFiles(folder: string): string[] {
  return execFileSync('find', [folder, '-path', '*/data/*', '-name', '*.lance'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

/** Of how many pieces the vector index of the store in `folder` is; undefined without one. */
async function vectorPieces(folder: string): Promise<number | undefined> {
  const connection = await connect(join(folder, 'lance'))
  const table = await connection.openTable('chunks')
  const stats = await table.indexStats('vector_idx')
  connection.close()
  return stats?.numIndices
}
