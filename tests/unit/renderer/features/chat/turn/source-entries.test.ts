import { describe, expect, test } from 'vitest'
import { asApa, asBibtex, type SourceWork, worksOf } from '@renderer/features/chat/turn/source-entries'

const work = (more: Partial<SourceWork>): SourceWork => ({
  ...{ name: 'huts.pdf', title: 'Huts', authors: [], written_at: null },
  ...more,
})

describe('the works behind an answer', () => {
  test('come once each, in the order of their numbers, without those that are gone', () => {
    const documents = new Map([
      ['a', work({ title: 'A' })],
      ['b', work({ title: 'B' })],
    ])
    const evidence = [
      { number: 3, document_id: 'a' },
      { number: 1, document_id: 'b' },
      { number: 2, document_id: 'gone' },
      { number: 4, document_id: 'b' },
    ]
    expect(worksOf(evidence, documents).map(({ title }) => title)).toEqual(['B', 'A'])
  })
})

describe('BibTeX', () => {
  test('has the fields that are known and no others', () => {
    expect(asBibtex([work({})])).toBe('@misc{huts,\n  title = {{Huts}},\n  note = {huts.pdf}\n}')
    const known = work({ title: 'Huts & more', authors: ['Jane Kay', 'Müller, Otto'], written_at: '2024-05-01' })
    expect(asBibtex([known])).toBe(
      '@misc{kay-2024,\n  title = {{Huts \\& more}},\n  author = {Jane Kay and Müller, Otto},\n  year = {2024},\n  note = {huts.pdf}\n}',
    )
  })

  test('names the address of a page and the day it was fetched', () => {
    const from_web = { address: 'https://example.org/a_b', fetched_at: Date.UTC(2026, 10, 26, 12) }
    expect(asBibtex([work({ from_web })])).toContain(
      'howpublished = {\\url{https://example.org/a_b}},\n  urldate = {2026-11-26}',
    )
  })

  // Catches a file that a bibliography program refuses: two entries of one key, signs that are its own.
  test('gives every entry a key of its own, and keeps signs from being read as commands', () => {
    const twice = [work({ title: '水位报告' }), work({ title: '水位报告 {2}' }), work({ title: '水位' })]
    const text = asBibtex(twice)
    expect(text.match(/@misc\{[^,]+/gu)).toEqual(['@misc{source', '@misc{source-2', '@misc{source-3'])
    expect(text).toContain('title = {{水位报告 \\{2\\}}}')
    expect(asBibtex([work({ title: 'C:\\x ~ 5%' })])).toContain('{{C:\\textbackslash{}x \\~{} 5\\%}}')
    expect(asBibtex([work({ authors: ['Rock and Ice Ltd'] })])).toContain('author = {{Rock and Ice Ltd}}')
  })
})

describe('lines after APA', () => {
  test('turn Latin names round, leave others, and say where there is no date', () => {
    const works = [
      work({ title: 'Zebras.', authors: ['Jane Q. Kay', 'Müller, Otto', '王小明'], written_at: '2024' }),
      work({ title: 'Huts' }),
    ]
    expect(asApa(works)).toBe('Huts. (n.d.). [huts.pdf]\nKay, J. Q., Müller, O., & 王小明. (2024). Zebras. [huts.pdf]')
  })

  test('of a page say when it was fetched and from where', () => {
    const from_web = { address: 'https://example.org/', fetched_at: Date.UTC(2026, 10, 26) }
    expect(asApa([work({ authors: ['Kay'], from_web })])).toBe(
      'Kay. (n.d.). Huts. Retrieved 2026-11-26, from https://example.org/',
    )
  })
})
