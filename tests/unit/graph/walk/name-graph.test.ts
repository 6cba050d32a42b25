import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DocumentShare, shareOf, termHash } from '@engine/graph/share/document-share'
import { NameGraph, nameGraphOf } from '@engine/graph/walk/name-graph'

const key = fc.constantFrom('ada', 'babbage', 'llm', 'large language model', '水库', 'paris')
const passage = fc.record({
  names: fc.uniqueArray(fc.tuple(key, fc.constantFrom(0.5, 1, 3)), { selector: ([name]) => name, maxLength: 4 }),
  terms: fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 5 }).map((terms) => terms.toSorted((a, b) => a - b)),
})
const content = fc.record({
  passages: fc.array(passage, { maxLength: 3 }),
  aliases: fc.array(fc.record({ short: key, long: key }), { maxLength: 2 }),
})
const change = fc.record({ document: fc.constantFrom('a', 'b', 'c', 'd'), content: fc.option(content) })

const share = (
  documentId: string,
  {
    passages,
    aliases,
  }: { passages: Omit<DocumentShare['passages'][number], 'id'>[]; aliases: DocumentShare['aliases'] },
): DocumentShare => ({
  documentId,
  passages: passages.map((one, at) => ({ id: `${documentId}:${at}`, ...one })),
  aliases: aliases.filter(({ short, long }) => short !== long),
})

describe('the graph', () => {
  it('kept step by step equals the one built anew', () => {
    // A share that is not taken out whole leaves names, terms or short forms of a deleted document behind.
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const graph = new NameGraph()
        const left = new Map<string, DocumentShare>()
        for (const { document, content: given } of changes) {
          left.delete(document)
          if (given) left.set(document, share(document, given))
          if (given) graph.add(share(document, given))
          else graph.remove(document)
          // What is put together for a search must not outlive the change.
          described(graph)
        }
        const anew = nameGraphOf([...left.values()].reverse())
        expect(described(graph)).toEqual(described(anew))
        expect(described(graph.tidied())).toEqual(described(anew))
      }),
      { numRuns: 300 },
    )
  })

  it('has every edge from both sides', () => {
    // A walk would lose its way back, or go by a name that the passage does not have.
    fc.assert(
      fc.property(fc.array(content, { maxLength: 4 }), (contents) => {
        const graph = nameGraphOf(contents.map((one, at) => share(String(at), one)))
        const passages = passagesIn(graph)
        const there = passages.flatMap((passage) => {
          const { names, weights } = graph.namesIn(passage)
          return names.map((name, at) => `${name} ${passage} ${weights[at] ?? 0}`)
        })
        const names = new Set(passages.flatMap((passage) => graph.namesIn(passage).names))
        const back = [...names].flatMap((name) =>
          graph.passagesOf(name).map((passage) => `${name} ${passage} ${graph.weightOf(passage, name)}`),
        )
        expect(back.toSorted()).toEqual(there.toSorted())
      }),
    )
  })

  it('is wasteful once most of what it keeps is gone, and no more when it is tidied', () => {
    // A library whose documents are indexed again and again would fill the memory.
    const graph = new NameGraph()
    const passages = Array.from({ length: 40 }, () => ({ names: [['ada', 1] as const], terms: [] }))
    for (let times = 0; times < 27; times += 1) graph.add(share('a', { passages, aliases: [] }))
    expect(graph.isWasteful).toBe(true)
    expect(graph.tidied().isWasteful).toBe(false)
    expect(described(graph.tidied())).toEqual(described(graph))
  })

  it('makes one node of a short form and its name, as most documents have it', () => {
    // A passage that only says LLM would not be linked to one that only says large language model.
    const graph = nameGraphOf([
      read('a', 'A Large Language Model (LLM) is big.'),
      read('b', 'It is said that every LLM errs.'),
      read('c', 'They trained a Large Language Model here.'),
    ])
    expect(graph.nameOf('llm')).toBe(graph.nameOf('large language model'))
    expect(passagesNaming(graph, 'llm')).toEqual(['a:0', 'b:0', 'c:0'])
  })

  it('leaves a short form alone that documents explain differently', () => {
    const graph = nameGraphOf([
      read('a', 'The American Bar Association (ABA) met.'),
      read('b', 'The American Bus Association (ABA) met.'),
    ])
    expect(graph.nameKey(graph.nameOf('aba') ?? -1)).toBe('aba')
  })
})

describe('a share', () => {
  it('is a plain value', () => {
    // It is stored beside the document, as JSON.
    const one = read('a', 'Ada Lovelace met Charles Babbage in London.')
    expect(JSON.parse(JSON.stringify(one))).toEqual(one)
  })

  it('reads a surname as the full name given elsewhere in the document, but not where two share it', () => {
    // "Snow moved to Nashville" says nothing about Hank Snow unless the title is read with it.
    const passages = ['Hank Snow sang.', 'In winter Snow moved to Nashville.']
    const graph = nameGraphOf([read('a', ...passages)])
    expect(passagesNaming(graph, 'hank snow')).toEqual(['a:0', 'a:1'])
    const two = nameGraphOf([read('a', ...passages, 'They met Jon Snow.')])
    expect(passagesNaming(two, 'hank snow')).toEqual(['a:0'])
  })

  it('counts three times what a passage is about', () => {
    const one = shareOf('a', [
      { id: 'a:0', title: 'Paris', headingPath: [], text: 'Paris and London.', search: 'paris london' },
    ])
    expect(one.passages[0]?.names).toEqual(expect.arrayContaining([['paris', 3]]))
    expect(one.passages[0]?.terms).toEqual([termHash('paris'), termHash('london')].toSorted((a, b) => a - b))
  })
})

function read(documentId: string, ...texts: string[]): DocumentShare {
  const passages = texts.map((text, at) => ({
    id: `${documentId}:${at}`,
    title: '',
    headingPath: [],
    text,
    search: '',
  }))
  return shareOf(documentId, passages)
}

function passagesNaming(graph: NameGraph, name: string): string[] {
  const number = graph.nameOf(name)
  return number === undefined ? [] : graph.passagesOf(number).map((passage) => graph.passageId(passage))
}

function passagesIn(graph: NameGraph): number[] {
  const ids = ['a', 'b', 'c', 'd', '0', '1', '2', '3'].flatMap((id) =>
    Array.from({ length: 40 }, (_, at) => `${id}:${at}`),
  )
  return ids.flatMap((id) => graph.passageOf(id) ?? [])
}

/** All that can be asked of a graph, without the numbers. */
function described(graph: NameGraph) {
  const keys = ['ada', 'babbage', 'llm', 'large language model', '水库', 'paris', 'gone']
  return {
    count: graph.passageCount,
    passages: passagesIn(graph).map((passage) => {
      const { names, weights } = graph.namesIn(passage)
      const terms = Array.from({ length: 21 }, (_, term) => term).filter((term) => graph.holds(passage, term))
      return [graph.passageId(passage), names.map((name) => graph.nameKey(name)), weights, terms]
    }),
    names: keys.map((name) => {
      const number = graph.nameOf(name)
      return [name, graph.nameKey(number ?? -1), passagesNaming(graph, name)]
    }),
  }
}
