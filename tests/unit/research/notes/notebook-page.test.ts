import { describe, expect, test } from 'vitest'
import { Notebook, type NoteItem } from '@shared/research/notebook-shapes'
import { exportNotebook } from '@engine/research/export/export-report'
import type { Inline, PageBlock } from '@engine/research/export/report-page'
import { notebookPage } from '@engine/research/notes/notebook-page'
import { notebookText } from '@engine/research/notes/notes-in-library'
import { evidenceItem, refTo } from '../../../support/research/sample-run'

const hut = evidenceItem(1, 'The hut was opened in 1921.', { document_title: 'Huts' })
const pump = evidenceItem(2, 'The pump moves *40* litres.', { document_name: 'pumps.pdf', format: 'pdf' })

function notebook(...items: Partial<NoteItem>[]): Notebook {
  return Notebook.parse({
    id: 'n_1',
    title: 'Reading',
    items: items.map((item, at) => ({ id: `i${at}`, kind: 'text', text: 'x', at: '2026-03-01T09:00:00Z', ...item })),
    created_at: '2026-03-01T09:00:00Z',
    updated_at: '2026-03-02T09:00:00Z',
  })
}

const say = (inlines: readonly Inline[]) =>
  inlines.map((part) => ('text' in part ? part.text : `<${part.mark}>`)).join('')
const said = (block: PageBlock) =>
  block.type === 'paragraph'
    ? say(block.inlines)
    : block.type === 'list'
      ? block.items.map(say)
      : block.type === 'table'
        ? [block.columns, ...block.rows.map((row) => row.map(say))]
        : block.type === 'heading'
          ? `# ${block.text}`
          : ''

describe('a notebook as a page', () => {
  test('numbers what its notes cite once, whatever numbers they came with', () => {
    const page = notebookPage(
      notebook(
        { kind: 'answer', text: 'It is old [1]. It pumps [2].', sources: [hut, pump], refs: [refTo(hut, '1921')] },
        { kind: 'answer', text: 'Pumps [1] again [7].', sources: [{ ...pump, number: 1 }] },
      ),
    )
    expect(page.blocks.map(said)).toEqual(['It is old <1>. It pumps <2>.', 'Pumps <2> again [7].'])
    expect(page.sources.map(({ number, name, cited }) => [number, name, cited.length])).toEqual([
      [1, 'Huts', 1],
      [2, 'pumps.pdf', 0],
    ])
  })

  test('keeps headings, lists, tables and links of Markdown, and no markup of its own', () => {
    const text = [
      '## Costs **now**',
      'See [the site](https://example.org/a) and `x < 1`.',
      '- one\n  - inner\n- [x] two',
      '> quoted\n> lines',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '```\ncode\n```',
      '<script>alert(1)</script>',
    ].join('\n\n')
    expect(notebookPage(notebook({ text })).blocks.map(said)).toEqual([
      '# Costs now',
      'See the site (https://example.org/a) and x < 1.',
      ['one', 'inner', '☑ two'],
      'quoted\nlines',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      'code',
      '<script>alert(1)</script>',
    ])
  })

  test('shows a passage of a file that is not Markdown letter for letter, with its source', () => {
    const page = notebookPage(notebook({ kind: 'passage', text: pump.text, sources: [{ ...pump, number: 1 }] }))
    expect(page.blocks.map(said)).toEqual(['The pump moves *40* litres.', '<1>'])
  })

  test('says where a saved note was changed, and nothing of the user’s own words', () => {
    const items = [
      { kind: 'passage', text: 'Opened 1921', sources: [hut], edited: true },
      { text: 'Mine', edited: false },
    ] as const
    expect(notebookPage(notebook(...items.map((item) => ({ ...item, sources: [] })))).blocks.map(said)).toEqual([
      'Opened 1921',
      '(changed since it was saved)',
      'Mine',
    ])
  })

  test('speaks the language of its notes', () => {
    const page = notebookPage(notebook({ kind: 'passage', text: '木屋于一九二一年开放。', edited: true }))
    expect([page.language, page.blocks.map(said).at(-1)]).toEqual(['zh', '（保存后修改过）'])
  })

  test.each(['markdown', 'html', 'docx', 'pdf', 'json'] as const)('becomes a file: %s', async (format) => {
    const { name, bytes } = await exportNotebook(notebook({ kind: 'answer', text: 'Old [1].', sources: [hut] }), format)
    expect(name).toBe(`Reading.${{ markdown: 'md', html: 'html', docx: 'docx', pdf: 'pdf', json: 'json' }[format]}`)
    expect(bytes.length).toBeGreaterThan(100)
  })
})

describe('a notebook as a document', () => {
  test('has no marks that could pass for those of an answer, and repeats no source', () => {
    const text = notebookText(
      notebook({ kind: 'answer', text: 'It is old [1], see [9].', sources: [hut] }, { text: 'Ask them.\n' }),
    )
    expect(text).toBe('# Reading\n\nIt is old, see [9].\n\nAsk them.\n')
  })
})
