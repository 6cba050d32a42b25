import { chainContext } from '../../fakes/chain-context'
import { describe, expect, test } from 'vitest'
import type { Chunk } from '@shared/documents'
import { type ChainContext, runChain } from '@engine/retrieval/chain'
import { type Passage, type RankedList, toPassage } from '@engine/retrieval/passage'
import { contextWindow } from '@engine/retrieval/post-processors/context-window'
import { dedup } from '@engine/retrieval/post-processors/dedup'
import { defaultChain } from '@engine/retrieval/post-processors/default-chain'
import { diversity } from '@engine/retrieval/post-processors/diversity'
import { reciprocalRankFusion } from '@engine/retrieval/post-processors/reciprocal-rank-fusion'
import { truncate } from '@engine/retrieval/post-processors/truncate'

const document = 'Alpha one. Beta two. Gamma three. Delta four. '.repeat(3)

function chunk(id: string, overrides: Partial<Chunk> = {}): Chunk {
  return {
    id,
    doc_id: 'd1',
    doc_name: 'd1.md',
    title: 'd1',
    revision: 'r1',
    collection: 'default',
    format: 'text',
    index: 0,
    text: `text of ${id}`,
    start: 0,
    end: 10,
    page: null,
    heading_path: [],
    context: '',
    token_count: 3,
    window_start: 0,
    window_end: 10,
    ...overrides,
  }
}

const vectorList: RankedList = { channel: 'vector', query: 'q', weight: 1 }
const textList: RankedList = { channel: 'text', query: 'q', weight: 1 }
const expansion: RankedList = { channel: 'text', query: 'q2', weight: 0.5 }
const vector = new Float32Array(1024)

function passage(id: string, placements: [RankedList, number][], overrides: Partial<Chunk> = {}, score = 0): Passage {
  const found = toPassage(
    { chunk: chunk(id, overrides), vector, search: '' },
    placements.map(([list, rank]) => ({ list, rank, score: 1 })),
  )
  return { ...found, score }
}

function context(overrides: Partial<ChainContext> = {}): ChainContext {
  return chainContext({
    queryVectors: [vector],
    readText: (_passage, start, end) => Promise.resolve(document.slice(start, end)),
    ...overrides,
  })
}

