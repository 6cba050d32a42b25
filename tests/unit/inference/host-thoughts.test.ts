import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createThoughtSplitter } from '@engine/inference/llama/thought-splitter'

function split(pieces: readonly string[]): { token: string; thought: string } {
  const splitter = createThoughtSplitter()
  const parts = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
  const join = (wanted: string) => parts.flatMap(({ kind, text }) => (kind === wanted ? [text] : [])).join('')
  return { token: join('token'), thought: join('thought') }
}

describe('thoughts and answer', () => {
  // Catches thoughts shown as the answer, and the empty lines between them and the answer.
  test.each([
    ['<think>First, look.</think>\n\nIt is 4.', 'First, look.', 'It is 4.'],
    ['\n<thinking>a</thinking><think>b</think> c', 'ab', 'c'],
    ['No tags at all.', '', 'No tags at all.'],
    ['\n  An answer begins with its first word. ', '', 'An answer begins with its first word. '],
    ['The tag <think> is written so: <think>x</think>.', '', 'The tag <think> is written so: <think>x</think>.'],
    ['<think>never closed', 'never closed', ''],
    ['<think>cut </thi', 'cut </thi', ''],
    ['<thin', '', '<thin'],
    ['<b>bold</b>', '', '<b>bold</b>'],
    ['', '', ''],
  ])('%j', (raw, thought, token) => {
    expect(split([raw])).toEqual({ thought, token })
  })

  // Catches a tag that is missed or shown because a piece ends in its middle.
  test('do not depend on where the pieces are cut', () => {
    const parts = fc.constantFrom('<think>', '</think>', '<thought>', '</thought>', 'a<', '\n', ' b ', '思考', '</')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 8 }), (texts, cuts) => {
        const raw = texts.join('')
        const places = [...new Set([0, ...cuts.filter((cut) => cut < raw.length), raw.length])].toSorted(
          (a, b) => a - b,
        )
        const pieces = places.slice(1).map((end, n) => raw.slice(places[n], end))
        expect(split(pieces)).toEqual(split([raw]))
      }),
    )
  })

  // Catches an answer that is held back until its end.
  test('are given out as soon as it is sure what they are', () => {
    const splitter = createThoughtSplitter()
    expect(splitter.push('<think>one <')).toEqual([{ kind: 'thought', text: 'one ' }])
    expect(splitter.push('/think>')).toEqual([])
    expect(splitter.push('Yes')).toEqual([{ kind: 'token', text: 'Yes' }])
    expect(splitter.push(' <think>')).toEqual([{ kind: 'token', text: ' <think>' }])
  })
})
