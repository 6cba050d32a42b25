import { describe, expect, it } from 'vitest'
import { type DocumentShare, shareOf } from '@engine/graph/share/document-share'
import { fuseWithHybrid } from '@engine/graph/walk/fuse-with-hybrid'
import { nameGraphOf } from '@engine/graph/walk/name-graph'
import { namesInQuestion } from '@engine/graph/search/question-names'
import { searchGraph } from '@engine/graph/search/search-graph'
import { toSearchColumn } from '@engine/text/analyse'
import { graphQuestion } from '../../../fakes/graph-question'

const document = (id: string, title: string, text: string): DocumentShare =>
  shareOf(id, [{ id, title, headingPath: [], text, search: toSearchColumn(title, text) }])

const library = nameGraphOf([
  document('song', 'Hello Love', 'It is a 1974 single by Hank Snow.'),
  document('singer', 'Hank Snow', 'He was a singer who moved to Nashville and died in Madison.'),
  document('fair', 'Winter fair', 'At the fair Hank Snow once had a stall with cakes.'),
  document('town', 'Madison', 'The town has a mild climate and a railway.'),
  document('other', 'Railways', 'A railway is a way for trains. Love of railways is common.'),
  document('novel', '红楼梦', '《红楼梦》的作者是曹雪芹。'),
  document('writer', '曹雪芹', '他出生于南京市。'),
])
const found = (question: string) =>
  namesInQuestion(library, question).map(({ key, certainty }) => `${key}:${certainty}`)

describe('names in a question', () => {
  it('are the longest that match, each stretch once', () => {
    // "Love" and "Hello" alone lead elsewhere.
    expect(found('Where did the singer of "Hello Love" die?')).toEqual(['hello love:1'])
  })

  it('count for little where the question writes them as common words', () => {
    // A document called "Railways" is not what "railways" in a question names.
    expect(found('what are railways for')).toEqual(['railways:0.1'])
    expect(found('Is it about Madison?')).toEqual(['madison:1'])
  })

  it('are found in running Chinese', () => {
    expect(found('红楼梦的作者在哪里出生？')).toEqual(['红楼梦:1'])
  })
})

describe('a search of the graph', () => {
  it('reaches over two names what shares no word with the question, and says how', () => {
    // Without a second hop the town is found by nobody; with a wrong path its evidence cannot be explained.
    const { hits } = searchGraph(
      library,
      graphQuestion('Where did the singer of "Hello Love" die?'),
      new Map([['song', 1]]),
    )
    const order = hits.map(({ id }) => id)
    expect(order.slice(0, 2)).toEqual(['song', 'singer'])
    expect(hits.find(({ id }) => id === 'singer')?.path).toEqual([
      { name: 'hello love', from: null },
      { name: 'hank snow', from: 'song' },
    ])
    expect(hits.find(({ id }) => id === 'town')?.path.map(({ name }) => name)).toEqual([
      'hello love',
      'hank snow',
      'madison',
    ])
  })

  it('prefers, of two passages behind the same name, the one that holds what is still asked', () => {
    // Both name Hank Snow; only the words of the question tell the stall from the song.
    const { hits } = searchGraph(
      library,
      graphQuestion('Which cakes had the man of Nashville?'),
      new Map([['singer', 1]]),
    )
    const order = hits.map(({ id }) => id)
    expect(order.indexOf('fair')).toBeLessThan(order.indexOf('song'))
  })

  it('goes by how rare the library says a word is', () => {
    const first = (common: string) => {
      const question = graphQuestion('stall or single of Hank Snow', (term) => (term === common ? 1000 : 1))
      const hits = searchGraph(library, question, new Map([['singer', 1]])).hits.map(({ id }) => id)
      return hits.find((id) => id === 'song' || id === 'fair')
    }
    expect(first('stall')).toBe('song')
    expect(first('singl')).toBe('fair')
  })

  it('works in Chinese', () => {
    const { hits } = searchGraph(library, graphQuestion('红楼梦的作者在哪里出生？'), new Map())
    expect(hits.map(({ id }) => id)).toEqual(['novel', 'writer'])
    expect(hits[0]?.path).toEqual([{ name: '红楼梦', from: null }])
  })

  it('ignores hits it does not know, and finds nothing in an empty library', () => {
    // A document that is indexed but not yet in the graph must not break the answer.
    expect(searchGraph(library, graphQuestion('zzz'), new Map([['unknown', 1]])).hits).toEqual([])
    expect(searchGraph(nameGraphOf([]), graphQuestion('Hello Love'), new Map([['song', 1]])).hits).toEqual([])
  })

  it('has finite scores, falling', () => {
    const { hits } = searchGraph(
      library,
      graphQuestion('Hank Snow in Madison'),
      new Map([
        ['song', 0.2],
        ['town', 0],
      ]),
    )
    const scores = hits.map(({ score }) => score)
    expect(scores.every((score) => Number.isFinite(score) && score > 0)).toBe(true)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })
})

describe('fusion with the hybrid ranking', () => {
  const hybrid = ['other', 'town', 'fair']

  it('leaves it as it is where no name links anything', () => {
    // A question of one hop would be answered from whatever the walk strayed to.
    const { hits } = searchGraph(library, graphQuestion('how do trains run'), new Map([['other', 1]]))
    expect(
      fuseWithHybrid(
        hybrid,
        hits.map((hit) => ({ ...hit, path: [] })),
      ).map(({ id }) => id),
    ).toEqual(hybrid)
    expect(fuseWithHybrid(hybrid, []).map(({ id }) => id)).toEqual(hybrid)
  })

  it('keeps the first two, then follows the graph, and loses nothing', () => {
    // Hit@1 of one-hop questions falls when the graph may push the best passage down.
    const hits = searchGraph(library, graphQuestion('Where did Hank Snow die?'), new Map([['singer', 1]])).hits
    const fused = fuseWithHybrid(hybrid, hits).map(({ id }) => id)
    expect(fused.slice(0, 3)).toEqual(['other', 'town', 'singer'])
    expect(new Set(fused)).toEqual(new Set([...hybrid, ...hits.map(({ id }) => id)]))
    expect(fused.length).toBe(new Set(fused).size)
  })
})
