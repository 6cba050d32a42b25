import { expect, test } from 'vitest'
import { answerWords } from '@engine/pipeline/wording/answer-words'

/** Every text of a language by its path, with the names that are filled in. */
function namesByPath(words: unknown, path = ''): [string, string[]][] {
  if (typeof words === 'string') return [[path, (words.match(/\{\w+\}/gu) ?? []).toSorted()]]
  return Object.entries(words as object).flatMap(([key, value]) => namesByPath(value, `${path}.${key}`))
}

// A name that one language lacks would be shown as it is, in braces.
test('both languages fill in the same names', () => {
  expect(namesByPath(answerWords.zh)).toEqual(namesByPath(answerWords.en))
})
