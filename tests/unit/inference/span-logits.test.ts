import { describe, expect, test } from 'vitest'
import { bestSpan } from '@engine/inference/onnx/reading/span-logits'
import { tokenRanges } from '@engine/inference/onnx/reading/token-ranges'

const text = 'a b c d e'
const ranges = [0, 2, 4, 6, 8].map((start) => ({ start, end: start + 1 }))
/** The first token's logit, then one for each token of the passage. */
const window = (starts: readonly number[], ends: readonly number[], own = ranges) => ({
  secondAt: 1,
  ranges: own,
  starts,
  ends,
})

describe('the best span by its logits', () => {
  // Would catch the highest start and the highest end taken each by itself: an end before its start is no span.
  test('begins before it ends', () => {
    const span = bestSpan([window([0, 0, 0, 0, 9, 0], [0, 0, 9, 0, 0, 1])], text)
    expect(span).toEqual({ start: 6, end: 9, score: 10, none: 0 })
  })

  // Would catch half a passage given as a short answer.
  test('is at most thirty tokens long', () => {
    const long = 'x'.repeat(40)
    const each = Array.from(long, (_, start) => ({ start, end: start + 1 }))
    const starts = [0, 9, ...each.slice(1).map(() => 0)]
    const ends = [0, ...each.map((_, at) => (at === 39 ? 9 : at === 29 ? 3 : 0))]
    expect(bestSpan([window(starts, ends, each)], long)).toEqual({ start: 0, end: 30, score: 12, none: 0 })
  })

  // Would catch an answer denied because another window of its passage does not have it.
  test('is held against the least that any window gives to there being none', () => {
    const empty = window([4, 0, 0, 0, 0, 0], [4, 0, 0, 0, 0, 0])
    const full = window([-2, 5, 0, 0, 0, 0], [-1, 5, 0, 0, 0, 0])
    expect(bestSpan([empty, full], text)).toEqual({ start: 0, end: 1, score: 10, none: -3 })
  })

  test('is of something that can be read, and null where nothing can', () => {
    const spaces = [{ start: 1, end: 2 }]
    expect(bestSpan([window([0, 9], [0, 9], spaces)], text)).toBeNull()
    expect(bestSpan([], text)).toBeNull()
  })
})

describe('where tokens stand in a text', () => {
  const places = (source: string, surfaces: readonly string[]) =>
    tokenRanges(source, surfaces).map(({ start, end }) => source.slice(start, end))

  // Would catch each way in which tokenizers fold what they read: case, accents, width, ligatures, spaces.
  test.each([
    [
      'Zoë saw  the ﬁrst Ｃａｆé.',
      ['zoe', 'saw', 'the', 'first', 'cafe', '.'],
      ['Zoë', 'saw', 'the', 'ﬁrst', 'Ｃａｆé', '.'],
    ],
    ['水深47米。', ['▁', '水深', '47', '米', '。'], ['', '水深', '47', '米', '。']],
    ['한국어 text', ['한국', '어', ' text'], ['한국', '어', 'text']],
  ])('%s', (source, surfaces, expected) => {
    expect(places(source, surfaces)).toEqual(expected)
  })

  // Would catch every place behind an unknown word being wrong, and half an emoji.
  test('unknown words and bytes of a character share what lies between their neighbours', () => {
    expect(places('see 🛠️🚰 here', ['see', '\uFFFD', '\uFFFD', 'here'])).toEqual(['see', '🛠️🚰', '🛠️🚰', 'here'])
    expect(places('ab ☂ the the', ['ab', '[UNK]', 'the', 'the'])).toEqual(['ab', '☂', 'the', 'the'])
    expect(places('☂', ['[UNK]'])).toEqual(['☂'])
  })

  // Would catch a word that is not there being found far behind, with all between lost.
  test('a token that is nowhere leaves the others where they are', () => {
    expect(places('one two three', ['one', 'missing', 'two', 'three'])).toEqual(['one', '', 'two', 'three'])
  })
})
