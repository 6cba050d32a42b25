import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RelationKind } from '@shared/graph'
import type { GraphShare } from '@engine/graph/share/graph-share'
import { graphShareVersion } from '@engine/graph/share/graph-share'
import { decodeFacts, decodeLinks, encodeShare } from '@engine/graph/share/share-file'

const text = fc.string({ unit: 'binary' })
const place = fc.nat(1e9)
const shares: fc.Arbitrary<GraphShare> = fc.record({
  version: fc.constant(graphShareVersion),
  documentId: text,
  revision: text,
  title: text,
  links: fc.record({
    documentId: fc.constant(''),
    passages: fc.array(
      fc.record({
        id: text,
        names: fc.array(fc.tuple(text, fc.double({ noNaN: true, noDefaultInfinity: true, min: 0.1 }))),
        terms: fc.array(fc.nat(0xffffffff)).map((terms) => Uint32Array.from(terms)),
      }),
    ),
    aliases: fc.array(fc.record({ short: text, long: text })),
  }),
  facts: fc.record({
    names: fc.array(fc.record({ name: text, type: fc.constantFrom('tool' as const, 'place' as const) })),
    mentions: fc.array(fc.tuple(place, place, place, place)),
    relations: fc.array(fc.tuple(place, fc.nat(RelationKind.options.length - 1), place, place, place, place)),
    definitions: fc.array(fc.tuple(place, place)),
    worth: fc.array(fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100)),
  }),
})

describe('the file of a share', () => {
  test('gives back what was put in, part by part', () => {
    fc.assert(
      fc.property(shares, (share) => {
        const { documentId, revision, title } = share
        const file = encodeShare(share)
        const links = decodeLinks(file)
        const facts = decodeFacts(file)
        expect(links).toMatchObject({ documentId, revision, title, links: { ...share.links, documentId } })
        expect(facts).toMatchObject({ documentId, revision, title, facts: share.facts })
        expect(facts?.links.passages.map(({ id }) => id)).toEqual(share.links.passages.map(({ id }) => id))
      }),
      { numRuns: 60 },
    )
  })

  test('is of no use when its end is missing, wherever it was cut', () => {
    fc.assert(
      fc.property(shares, fc.double({ min: 0, max: 0.999, noNaN: true }), (share, part) => {
        const file = encodeShare(share)
        const cut = file.slice(0, Math.floor(file.length * part))
        expect([decodeLinks(cut), decodeFacts(cut)]).toEqual([undefined, undefined])
      }),
      { numRuns: 60 },
    )
  })

  test('of another version, or another thing altogether, is of no use', () => {
    const bytes = (value: string) => new TextEncoder().encode(value)
    const share = { version: graphShareVersion + 1, documentId: 'd', revision: 'r', title: '', passages: [] }
    const other = [
      share,
      { passages: [], aliases: [] },
      { names: [], mentions: [], relations: [], definitions: [], headings: [] },
    ]
    const file = bytes(other.map((part) => `${JSON.stringify(part)}\n`).join(''))
    for (const strange of [
      file,
      bytes(''),
      bytes('\n\n\n'),
      bytes('null\nnull\nnull\n'),
      Uint8Array.of(0, 255, 10, 10, 10),
    ]) {
      expect([decodeLinks(strange), decodeFacts(strange)]).toEqual([undefined, undefined])
    }
  })

  test('with a row that is none is of no use (bug: a damaged file gives facts about names and passages that are not there)', () => {
    const header = { version: graphShareVersion, documentId: 'd', revision: 'r', title: '', passages: ['p'] }
    const links = { passages: [{ names: [['ada', 1]], terms: '' }], aliases: [] }
    const facts = {
      names: [{ name: 'Ada' }],
      mentions: [[0, 0, 0, 3]],
      relations: [[0, 0, 0, 0, 0, 3]],
      definitions: [],
      headings: [],
    }
    const fileOf = (...parts: readonly object[]) =>
      new TextEncoder().encode(parts.map((part) => `${JSON.stringify(part)}\n`).join(''))
    expect(decodeFacts(fileOf(header, links, facts))?.facts.relations).toEqual([[0, 0, 0, 0, 0, 3]])
    expect(decodeLinks(fileOf(header, links, facts))?.links.passages[0]?.names).toEqual([['ada', 1]])
    const mentions = [
      [0, 0, 0],
      [0, 0, 0, -1],
      [0, 0, 0, 0.5],
      [0, 0, 0, '3'],
      [0, 0, 0, null],
      [0, 0, 0, 3, 4],
      'text',
      7,
    ]
    for (const row of mentions)
      expect(decodeFacts(fileOf(header, links, { ...facts, mentions: [row] }))).toBeUndefined()
    const relations = [[0, 99, 0, 0, 0, 3], [0, '0', 0, 0, 0, 3], [0, 0, 0, 0, 0], {}]
    for (const row of relations)
      expect(decodeFacts(fileOf(header, links, { ...facts, relations: [row] }))).toBeUndefined()
    const names = [['ada'], [1, 'ada'], ['ada', null], ['ada', 1, 2], null]
    for (const name of names) {
      const strange = { passages: [{ names: [name], terms: '' }], aliases: [] }
      expect(decodeLinks(fileOf(header, strange, facts))).toBeUndefined()
    }
    expect(decodeFacts(fileOf(header, links, { ...facts, mentions: {} }))).toBeUndefined()
  })
})
