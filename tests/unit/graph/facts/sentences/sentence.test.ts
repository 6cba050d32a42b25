import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSentence } from '@engine/graph/facts/sentences/sentence'

const wordsOf = (text: string) =>
  readSentence(text, { start: 0, end: text.length }, []).tokens.map(({ word, start, end, steps }) => ({
    ...{ word, start, end, steps },
  }))

describe('the words of an English sentence', () => {
  it('are the same on the short way for ASCII as on the way that any text goes', () => {
    // A name would be cut one way in a plain sentence, and another way beside a dash.
    const words = fc.array(
      fc.constantFrom(
        "Ada's",
        'full-text',
        'C++',
        'C#',
        'Node.js',
        'AT&T',
        '3.5%',
        '(LLM)',
        '"so',
        "it'",
        'and/or',
        '_a_',
      ),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(words, (some) => {
        const text = some.join(' ')
        expect(wordsOf(`${text} —`).slice(0, -1)).toEqual(wordsOf(text))
      }),
    )
  })

  it('are read alike the second time', () => {
    // Sentences that come again are not tagged again: what is kept must not be what a reader has changed.
    const text = 'Cairn uses LanceDB today, and Milvus supports it.'
    const span = { start: 0, end: text.length }
    const first = readSentence(text, span, [])
    expect(readSentence(text, span, [])).toEqual(first)
    expect(first.tokens.map(({ kind }) => kind)).toContain('time')
  })
})