describe('the post-processing chain', () => {
  test('runs in the order of the specification, each part named and timed', async () => {
    const { timings } = await runChain([passage('a', [[vectorList, 1]])], defaultChain, context())
    // Others may stand between them.
    const specified = ['dedup', 'rrf', 'rerank', 'context-window', 'diversity', 'truncate']
    expect(timings.map(({ name }) => name).filter((name) => specified.includes(name))).toEqual(specified)
    expect(timings.every(({ ms }) => ms >= 0)).toBe(true)
  })

  test('dedup keeps one of two copies and the better rank of either', () => {
    const copies = [
      passage('a', [[vectorList, 4]], { text: 'Same  Text' }),
      passage(
        'b',
        [
          [vectorList, 2],
          [textList, 1],
        ],
        { text: 'same text' },
      ),
    ]
    const kept = dedup.process(copies, context()) as readonly Passage[]
    expect(kept).toHaveLength(1)
    expect(kept[0]?.placements.map(({ rank }) => rank).toSorted()).toEqual([1, 2])
  })

  test('dedup looks behind beginnings that are alike, and past spaces', () => {
    const long = 'The minutes of the committee on harbour dues, second reading. '
    const texts = [`${long}Adopted.`, `${long}Rejected.`, `${' '.repeat(300)}${long.toUpperCase()} Adopted.`, 'Short.']
    const passages = texts.map((text, at) => passage(`p${at}`, [[textList, at + 1]], { text: text.trimEnd() }))
    const kept = dedup.process(passages, context()) as readonly Passage[]
    expect(kept.map(({ chunk }) => chunk.id)).toEqual(['p0', 'p1', 'p3'])
  })

  test('rrf sums weight / (60 + rank) per chunk over its lists', () => {
    const ranked = reciprocalRankFusion.process(
      [
        passage('one', [[vectorList, 1]]),
        passage('both', [
          [vectorList, 3],
          [textList, 2],
          [expansion, 1],
        ]),
      ],
      context(),
    ) as readonly Passage[]
    expect(ranked.map(({ chunk: { id } }) => id)).toEqual(['both', 'one'])
    expect(ranked[0]?.fused).toBeCloseTo(1 / 63 + 1 / 62 + 0.5 / 61)
    expect(ranked[1]?.fused).toBeCloseTo(1 / 61)
  })

  // Would catch an answer that cites one copy of a document in one library and the other in the next.
  test('copies that are equally good stand as their documents are called, whatever chance has named their chunks', () => {
    const copies = [
      passage('x9', [[vectorList, 1]], { doc_id: 'd9', doc_name: 'a.md' }),
      passage('x1', [[textList, 1]], { doc_id: 'd1', doc_name: 'b.md' }),
    ]
    for (const given of [copies, copies.toReversed()]) {
      const ranked = reciprocalRankFusion.process(given, context()) as readonly Passage[]
      expect(ranked.map(({ chunk: { doc_name: name } }) => name)).toEqual(['a.md', 'b.md'])
    }
  })

  test('context-window joins neighbours exactly and shows no stretch twice', async () => {
    const first = passage('a', [[vectorList, 1]], { start: 11, end: 20, window_start: 0, window_end: 33 })
    const second = passage('b', [[vectorList, 2]], { start: 21, end: 33, window_start: 11, window_end: 46 })
    const joined = await contextWindow.process([first, second], context())
    expect(joined).toHaveLength(1)
    expect(joined[0]).toMatchObject({ start: 0, end: 46, text: document.slice(0, 46) })
  })

  // Catches a model's prompt that two long passages fill: what would be longer stays as it was found.
  test('context-window leaves a chunk alone where its neighbours would make it too long', async () => {
    const first = passage('a', [[vectorList, 1]], { start: 11, end: 20, window_start: 0, window_end: 33 })
    const second = passage('b', [[vectorList, 2]], { start: 60, end: 90, window_start: 40, window_end: 99 })
    const kept = await contextWindow.process([first, second], context({ longestWindow: 33 }))
    expect(kept.map(({ start, end }) => [start, end])).toEqual([
      [0, 33],
      [60, 90],
    ])
  })

  test('context-window falls back to the chunk when the document was replaced meanwhile', async () => {
    const [kept] = await contextWindow.process(
      [passage('a', [[vectorList, 1]])],
      context({ readText: () => Promise.resolve(null) }),
    )
    expect(kept).toMatchObject({ text: 'text of a', start: 0, end: 10 })
  })

  // Would catch a passage listed as found but not used although its text is in the prompt, joined to its neighbour's.
  test('what was joined into a passage is left out only where that passage is', async () => {
    const first = passage('a', [[vectorList, 1]], { start: 11, end: 20, window_start: 0, window_end: 33 }, 1)
    const second = passage('b', [[vectorList, 2]], { start: 21, end: 33, window_start: 11, window_end: 46 }, 0.9)
    const far = passage('c', [[vectorList, 3]], { start: 90, end: 99, window_start: 80, window_end: 99 }, 0.8)
    const leftOutOf = async (passages: readonly Passage[], most: number) =>
      (await runChain(passages, [contextWindow, truncate], context({ most }))).leftOut.map((left) => {
        return [left.passage.chunk.id, left.by, left.rank]
      })
    expect(await leftOutOf([first, second, far], 2)).toEqual([])
    expect(await leftOutOf([far, first, second], 1)).toEqual([['a', 'truncate', 2]])
    const elsewhere = { ...first, chunk: { ...first.chunk, id: 'd', revision: 'r2' } }
    expect(await leftOutOf([first, elsewhere, far], 1)).toEqual([
      ['d', 'truncate', 2],
      ['c', 'truncate', 3],
    ])
  })

  // The document was replaced meanwhile: of the joined passage only its first chunk is left.
  test('what was joined into a passage that could not be read is left out', async () => {
    const first = passage('a', [[vectorList, 1]], { start: 11, end: 20, window_start: 0, window_end: 33 })
    const second = passage('b', [[vectorList, 2]], { start: 21, end: 33, window_start: 11, window_end: 46 })
    const { leftOut } = await runChain(
      [first, second],
      [contextWindow],
      context({ readText: () => Promise.resolve(null) }),
    )
    expect(leftOut.map((left) => [left.passage.chunk.id, left.by])).toEqual([['b', 'context-window']])
  })

  test('diversity holds a document to three passages while others are comparable', () => {
    const crowd = ['a', 'b', 'c', 'd'].map((id, at) => passage(id, [], {}, 1 - at * 0.01))
    const other = passage('x', [], { doc_id: 'd2' }, 0.8)
    const order = (passages: readonly Passage[]) =>
      (diversity.process(passages, context()) as readonly Passage[]).map(({ chunk: { id } }) => id)
    expect(order([...crowd, other])).toEqual(['a', 'b', 'c', 'x', 'd'])
    // Nothing comparable: a one-document library is not crippled.
    expect(order(crowd)).toEqual(['a', 'b', 'c', 'd'])
    expect(order([...crowd, passage('far', [], { doc_id: 'd2' }, 0.2)])).toEqual(['a', 'b', 'c', 'd', 'far'])
  })

  test('truncate keeps the best passage even when it alone is over the budget', () => {
    const long = { ...passage('a', [], {}, 1), text: 'word '.repeat(500) }
    const kept = truncate.process([long, passage('b', [], {}, 0.5)], context({ tokenBudget: 10 })) as readonly Passage[]
    expect(kept.map(({ chunk: { id } }) => id)).toEqual(['a'])
  })
})
