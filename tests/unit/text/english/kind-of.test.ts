import { expect, it } from 'vitest'
import { isKindOf, isNoun } from '@engine/text/english/kind-of'

it('knows kinds of things, in the plural as well, and several steps up', () => {
  expect(isKindOf('treasurer', 'person')).toBe(true)
  expect(isKindOf('students', 'people')).toBe(true)
  expect(isKindOf('canoes', 'boat')).toBe(true)
  expect(isKindOf('boat', 'boat')).toBe(true)
  expect(isKindOf('hours', 'boat')).toBe(false)
  expect(isKindOf('boat', 'canoe')).toBe(false)
})

it('knows nothing of signs, digits and other scripts', () => {
  for (const word of ['', '§', '18', '船', 'x']) expect(isKindOf(word, 'boat')).toBe(false)
})

it('tells nouns from names', () => {
  expect(isNoun('chair')).toBe(true)
  expect(isNoun('Osei')).toBe(false)
})

it('holds nothing against a word where the files cannot be read, and looks again', () => {
  const lost = () => {
    throw new Error('no such file')
  }
  expect(isKindOf('sampan', 'teapot', lost)).toBe(true)
  expect(isKindOf('sampan', 'teapot')).toBe(false)
})
