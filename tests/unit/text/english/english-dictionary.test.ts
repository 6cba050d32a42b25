import { describe, expect, test } from 'vitest'
import { englishDictionary, parseDictionary } from '@engine/text/english/english-dictionary'

describe('the English dictionary', () => {
  test.each(['cable', 'Cables', 'opened', 'running', 'unhappiness', 'Martin', 'STATION', 'quickest'])(
    'knows %s',
    (word) => {
      expect(englishDictionary().has(word)).toBe(true)
    },
  )

  test.each(['colour', 'organisations', 'travelling', 'modelled', 'centre', 'catalogues', 'analysed'])(
    'knows the British %s',
    (word) => {
      expect(englishDictionary().has(word)).toBe(true)
    },
  )

  // Would catch rules of endings that are applied to every word.
  test.each(['cabel', 'hutt', 'opend', 'staton', 'runing', 'managment', 'waht', 'childs', ''])(
    'does not know “%s”',
    (word) => {
      expect(englishDictionary().has(word)).toBe(false)
    },
  )

  test('takes affixes from the files: only where a word has them, and where they fit', () => {
    const aff =
      'PFX U Y 1\nPFX U   0     un         .\n\nSFX D Y 2\nSFX D   y     ied        [^aeiou]y\nSFX D   0     ed         [aeiou]y\n'
    const dictionary = parseDictionary('4\ntry/D\nplay/DU\nCherry\n', aff)
    expect(['tried', 'played', 'unplayed', 'unplay', 'cherry'].map((word) => dictionary.has(word))).toEqual(
      Array(5).fill(true),
    )
    expect(['tryed', 'plaied', 'untried', 'cherried', 'untry'].map((word) => dictionary.has(word))).toEqual(
      Array(5).fill(false),
    )
  })
})
