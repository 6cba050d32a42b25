import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CitationPiece, CitationStream } from '@engine/answer/citations/citation-stream'

function read(chunks: readonly string[], count = 9): CitationPiece[] {
  const stream = new CitationStream(count)
  const pieces = [...chunks.flatMap((chunk) => stream.push(chunk)), ...stream.end()]
  // Neighbouring words are one piece, however they came.
  return pieces.reduce<CitationPiece[]>((all, piece) => {
    const last = all.at(-1)
    if (piece.type === 'text' && last?.type === 'text' && last.fenced === piece.fenced) {
      return [...all.slice(0, -1), { ...last, text: last.text + piece.text }]
    }
    return [...all, piece]
  }, [])
}

const words = (pieces: readonly CitationPiece[]) =>
  pieces
    .map((piece) => (piece.type === 'text' ? piece.text : `<${piece.passages.map((at) => at + 1).join(',')}>`))
    .join('')

describe('citation marks', () => {
  test.each([
    ['It is so [1].', 'It is so <1>.'],
    ['It is so [1, 2] and [3][4].', 'It is so <1,2> and <3><4>.'],
    ['It is so [1-3].', 'It is so <1,2,3>.'],
    ['就是这样【1】。', '就是这样<1>。'],
    ['就是这样【2†来源】。', '就是这样<2>。'],
    ['Note[^1] and [Source 2], [证据3].', 'Note<1> and <2>, <3>.'],
    ['Not (1), [x], [ ], [2021], [a1].', 'Not (1), [x], [ ], [2021], [a1].'],
    // Would catch a number that no passage has reaching the reader.
    ['Made up [17] and [0] and [2, 17].', 'Made up and and <2>.'],
    // Would catch the space that stays before a full stop when the mark between them is dropped.
    ['Nobody knows more [17].', 'Nobody knows more.'],
    ['没有人知道 【17】。 [17] [18] 后来 [2] [19]！', '没有人知道。 后来 <2>！'],
    ['- [17] Item  [18]\n[19] Next [17][1], [18](x)  \n', '- Item\nNext <1>, (x)  \n'],
    ['`x [19] ` and  [x] two  spaces ', '`x  ` and  [x] two  spaces '],
    ['Nested [see [1]] here', 'Nested [see <1>] here'],
    ['Broken [\nline', 'Broken [\nline'],
    ['Torn at the end [1', 'Torn at the end'],
    ['Torn at once [', 'Torn at once'],
    ['Left open [note', 'Left open [note'],
  ])('%s', (text, expected) => {
    expect(words(read([text]))).toBe(expected)
  })

  // Would catch an index in code that becomes a citation.
  test('are none in code', () => {
    const text = 'Use `row[1]`:\n\n```ts\nconst a = row[1] // [2]\n```\n\nThat is it [2].'
    expect(words(read([text]))).toBe(text.replace('it [2]', 'it <2>'))
  })

  test('are some behind a back-tick that nothing closes, and after a line that is all code', () => {
    expect(words(read(['A stray ` here [1]\nand [2].']))).toBe('A stray ` here <1>\nand <2>.')
    expect(words(read(['```x```\nand [2].']))).toBe('```x```\nand <2>.')
  })

  test('hold back an unfinished bracket, white space, and no words', () => {
    const stream = new CitationStream(3)
    expect(words(stream.push('So it is ['))).toBe('So it is')
    expect(words(stream.push('1'))).toBe('')
    expect(words(stream.push('] and on '))).toBe(' <1> and on')
    expect(words(stream.push('x'))).toBe(' x')
  })

  test('that are dropped leave the text as it were without them', () => {
    const parts = fc.constantFrom(' word', ' [17]', ' 【18】', '.', ',', ' [1]', '\n- item')
    fc.assert(
      fc.property(fc.array(parts), (list) => {
        const without = list.filter((part) => part !== ' [17]' && part !== ' 【18】')
        expect(read([`It${list.join('')}.`])).toEqual(read([`It${without.join('')}.`]))
      }),
    )
  })

  // Would catch marks that are lost where a token ends inside of them.
  test('are the same however the text is cut', () => {
    const parts = [
      '[1]',
      '[2, 3]',
      '【4】',
      '[^5]',
      '[12]',
      '[',
      ']',
      '`',
      '```\n',
      '\n',
      'word ',
      '。',
      '. ',
      '~~~\n',
      'x[1]',
      ' [17]',
      ' ',
      '[18] ',
    ]
    const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts)), cuts, (list, sizes) => {
        const text = list.join('')
        const chunks: string[] = []
        for (let at = 0; at < text.length;) {
          const size = sizes[chunks.length % sizes.length] ?? 1
          chunks.push(text.slice(at, at + size))
          at += size
        }
        expect(read(chunks)).toEqual(read([text]))
      }),
    )
  })
})
