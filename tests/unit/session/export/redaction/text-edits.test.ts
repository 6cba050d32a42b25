import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits, mergeEdits, moveRange, moveSelector } from '@engine/session/export/redaction/text-edits'

const scenario = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 9 }).chain((words) =>
  fc.record({
    words: fc.constant(words),
    replaced: fc.array(fc.boolean(), { minLength: words.length, maxLength: words.length }),
    by: fc.string({ maxLength: 8 }),
    kept: fc.nat(words.length - 1),
  }),
)

test('a range of words that stay says the same words after the edits around it (bug: a citation that slips)', () => {
  fc.assert(
    fc.property(scenario, ({ words, replaced, by, kept }) => {
      const starts = words.map((_, at) => words.slice(0, at).join('').length)
      const edits = words.flatMap((word, at) =>
        at !== kept && replaced[at] ? [{ start: starts[at] ?? 0, end: (starts[at] ?? 0) + word.length, text: by }] : [],
      )
      const [text, start, word] = [words.join(''), starts[kept] ?? 0, words[kept] ?? '']
      const moved = moveRange(edits, start, start + word.length)
      expect(applyEdits(text, edits).slice(moved.start, moved.end)).toBe(word)
    }),
  )
})

test('an end inside of what was replaced takes in the replacement', () => {
  const edits = [{ start: 4, end: 8, text: '[x]' }]
  expect(moveRange(edits, 5, 6)).toEqual({ start: 4, end: 7 })
  expect(moveRange(edits, 0, 6)).toEqual({ start: 0, end: 7 })
  expect(moveRange(edits, 6, 10)).toEqual({ start: 4, end: 9 })
})

test('edits that overlap become one that leaves nothing of either (bug: the tail of a secret between two edits)', () => {
  const edits = mergeEdits([
    { start: 6, end: 9, text: 'b' },
    { start: 2, end: 7, text: 'a' },
  ])
  expect(applyEdits('0123456789', edits)).toBe('01a9')
})

test('selectors move in all their ranges, lines and what is no selector stay', () => {
  const edits = [{ start: 0, end: 10, text: '[path]' }]
  expect(moveSelector(edits, 'lines:1-2,chars:12-20,chars:30-31')).toBe('lines:1-2,chars:8-16,chars:26-27')
  expect(moveSelector(edits, 'whatever 1-2')).toBe('whatever 1-2')
})
