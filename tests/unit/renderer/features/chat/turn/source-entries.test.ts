import { describe, expect, test } from 'vitest'
import type { NamedSource } from '@renderer/features/chat/turn/copy-text'
import { asApa, asBibtex, type CitedWork, worksOf } from '@renderer/features/chat/turn/source-entries'

const work = (more: Partial<CitedWork>): CitedWork => ({
  ...{ name: 'huts.pdf', title: 'Huts', authors: [], written_at: null, remark: '', cited: [] },
  ...more,
})
const source = (number: number, documentId: string | null): NamedSource => ({
  ...{ number, documentId, name: `${documentId}.pdf`, place: [`page ${number}`], quotes: [`Words ${number}.`] },
})

describe('the works behind an answer', () => {
  // Would catch a source that is missing from a list of sources because somebody has deleted it meanwhile.
  test('come once each, in the order of their numbers, with all that is cited of them, also those that are gone', () => {
    const documents = new Map([
      ['a', work({ title: 'A' })],
      ['b', work({ title: 'B' })],
    ])
    const sources = [source(1, 'b'), source(2, 'lost'), source(3, 'a'), source(4, 'b'), source(5, null)]
    const works = worksOf(sources, documents, { gone: 'no longer here' })
    expect(works.map(({ title, remark }) => [title, remark])).toEqual([
      ['B', ''],
      ['lost.pdf', 'no longer here'],
      ['A', ''],
    ])
    expect(works[0]?.cited.map(({ place }) => place)).toEqual(['page 1', 'page 4'])
    expect(asApa(works)).toContain('lost.pdf. (n.d.). [lost.pdf] [no longer here]\n    “Words 2.” (page 2)')
    expect(asBibtex(works)).toContain('note = {lost.pdf; no longer here}')
  })
})

describe('what is known of how a work was published', () => {
  const paper = work({
    ...{ title: 'Ice', authors: ['Ann Lee'], written_at: '2020' },
    published: {
      ...{ kind: 'article', container: 'Journal of Glaciology', volume: '4', issue: '2', pages: '1–20' },
      ...{ doi: '10.1000/x_y', publisher: 'IGS' },
    },
    cited: [{ place: 'Results, page 3', quotes: ['It was 5 % thicker.'] }],
  })

  // Would catch citations that nobody can follow: without journal, DOI, page and the words.
  test('stands in the fields of its kind, with page and quotation beside it', () => {
    expect(asBibtex([paper]).split('\n')).toEqual([
      '@article{lee-2020,',
      '  title = {{Ice}},',
      '  author = {Ann Lee},',
      '  year = {2020},',
      '  journal = {Journal of Glaciology},',
      '  volume = {4},',
      '  number = {2},',
      '  pages = {1--20},',
      '  publisher = {IGS},',
      '  doi = {10.1000/x_y},',
      '  note = {huts.pdf},',
      '  annote = {“It was 5 \\% thicker.” (Results, page 3)}',
      '}',
    ])
    expect(asApa([paper])).toBe(
      'Lee, A. (2020). Ice. Journal of Glaciology, 4(2), 1–20. IGS. https://doi.org/10.1000/x_y\n    “It was 5 % thicker.” (Results, page 3)',
    )
  })

  test('names a thesis after its school', () => {
    expect(asBibtex([work({ published: { kind: 'phdthesis', publisher: 'ETH' } })])).toContain('  school = {ETH}')
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
