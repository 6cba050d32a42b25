import { describe, expect, test } from 'vitest'
import { generateShares } from '../../../../bench/graph/generated-graph'
import { buildCommunities } from '@engine/graph/communities/communities'
import { NameResolver } from '@engine/graph/disambiguation/name-resolver'
import { buildEntityGraph } from '@engine/graph/entities/entity-graph'
import { globalSearch, globalSearchSettings } from '@engine/graph/search/global-search'
import type { GraphOverview } from '@engine/ports/graph/graph-search'
import { fakeChunkIndex } from '../../../fakes/chunk-index'
import { readGraph } from '../../../fakes/read-graph'
import { themedDocuments } from '../../../fakes/themed-documents'

const { chunks } = await fakeChunkIndex(themedDocuments)
const { graph, communities } = await readGraph(chunks)
const textOf = new Map(chunks.map(({ id, text }) => [id, text]))
const idOf = (name: string) => chunks.find(({ title }) => title === name)?.doc_id ?? ''
const find = (question: string, options: Partial<Parameters<typeof globalSearch>[2]> = {}) =>
  globalSearch({ graph, communities }, question, { most: 8, ...options })
const namesIn = ({ themes }: GraphOverview) => themes.flatMap(({ names }) => names)

async function generated(things: number) {
  const shares = generateShares({ things, passages: things * 2, seed: 3 })
  const resolver = new NameResolver(undefined, () => [])
  for (const { facts } of shares) await resolver.add(facts.names)
  const large = buildEntityGraph(shares, resolver.resolve())
  return { large, groups: buildCommunities(large) }
}

describe('the themes of a library', () => {
  // Catches an overview that mixes what has nothing to do with each other, or leaves a language out.
  test('are its communities, the weightiest first, with sentences that are really there', () => {
    const { themes, total, documents } = find('What are the main themes of my documents?')
    expect(documents).toBe(themedDocuments.length)
    expect(total).toBe(themes.length)
    const station = themes.find(({ names }) => names.includes('Siskin Radar'))
    expect(station?.documents).toBeGreaterThanOrEqual(2)
    expect(station?.names).not.toContain('Rye Starter')
    expect(namesIn({ themes, total, documents })).toContain('青云铁路')
    expect(themes.map(({ weight }) => weight)).toEqual(themes.map(({ weight }) => weight).toSorted((a, b) => b - a))
    expect(themes[0]?.weight).toBe(1)
    for (const { passages } of themes) {
      expect(passages.length).toBeGreaterThan(0)
      for (const { id, start, end } of passages) expect(textOf.get(id)?.slice(start, end).trim()).not.toBe('')
    }
  })

  // Catches words like "documents" or 资料 that are taken for what is asked about, so that nothing is found.
  test.each(['', 'Summarise everything', '这些资料主要讲了什么？', '總結所有文檔', 'What is all this about?'])(
    'are all of them for "%s"',
    (question) => {
      expect(find(question)).toEqual(find(''))
    },
  )

  // Catches an answer that is different when asked again, or after a restart that reads documents in another order.
  test('are the same whatever order the documents came in', async () => {
    const other = await readGraph(chunks.toReversed())
    expect(globalSearch(other, '', { most: 8 })).toEqual(find(''))
  })

  test('are none where there is no document, and no failure', async () => {
    const empty = await readGraph([])
    expect(globalSearch(empty, 'themes', { most: 8 })).toEqual({
      themes: [],
      total: 0,
      documents: 0,
    })
  })
})

describe('what a question names', () => {
  // Catches a topic that is ignored.
  test.each([
    ['Summarise everything about the Rye Starter', 'Golden Crust Bakery', 'Siskin Radar'],
    ['what do the documents say about the hydra probe', 'Hydra Probe', 'Rye Starter'],
    ['总结所有关于超导磁体的资料', '青云铁路', 'Siskin Radar'],
    ['總結關於超導磁體的資料', '青云铁路', 'Siskin Radar'],
  ])('%s: picks the communities', (question, own, other) => {
    const names = namesIn(find(question))
    expect(names).toContain(own)
    expect(names).not.toContain(other)
  })

  // Catches topics that are no names, as most are, finding nothing although a search of words does.
  test('picks them by what a search of words found, too', () => {
    const bread = chunks.find(({ title }) => title === 'bread')?.id ?? ''
    expect(find('sourdough').themes).toEqual([])
    const found = find('sourdough', { hits: new Map([[bread, 2]]) })
    expect(found.themes[0]?.names).toContain('Marta Keller')
    expect(found.themes[0]?.passages[0]?.id).toBe(bread)
  })
})

describe('documents that may be spoken of', () => {
  // Catches names, titles, counts or sentences of documents that the question's filter keeps out.
  test('are the only ones that anything is said of', () => {
    const documents = [idOf('bakery'), idOf('隧道')]
    const found = find('', { documents })
    expect(found.documents).toBe(2)
    const allowed = new Set(chunks.flatMap(({ doc_id, id }) => (documents.includes(doc_id) ? [id] : [])))
    const text = chunks.flatMap(({ doc_id, text: own }) => (documents.includes(doc_id) ? [own] : [])).join('\n')
    for (const { passages, names, title, documents: count } of found.themes) {
      expect(passages.every(({ id }) => allowed.has(id))).toBe(true)
      for (const name of [...names, ...title.split(', ')]) expect(text).toContain(name)
      expect(count).toBeLessThanOrEqual(2)
    }
    expect(found.themes.length).toBeGreaterThan(0)
  })

  test('may be none', () => {
    expect(find('', { documents: [] }).themes).toEqual([])
  })
})

describe('a large library', () => {
  // Catches an answer of a hundred sentences, and one sentence that is quoted for several themes.
  test('gives no more themes and places than asked for, none of them twice', async () => {
    const { large, groups } = await generated(1500)
    const { themes, total } = globalSearch({ graph: large, communities: groups }, '', { most: 8 })
    expect(themes).toHaveLength(8)
    expect(total).toBeGreaterThanOrEqual(8)
    const places = themes.flatMap(({ passages }) => passages)
    expect(places.length).toBeLessThanOrEqual(globalSearchSettings.maxPlacesInTotal)
    for (const [at, one] of places.entries()) {
      const others = places.slice(at + 1).filter(({ id }) => id === one.id)
      expect(others.some(({ start, end }) => one.start < end && start < one.end)).toBe(false)
    }
  })

  // Catches one theme that is the whole library where its coarsest level is hardly divided.
  test('is divided further until there are enough themes', async () => {
    const { large, groups } = await generated(1500)
    const coarse = globalSearch(
      { graph: large, communities: groups },
      '',
      { most: 100 },
      { ...globalSearchSettings, minThemes: 1 },
    )
    const fine = globalSearch(
      { graph: large, communities: groups },
      '',
      { most: 1000 },
      { ...globalSearchSettings, minThemes: coarse.total + 1 },
    )
    expect(fine.total).toBeGreaterThan(coarse.total)
  })
})
