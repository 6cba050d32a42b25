import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EntityHit } from '@shared/graph'
import { createEntitySearch } from '@engine/graph/entities/search/entity-search'
import { distanceToPrefix, letterMask, missingLetters } from '@engine/graph/entities/search/name-distance'
import { eager, graphOf, libraries, shareOf } from '../graph-fixtures'

const searchOf = async (...names: string[]) => {
  // The earlier in the list, the more often named and the higher ranked.
  const texts = names.map((name, at) => `[${name}] `.repeat(names.length + 2 - at))
  return createEntitySearch(await graphOf([shareOf('a', texts)]))
}

describe('search as one types', () => {
  it('finds every entity by any of its names, and nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(libraries, fc.integer({ min: 1, max: 20 }), async (shares, limit) => {
        const graph = await graphOf(shares, eager)
        const search = createEntitySearch(graph)
        for (const entity of graph.entities) {
          for (const name of [entity.name, ...entity.aliases]) {
            const hits = search.find(name, graph.entities.length)
            expect(hits.map(({ id }) => id)).toContain(entity.id)
            expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length)
            expect(search.find(name, limit)).toEqual(hits.slice(0, limit))
            for (const hit of hits) expect(EntityHit.parse(hit)).toEqual(hit)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('puts whole names before beginnings, words, parts and slips of the finger', async () => {
    // A rare entity that is called just what was typed would drown in frequent ones that hold it.
    const search = await searchOf('Recannon', 'Cannot Be', 'Blue Cannon Two', 'Cannon Street', 'Cannon')
    expect(search.find('cannon', 10).map(({ name }) => name)).toEqual([
      'Cannon',
      'Cannon Street',
      'Blue Cannon Two',
      'Recannon',
      'Cannot Be',
    ])
  })

  it('orders by rank what matches equally', async () => {
    const search = await searchOf('Paris Second', 'Paris First', 'Paris Third')
    expect(search.find('par', 2).map(({ name }) => name)).toEqual(['Paris Second', 'Paris First'])
  })

  it('says which name matched where it is not the one shown', async () => {
    const search = createEntitySearch(await graphOf([shareOf('a', ['[向量數據庫] [向量数据库] [向量数据库]'])]))
    expect(search.find('向量数据库', 5)).toMatchObject([{ name: '向量数据库', matched: null }])
    const other = createEntitySearch(await graphOf([shareOf('a', ['[Beijing City] [Beijing City] [Beijing city]'])]))
    expect(other.find('beijing', 5)).toMatchObject([{ name: 'Beijing City', matched: null }])
  })

  it('reads full-width, traditional and accented letters as plain ones', async () => {
    const search = await searchOf('机器学习', 'Café Zürich', 'GPT-4')
    expect(search.find('機器', 5).map(({ name }) => name)).toEqual(['机器学习'])
    expect(search.find('ｃａｆｅ zur', 5).map(({ name }) => name)).toEqual(['Café Zürich'])
    expect(search.find('gpt 4', 5).map(({ name }) => name)).toEqual(['GPT-4'])
  })

  it('forgives a letter or two, in the middle of typing as well', async () => {
    const search = await searchOf('Napoleon Bonaparte', 'Waterloo', '拿破仑战争')
    expect(search.find('Napolean', 5).map(({ name }) => name)).toEqual(['Napoleon Bonaparte'])
    expect(search.find('bonpaart', 5).map(({ name }) => name)).toEqual(['Napoleon Bonaparte'])
    expect(search.find('Watrelo', 5).map(({ name }) => name)).toEqual(['Waterloo'])
    expect(search.find('拿破伦', 5).map(({ name }) => name)).toEqual(['拿破仑战争'])
    expect(search.find('Wxt', 5)).toEqual([])
  })

  it('takes nothing typed for a pattern, and nothing for an answer to nothing', async () => {
    const search = await searchOf('C++ Language', 'C# Language')
    expect(search.find('c++', 5).map(({ name }) => name)).toEqual(['C++ Language'])
    expect(search.find('.*', 5)).toEqual([])
    expect(search.find('  \n ', 5)).toEqual([])
    expect(createEntitySearch(await graphOf([])).find('a', 5)).toEqual([])
  })
})

describe('the distance of a name', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '学'), maxLength: 7 })

  it('is the least of all its beginnings', () => {
    // A row reused from the name before would find names that are nothing like it.
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(1, 2), (typed, names, most) => {
        const distance = distanceToPrefix(typed, most)
        for (const name of names) {
          const beginnings = Array.from({ length: name.length + 1 }, (_, end) => name.slice(0, end))
          const least = Math.min(...beginnings.map((beginning) => alignment(typed, beginning)))
          expect(Math.min(distance(`xx${name}`, 2), most + 1)).toBe(Math.min(least, most + 1))
          expect(missingLetters(letterMask(typed), letterMask(name))).toBeLessThanOrEqual(least)
        }
      }),
      { numRuns: 300 },
    )
  })
})

/** Optimal string alignment as its definition has it. */
function alignment(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)]
  const ways = [alignment(x, b) + 1, alignment(a, y) + 1, alignment(x, y) + (a.at(-1) === b.at(-1) ? 0 : 1)]
  const isSwapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return Math.min(...ways, ...(isSwapped ? [alignment(a.slice(0, -2), b.slice(0, -2)) + 1] : []))
}
