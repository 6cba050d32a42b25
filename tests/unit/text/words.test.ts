import { describe, expect, it } from 'vitest'
import { trimmedEnd } from '@engine/text/trim-end'
import { wordSpans } from '@engine/text/words'

describe('wordSpans', () => {
  // Catches a word cut in two, or offsets that are off, where a long text is taken piece by piece.
  it('gives the words of a long text as it gives those of its sentences', () => {
    const sentence = '人工智能正在改变世界，the committee met in 2024；我们需要认真研究它的影响。'
    const expected = wordSpans(sentence).map(({ word }) => word)
    const long = sentence.repeat(100)
    const spans = wordSpans(long)
    expect(spans.map(({ word }) => word)).toEqual(Array.from({ length: 100 }, () => expected).flat())
    for (const { word, start } of spans) expect(long.slice(start, start + word.length)).toBe(word)
  })
})

describe('trimmedEnd', () => {
  it('cuts the signs at the end and no others', () => {
    expect(trimmedEnd('Why? Who?! ', /[\s?!]/u)).toBe('Why? Who')
    expect(trimmedEnd('???', /\?/u)).toBe('')
  })
})
