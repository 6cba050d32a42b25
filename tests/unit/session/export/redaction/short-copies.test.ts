import { expect, test } from 'vitest'
import { ShortCopies } from '@engine/session/export/redaction/short-copies'
import { applyEdits, mergeEdits } from '@engine/session/export/redaction/text-edits'

function redacted(text: string, said: string, name = ''): string {
  const copies = new ShortCopies('[redacted]')
  copies.add(said)
  copies.addName(name)
  return applyEdits(text, mergeEdits(copies.edits(text)))
}

test('only whole words go, with any white space; Han characters need none (bug: “Mayor” lost its “May”)', () => {
  expect(redacted('The Mayor met Ada\nBrook in May, 在May开始.', 'May.')).toBe(
    'The Mayor met Ada\nBrook in [redacted], 在[redacted]开始.',
  )
  expect(redacted('Ada\nBrook, Ada Brooks', 'Ada Brook')).toBe('[redacted], Ada Brooks')
  expect(redacted('由顾浩然领导', '顾浩然')).toBe('由[redacted]领导')
})

test('numbers of citations and the marker itself stay (bug: markers inside of markers)', () => {
  expect(redacted('3 pumps [3], 13', '3')).toBe('[redacted] pumps [3], 13')
  expect(redacted('[redacted] (redacted)', 'redacted')).toBe('[redacted] (redacted)')
})

test('names go from any text where they are quoted; signs of patterns in them are letters', () => {
  const copies = new ShortCopies('…')
  copies.addName('A+B (x) y')
  const text = '“A+B (x) y”, 《A+B (x) y》, A+B (x) y, “AAB (x) y”'
  expect(applyEdits(text, copies.quotedNames(text))).toBe('“…”, 《…》, A+B (x) y, “AAB (x) y”')
})
