import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definitionsOf, markdownPieces } from '@renderer/features/viewer/markdown/markdown-pieces'

describe('markdownPieces', () => {
  const line = fc.constantFrom(
    '',
    '# Heading',
    'words '.repeat(300),
    '```',
    '~~~~',
    '- item',
    '1. one',
    '    code',
    '| a | b |',
    '> quote',
  )

  // Would catch text between pieces that is never shown, so that a passage in it cannot be opened.
  it('adds up to the text', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
        const text = lines.join('\n')
        const pieces = markdownPieces(text)
        expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
        for (const { start, end } of pieces) expect(end).toBeGreaterThan(start)
      }),
    )
  })

  // Would catch a heading-like comment in a code block that ends the block.
  it('never cuts inside a code fence', () => {
    const code = `\`\`\`sh\n${'# comment\n\necho\n'.repeat(500)}\`\`\`\n`
    const pieces = markdownPieces(`# One\n\n${code}\n# Two\n`)
    expect(pieces.filter(({ start, end }) => start < 100 && end > 100)).toHaveLength(1)
    expect(pieces[0]?.end).toBeGreaterThan(code.length)
  })

  it('shows settings at the head and floods of markers as they are', () => {
    const text = `---\ntitle: x\n---\n${'>'.repeat(5000)} deep`
    expect(markdownPieces(text).map((piece) => piece.plain)).toEqual([true, true])
  })
})

describe('definitionsOf', () => {
  it('collects link targets from anywhere, but no footnotes', () => {
    expect(definitionsOf('a [x][1]\n\n[1]: https://a.example\n[^2]: note\n')).toBe('[1]: https://a.example')
  })
})
