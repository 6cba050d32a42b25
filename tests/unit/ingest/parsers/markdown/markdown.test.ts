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

  it('reads front matter as fields: the title, the tags of the document, and the rest as rows', async () => {
    const front =
      '---\ntitle: "My Doc"\ntags: [ice, north/hut]\naliases:\n  - Ice doc\n  - MD\nauthor: Ann Lee\ncssclass: wide\nstatus:\n---\n'
    const parsed = await parse(`${front}\n# Other\n\nAbout #snow and [[Ann Lee]], not \`#code\`.\n`, 'a.md')
    expect(parsed.structure.title).toBe('My Doc')
    expect(parsed.structure.tags).toEqual(['ice', 'north/hut', 'snow'])
    expect(blockLines(parsed)).toEqual([
      'front_matter: title: "My Doc"',
      'front_matter: tags: [ice, north/hut]',
      'front_matter: aliases:\n  - Ice doc\n  - MD',
      'front_matter: author: Ann Lee',
      'heading: # Other',
      'paragraph: About #snow and [[Ann Lee]], not `#code`.',
    ])
  })

  it.each([
    ['---\ntags: ice, snow\n---\nx', ['ice', 'snow']],
    ['---\ntags:\n- "#ice"\n- 2024\n---\nx', ['ice', '2024']],
    ['title:: Page\ntags:: [[ice]], #snow\n\n- text', ['ice', 'snow']],
    ['+++\ntitle = "A"\ntags = ["ice", "snow"]\n+++\nx', ['ice', 'snow']],
    ['---\ntitle: a: b\n\ttags: x\n---\nx', undefined],
    ['A text with #hash and no sign of a vault.', undefined],
  ])('reads the tags of %j', async (text, tags) => {
    expect((await parse(text, 'a.md')).structure.tags).toEqual(tags)
  })

  it('does not expand front matter that refers to itself without end', async () => {
    const bomb = Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`).join('\n')
    expect((await parse(`---\na0: &a0 [x]\n${bomb}\ntitle: T\n---\nwords`, 'a.md')).structure.title).toBe('T')
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

  // Would catch offsets that drift where a file ends its lines as Windows does, and tables missed for a space nobody sees.
  it.each(['\n', '\r\n', '\r'])('reads the same blocks whatever ends a line: %j', async (end) => {
    const lines = [
      '# A',
      '',
      '<br>',
      '',
      '| k | v |',
      '|---|---|  ',
      '| a | 1 |',
      '',
      '```',
      'x',
      '```',
      '',
      'B',
      '===',
      '',
      '- i',
    ]
    const parsed = await parse(lines.join(end), 'a.md')
    expect(blockLines(parsed).map((line) => line.replaceAll(end, '\n'))).toEqual([
      'heading: # A',
      'paragraph: <br>',
      'table_row: | k | v |',
      'table_row: | a | 1 |',
      'code: ```\nx\n```',
      'heading: B\n===',
      'list_item: - i',
    ])
  })

  // Would catch headings that lose words or show marks.
  it.each([
    ['Steps [1]', 'Steps [1]'],
    ['[2.0.0] - 2024', '2.0.0 - 2024'],
    ['See [the *hut*](<a b> "t") &amp; \\*all\\*', 'See the hut & *all*'],
    ['![a lake](x.png) <b>x</b> `y`', 'a lake x y'],
    ['Set[T] and [odd **one**]', 'Set[T] and [odd one]'],
    ['Read https://x.org first', 'Read https://x.org first'],
  ])('calls the section %j %j', async (heading, title) => {
    const parsed = await parse(`# ${heading}\n\nText.\n\n[2.0.0]: https://x.org\n`, 'a.md')
    expect(parsed.structure.blocks[1]?.heading_path).toEqual([title])
  })

  it('reads notes at the foot as paragraphs, and what they hold as what it is', async () => {
    const parsed = await parse(
      'A claim.[^1]\n\n[^1]: One line\n    and another.\n\n[^2]: Words\n\n    - item\n\nEnd.',
      'a.md',
    )
    expect(blockLines(parsed)).toEqual([
      'paragraph: A claim.[^1]',
      'paragraph: [^1]: One line\n    and another.',
      'paragraph: [^2]:',
      'paragraph: Words',
      'list_item: - item',
      'paragraph: End.',
    ])
  })

  // Would catch a real document with much markup in it taken for a flood, and so without headings.
  it('reads long stretches of links and marks as what they are', async () => {
    const list = '- [a link](https://example.org) of *many* `marks`\n'.repeat(3000)
    const parsed = await parse(`# T\n\n${'A [line](x) with *marks*.\n'.repeat(2000)}\n## U\n\n${list}`, 'a.md')
    expect(parsed.structure.blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(2)
    expect(parsed.structure.blocks.filter(({ kind }) => kind === 'list_item')).toHaveLength(3000)
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
