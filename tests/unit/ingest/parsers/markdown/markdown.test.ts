import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../../rounds'
import { blockLines, expectSound, parse } from '../../parse-text'
import { markdownParser } from '@engine/ingest/parsers/markdown/markdown'

describe('markdownParser', () => {
  it('keeps headings, lists, quotes, code and tables apart', async () => {
    const source = [
      '# Guide *to* `x`',
      'Intro line one\nline two.',
      '- first\n  more\n  - nested\n- second',
      '> quoted',
      '```js\nlet a\n\nlet b\n```',
      '| k | v |\n|---|---|\n| a | 1 |',
      '## Sub\n\nEnd.',
    ].join('\n\n')
    const parsed = await parse(source, 'a.md')
    expect(blockLines(parsed)).toEqual([
      'heading: # Guide *to* `x`',
      'paragraph: Intro line one\nline two.',
      'list_item: - first\n  more',
      'list_item: - nested',
      'list_item: - second',
      'quote: quoted',
      'code: ```js\nlet a\n\nlet b\n```',
      'table_row: | k | v |',
      'table_row: | a | 1 |',
      'heading: ## Sub',
      'paragraph: End.',
    ])
    expect(parsed.text).toBe(source)
    expect(parsed.structure.title).toBe('Guide to x')
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['Guide to x', 'Sub'])
    expect(parsed.structure.blocks[8]?.context).toBe('| k | v |')
  })

  it('takes the title from front matter and makes no text of it', async () => {
    const parsed = await parse('---\ntitle: "My Doc"\ntags: [a]\n---\n\n# Other\n\ntext\n', 'a.md')
    expect(parsed.structure.title).toBe('My Doc')
    expect(blockLines(parsed)[0]).toBe('heading: # Other')
  })

  it('is called by its file name without a heading, and does not take a rule for front matter', async () => {
    const parsed = await parse('---\n\ntext\n\n---\n', 'notes.old.md')
    expect(parsed.structure.title).toBe('notes.old')
    expect(blockLines(parsed)).toEqual(['paragraph: text'])
  })

  it('ends sections where a heading of the same level begins, also after a skipped level', async () => {
    const parsed = await parse('# A\n\n### C\n\n## B\n\nx\n', 'a.md')
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['A', 'B'])
  })

  it('has offsets right in long documents, which are parsed in stretches', async () => {
    const section = (at: number): string =>
      `## Part ${at}\n\n${'Some words here. '.repeat(60)}\n\n\`\`\`\n# no heading\n\n## none\n\`\`\`\n`
    const source = Array.from({ length: 120 }, (_, at) => section(at)).join('\n')
    const parsed = await parse(source, 'a.md')
    const headings = parsed.structure.blocks.filter((block) => block.kind === 'heading')
    expect(headings).toHaveLength(120)
    expect(parsed.text.slice(headings[119]?.start, headings[119]?.end)).toBe('## Part 119')
  })

  it('survives floods of markers, which take the parser minutes', async () => {
    const flood = `${'>'.repeat(20_000)} deep\n\n${'- '.repeat(5000)}x\n\n${'['.repeat(50_000)}`
    const parsed = await parse(flood, 'a.md')
    expect(parsed.structure.blocks.length).toBeGreaterThan(0)
  })

  it('loses no word of the source outside front matter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(markdownPart, { maxLength: 12 }), async (parts) => {
        const bytes = new Uint8Array(Buffer.from(`# T\n\n${parts.join('\n')}`))
        const parsed = await markdownParser.parse({ bytes, name: 'a.md' })
        expectSound(parsed)
        let rest = parsed.text
        for (const { start, end } of [...parsed.structure.blocks].reverse())
          rest = rest.slice(0, start) + rest.slice(end)
        expect(rest).not.toMatch(/[\p{L}\p{N}]/u)
      }),
      { numRuns: rounds(100, 1000) },
    )
  })
})

const markdownPart = fc.oneof(
  fc.constantFrom(
    '',
    '# H',
    '- a',
    '  - b',
    '1. c',
    '> q',
    '> - x',
    '```',
    '    indented',
    '| a | b |',
    '|--|--|',
    '| 1 | 2 |',
    '---',
    '[r]: http://x',
    '[^1]: note',
    '<!-- c -->',
    '<div>',
    'text *em*',
    '***',
    'Setext\n===',
    '+ [ ] task',
    '\t- tab',
    '中文段落。',
    '\\# no',
  ),
  fc.string({ maxLength: 20 }),
)
