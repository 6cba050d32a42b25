import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DocumentShare, shareOf, termHash } from '@engine/graph/share/document-share'
import { buildNameGraph, createGraphFold, type NameGraph } from '@engine/graph/walk/name-graph'

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
        const fold = createGraphFold()
        const left = new Map<string, DocumentShare>()
        for (const { document, content: given } of changes) {
          left.delete(document)
          if (given) left.set(document, share(document, given))
          if (given) fold.add(share(document, given))
          else fold.remove(document)
          // Asked for in between, so that nothing stale is handed out later.
          fold.graph()
        }
        expect(fold.graph()).toEqual(buildNameGraph([...left.values()].reverse()))
      }),
    )
  })

  it('has every edge from both sides, and no name without a passage', () => {
    // A transposition that is off by one gives passages names of their neighbours.
    fc.assert(
      fc.property(fc.array(content, { maxLength: 4 }), (contents) => {
        const graph = buildNameGraph(contents.map((one, at) => share(String(at), one)))
        expect(edges(graph.passagesOf, (name, at) => [at, name])).toEqual(
          edges(graph.namesIn, (at, name) => [at, name]),
        )
        for (const name of graph.names.keys())
          expect(graph.passagesOf.start[name + 1]).toBeGreaterThan(graph.passagesOf.start[name] ?? 0)
      }),
    )
  })

  it('makes one node of a short form and its name, as most documents have it', () => {
    // A passage that only says LLM would not be linked to one that only says large language model.
    const graph = buildNameGraph([
      read('a', 'A Large Language Model (LLM) is big.'),
      read('b', 'It is said that every LLM errs.'),
      read('c', 'They trained a Large Language Model here.'),
    ])
    expect(graph.nameOf.get('llm')).toBe(graph.nameOf.get('large language model'))
    expect(passagesNaming(graph, 'llm')).toEqual(['a:0', 'b:0', 'c:0'])
  })

  it('leaves a short form alone that documents explain differently', () => {
    const graph = buildNameGraph([
      read('a', 'The American Bar Association (ABA) met.'),
      read('b', 'The American Bus Association (ABA) met.'),
    ])
    expect(graph.names[graph.nameOf.get('aba') ?? -1]).toBe('aba')
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
    const graph = buildNameGraph([read('a', ...passages)])
    expect(passagesNaming(graph, 'hank snow')).toEqual(['a:0', 'a:1'])
    const two = buildNameGraph([read('a', ...passages, 'They met Jon Snow.')])
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
  const node = graph.nameOf.get(name) ?? -1
  const { start, to } = graph.passagesOf
  return [...to.slice(start[node], start[node + 1])].map((at) => graph.passageIds[at] ?? '')
}

function edges(
  { start, to, weight }: NameGraph['namesIn'],
  order: (row: number, column: number) => number[],
): string[] {
  const found: string[] = []
  for (let row = 0; row + 1 < start.length; row += 1) {
    for (let at = start[row] ?? 0; at < (start[row + 1] ?? 0); at += 1) {
      found.push([...order(row, to[at] ?? -1), weight[at]].join(' '))
    }
  }
  return found.toSorted()
}
