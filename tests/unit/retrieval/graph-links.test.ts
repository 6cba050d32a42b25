import { chainContext } from '../../fakes/chain-context'
import { describe, expect, test } from 'vitest'
import type { Note } from '@shared/note'
import type { FoundChunk } from '@engine/ports/storage/chunk-index'
import type { GraphHit } from '@engine/ports/graph/graph-search'
import type { ChainContext, ChainGraph } from '@engine/retrieval/chain'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { asWritten, graphLinks } from '@engine/retrieval/post-processors/graph-links'

function found(id: string): FoundChunk {
  const place = { index: 0, start: 0, end: 9, window_start: 0, window_end: 9, page: null, token_count: 3 }
  const names = { doc_id: id, doc_name: id, title: '', revision: 'r', collection: '', format: 'text', context: '' }
  const chunk = { id, text: `Text of ${id}: Hank Snow.`, heading_path: [], ...place, ...names }
  return { chunk, vector: new Float32Array(384), search: 'text hank snow' }
}
const list = { channel: 'text', query: 'q', weight: 1 } as const
const passage = (id: string, score: number): Passage => ({
  ...toPassage(found(id), [{ list, rank: 1, score: 1 }]),
  score,
})
const hit = (id: string, ...names: string[]): GraphHit => ({
  id,
  score: 1,
  path: names.map((name, at) => ({ name, from: at === 0 ? null : 'a' })),
})

function context(graph: Partial<ChainGraph>, problems: Note[] = []): ChainContext {
  return chainContext({
    question: 'Where did the singer of Hello Love live?',
    report: (problem) => problems.push(problem),
    graph: {
      isFirst: false,
      isFiltered: false,
      search: () => Promise.resolve({ hits: [] }),
      readChunks: (ids) => Promise.resolve(ids.map(found)),
      ...graph,
    },
  })
}
const ids = (passages: readonly Passage[]) => passages.map(({ chunk }) => chunk.id)
const hybrid = [passage('a', 3), passage('b', 2), passage('c', 1)]

describe('the graph channel', () => {
  test('puts what names lead to behind the first two, and says by which names', async () => {
    const hits = [hit('town', 'hello love', 'hank snow'), hit('a', 'hello love')]
    const ranked = await graphLinks.process(hybrid, context({ search: () => Promise.resolve({ hits }) }))
    expect(ids(ranked)).toEqual(['a', 'b', 'town', 'c'])
    expect(ranked.map(({ path }) => path)).toEqual([undefined, undefined, ['Hello Love', 'Hank Snow'], undefined])
    // Without features the relevance floor could not judge it, and the record could not explain it.
    expect(ranked[2]?.features).not.toBeNull()
    expect(ranked[2]?.placements).toMatchObject([{ list: { channel: 'graph' }, rank: 1 }])
  })

  test('orders everything where the user wants the graph to', async () => {
    const hits = [hit('c', 'hello love', 'hank snow'), hit('a', 'hello love')]
    const search = () => Promise.resolve({ hits })
    const ranked = await graphLinks.process(hybrid, context({ isFirst: true, search }))
    expect(ids(ranked)).toEqual(['c', 'a', 'b'])
  })

  test('leaves the ranking alone where no name links anything', async () => {
    const hits = [hit('c'), hit('z')]
    const ranked = await graphLinks.process(hybrid, context({ search: () => Promise.resolve({ hits }) }))
    expect(ids(ranked)).toEqual(['a', 'b', 'c'])
  })

  test('loses nothing when a chunk it names is gone, or kept out by the filter', async () => {
    const hits = [hit('gone', 'hello love', 'hank snow'), hit('c', 'hello love', 'hank snow')]
    const search = () => Promise.resolve({ hits })
    const ranked = await graphLinks.process(hybrid, context({ search, readChunks: () => Promise.resolve([]) }))
    expect(ids(ranked)).toEqual(['a', 'b', 'c'])
  })

  test('under a filter gives its places to what may be read, and speaks of no way through what may not', async () => {
    const away = Array.from({ length: 20 }, (_, at) => hit(`away ${at}`, 'hello love', 'hank snow'))
    const through = {
      ...hit('secret', 'hello love', 'hank snow'),
      id: 'in',
      path: [
        { name: 'x', from: 'away 1' },
        { name: 'y', from: 'a' },
      ],
    }
    const hits = [...away, through, hit('near', 'hello love', 'hank snow')]
    const search = () => Promise.resolve({ hits })
    const readChunks = (ids: readonly string[]) =>
      Promise.resolve(ids.filter((id) => id === 'near' || id === 'in').map(found))
    const ranked = await graphLinks.process(hybrid, context({ isFiltered: true, search, readChunks }))
    expect(ids(ranked)).toEqual(['a', 'b', 'in', 'near', 'c'])
    expect(ranked.map(({ path }) => path)).toEqual([
      undefined,
      undefined,
      undefined,
      ['Hello Love', 'Hank Snow'],
      undefined,
    ])
  })

  test('a graph that fails leaves the ranking and says so', async () => {
    const problems: Note[] = []
    const search = () => Promise.reject(new Error('lost'))
    expect(ids(await graphLinks.process(hybrid, context({ search }, problems)))).toEqual(['a', 'b', 'c'])
    expect(problems.map(({ key }) => key)).toEqual(['graph_failed'])
  })

  test('a turn that is cancelled is not answered from half a search', async () => {
    const stop = new AbortController()
    stop.abort(new Error('stopped'))
    const cancelled = { ...context({}), signal: stop.signal }
    await expect(graphLinks.process(hybrid, cancelled)).rejects.toThrow()
  })
})

test('a name is shown as a text writes it', () => {
  expect(asWritten('hank snow', ['nothing', 'He is Hank  Snow.'])).toBe('Hank  Snow')
  expect(asWritten('c++', ['In C++ one'])).toBe('C++')
  expect(asWritten('nowhere', ['text'])).toBe('nowhere')
  expect(asWritten('', ['text'])).toBe('')
})
