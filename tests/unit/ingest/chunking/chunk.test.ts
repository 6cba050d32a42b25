import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block, DocumentStructure } from '@shared/documents'
import { chunkDocument } from '@engine/ingest/chunking/chunk'
import { estimateTokens } from '@engine/text/token-count'
import { rounds } from '../../../rounds'
import { parse } from '../parse-text'

function structureOf(blocks: Block[]): DocumentStructure {
  return { format: 'text', title: 't', blocks, pages: [], gaps: [] }
}

const words = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => `Sentence number ${from + at} says something of interest here.`).join(' ')

describe('chunkDocument', () => {
  it('starts a chunk at a heading, with the headings above it', async () => {
    const { text, structure } = await parse(`# A\n\n${words(20)}\n\n## B\n\n${words(20, 50)}\n`, 'a.md')
    const chunks = chunkDocument(text, structure)
    expect(chunks.map((chunk) => chunk.heading_path)).toEqual([['A'], ['A', 'B']])
    expect(chunks[1]?.text.startsWith('## B')).toBe(true)
  })

  it('joins small neighbouring sections under one parent, and only those', async () => {
    const { text, structure } = await parse('# A\n\n## A1\n\nshort\n\n## A2\n\nshort too\n\n# B\n\nother\n', 'a.md')
    const chunks = chunkDocument(text, structure)
    expect(chunks.map((chunk) => chunk.heading_path)).toEqual([['A'], ['B']])
  })

  it('never leaves a heading alone at the end of a chunk', async () => {
    const { text, structure } = await parse(`# A\n\n${words(8)}\n\n## B\n\n${words(60)}\n`, 'a.md')
    for (const chunk of chunkDocument(text, structure, { minTokens: 1000 })) {
      expect(chunk.text).not.toMatch(/## B$/u)
    }
  })

  it('repeats the last sentences within a section and nothing across headings', async () => {
    const { text, structure } = await parse(`# A\n\n${words(80)}\n\n# B\n\n${words(80, 100)}\n`, 'a.md')
    const chunks = chunkDocument(text, structure)
    for (const [at, chunk] of chunks.entries()) {
      const previous = chunks[at - 1]
      if (!previous) continue
      const isSameSection = previous.heading_path[0] === chunk.heading_path[0]
      expect(chunk.start < previous.end).toBe(isSameSection)
      expect(chunk.text).toMatch(/^(# B|Sentence)/u)
      expect(estimateTokens(text.slice(chunk.start, Math.max(chunk.start, previous.end)))).toBeLessThanOrEqual(60)
    }
  })

  it('keeps code and table rows whole, and gives later rows their header as context', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `| item ${at} | ${at * 3} | some words about it |`).join('\n')
    const { text, structure } = await parse(`# T\n\n| name | amount | note |\n|---|---|---|\n${rows}\n`, 'a.md')
    const chunks = chunkDocument(text, structure)
    expect(chunks.length).toBeGreaterThan(2)
    for (const chunk of chunks.slice(1)) {
      expect(chunk.context).toBe('| name | amount | note |')
      expect(chunk.text).toMatch(/^\| item[^]*\|$/u)
    }
    expect(chunks[0]?.context).toBe('')
  })

  it('splits what alone exceeds the maximum, never inside a surrogate pair', () => {
    const text = '😀'.repeat(3000)
    const block: Block = { kind: 'paragraph', start: 0, end: text.length, heading_path: [] }
    const chunks = chunkDocument(text, structureOf([block]))
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(text)
    for (const chunk of chunks) expect(chunk.text).not.toMatch(/\p{Surrogate}/u)
  })

  it('takes the page of its first block', () => {
    const text = 'one.\n\ntwo.'
    const blocks: Block[] = [
      { kind: 'paragraph', start: 0, end: 4, heading_path: [], page: 3 },
      { kind: 'paragraph', start: 6, end: 10, heading_path: [], page: 4 },
    ]
    expect(chunkDocument(text, structureOf(blocks)).map((chunk) => chunk.page)).toEqual([3])
  })

  it('covers every block, slices exactly, stays trimmed, in order and within limits, whatever the document', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 40 }), (parts) => {
        const { text, structure } = compose(parts)
        const chunks = chunkDocument(text, structure, {
          targetTokens: 60,
          maxTokens: 90,
          overlapTokens: 15,
          minTokens: 20,
        })
        const covered = new Uint8Array(text.length)
        let last = -1
        for (const [at, chunk] of chunks.entries()) {
          expect(chunk.index).toBe(at)
          expect(chunk.text).toBe(text.slice(chunk.start, chunk.end))
          expect(chunk.text).toBe(chunk.text.trim())
          expect(chunk.text).not.toMatch(/\p{Surrogate}/u)
          expect(chunk.start).toBeGreaterThan(last)
          expect(chunk.token_count).toBe(estimateTokens(chunk.text))
          // Estimates round up per word, so pieces that fit one by one may together be a little over.
          expect(chunk.token_count).toBeLessThanOrEqual(99)
          last = chunk.start
          covered.fill(1, chunk.start, chunk.end)
        }
        for (const { start, end } of structure.blocks) {
          for (const { index } of text.slice(start, end).matchAll(/\S/g)) {
            if (covered[start + index] !== 1) expect.fail(`The character at ${start + index} is in no chunk.`)
          }
        }
      }),
      { numRuns: rounds(150, 1000) },
    )
  })

  it('is linear: a document of millions of characters takes seconds, not minutes', () => {
    const line = `${words(3)}\n\n`
    const text = line.repeat(Math.ceil(rounds(2_000_000, 8_000_000) / line.length))
    const blocks: Block[] = []
    for (let at = 0; at < text.length; at += line.length) {
      blocks.push({ kind: 'paragraph', start: at, end: at + line.length - 2, heading_path: ['x'] })
    }
    expect(chunkDocument(text, structureOf(blocks)).length).toBeGreaterThan(1000)
    const endless = 'x1 '.repeat(rounds(400_000, 1_000_000)).trim()
    const one: Block = { kind: 'code', start: 0, end: endless.length, heading_path: [] }
    expect(chunkDocument(endless, structureOf([one])).length).toBeGreaterThan(400)
  }, 30_000)
})

const piece = fc.oneof(
  fc.constantFrom(
    'The cat sat. ',
    'Is it so? ',
    '这是一个句子。',
    '她说：“好！”',
    '😀👍🏽',
    'word ',
    'x'.repeat(300),
    'a\nb\n',
    '3.5 % ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)
const anyBlock = fc.record({
  kind: fc.constantFrom<Block['kind']>('heading', 'paragraph', 'list_item', 'table_row', 'code', 'quote'),
  body: fc.array(piece, { minLength: 1, maxLength: 30 }).map((all) => all.join('').trim()),
  path: fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 3 }),
  gap: fc.constantFrom('\n\n', '\n', '\n| --- |\n', '\n\n> '),
  context: fc.option(fc.constant('name | amount'), { nil: undefined }),
})

function compose(parts: readonly (typeof anyBlock extends fc.Arbitrary<infer Part> ? Part : never)[]): {
  text: string
  structure: DocumentStructure
} {
  let text = ''
  const blocks: Block[] = []
  for (const { kind, body, path, gap, context } of parts) {
    if (body === '') continue
    text += blocks.length > 0 ? gap : ''
    blocks.push({
      kind,
      start: text.length,
      end: text.length + body.length,
      heading_path: path,
      ...(context && { context }),
    })
    text += body
  }
  return { text, structure: structureOf(blocks) }
}
