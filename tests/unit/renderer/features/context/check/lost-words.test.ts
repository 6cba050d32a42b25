import { describe, expect, it } from 'vitest'
import { excerptOf, expectedRange, leftOutKey } from '@renderer/features/context/check/lost-words'
import { BlockReason } from '@shared/session/session-context'

const passage = `${'The hut log begins here. '.repeat(8)}The vault lies in Brunnach. ${'More follows. '.repeat(40)}`

describe('the words that an answer was expected to say', () => {
  // Would catch a press that opens the document at the passage's beginning, pages before the words.
  it('are found letter for letter, whatever their case', () => {
    const { start, end } = expectedRange(passage, ' the VAULT lies ')
    expect(passage.slice(start, end)).toBe('The vault lies')
  })

  it.each([
    ['said in other words', 'the deposit'],
    ['empty', ' '],
    ['letters whose lower case is longer, which moves what follows', 'vault'],
  ])('are the whole passage where they are %s', (kind, expected) => {
    const text = kind.startsWith('letters') ? `İ${passage}` : passage
    expect(expectedRange(text, expected)).toEqual({ start: 0, end: text.length })
  })

  it('are in the part that is shown, with what stands before them', () => {
    const { before, words, after } = excerptOf(passage, 'brunnach')
    expect(before).toMatch(/^…(?:hut|log|begins|here\.|The) .*The vault lies in $/u)
    expect(words).toBe('Brunnach')
    expect(after).toMatch(/^\. More follows\..*(?:More|follows\.)…$/u)
    expect(excerptOf('短。', '没有')).toEqual({ before: '', words: '', after: '短。' })
    expect(excerptOf('金库在布伦纳赫。', '布伦纳赫')).toEqual({ before: '金库在', words: '布伦纳赫', after: '。' })
  })
})

describe('why something was left out', () => {
  // Would catch a reason of the record that the window names like a step of somebody else's program.
  it.each([...BlockReason.options.filter((reason) => reason !== 'pinned'), 'cut', 'dedup'])('has words for %s', (by) =>
    expect(leftOutKey(by)).not.toBeNull(),
  )

  it('has none for what this version does not know, nor for what every object has', () => {
    expect(leftOutKey('some-step')).toBeNull()
    expect(leftOutKey('toString')).toBeNull()
  })
})
