import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { characterOverlap, contentCharacters } from '@engine/retrieval/question/character-overlap'

describe('characters of a question in a text', () => {
  test('are those that say what it is about, in simplified form', () => {
    expect([...contentCharacters('傑克遜維爾位於哪個郡？')]).toEqual(expect.arrayContaining(['杰', '郡']))
    expect(contentCharacters('它是什么？').size).toBeLessThan(2)
    expect(contentCharacters('Who is it?').size).toBe(0)
  })

  test('count where one sentence has them together with the one before', () => {
    const asked = contentCharacters('苹果价格')
    expect(characterOverlap(asked, '苹果很红。价格很低。天气好。')).toBe(1)
    expect(characterOverlap(asked, '苹果很红。天气好。风很大。价格很低。')).toBe(0.5)
    expect(characterOverlap(asked, '')).toBe(0)
    expect(characterOverlap(new Set(), '苹果')).toBe(0)
  })

  test('are found in either script', () => {
    expect(characterOverlap(contentCharacters('圣约翰河'), '聖約翰河流經此地。')).toBe(1)
  })

  test('a share is between 0 and 1, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (question, text) => {
        const share = characterOverlap(contentCharacters(question), text)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
      }),
    )
  })
})
