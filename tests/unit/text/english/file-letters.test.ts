import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findMark, lettersOf, lineStart } from '@engine/text/english/file-letters'

// Longer than two pages, with lines of many lengths and a letter above ASCII.
const text = Array.from({ length: 700 }, (_, at) => `${at} é ${'x'.repeat((at * 37) % 101)}`).join('\n')
let folder = ''
let path = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-letters-'))
  path = join(folder, 'words')
  await writeFile(path, text, 'latin1')
})

afterAll(() => rm(folder, { recursive: true }))

// Catches pages that are joined with a letter too many or too few.
it('gives the same parts as the whole text', () => {
  const letters = lettersOf(path)
  expect(letters.length).toBe(text.length)
  for (const start of [0, 1, 16_383, 16_384, 16_385, 32_767, text.length - 5, text.length, text.length + 9])
    for (const length of [0, 1, 2, 16_384, 40_000])
      expect(letters.slice(start, start + length)).toBe(text.slice(start, start + length))
  expect(letters.slice(-3, 4)).toBe(text.slice(0, 4))
})

// Catches a mark, or the end of a line, that is missed where two windows meet.
it('finds marks and line starts as they are in the whole text', () => {
  const letters = lettersOf(path)
  for (let at = 0; at <= text.length; at += 61) {
    expect(lineStart(letters, at)).toBe(at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)
    for (const mark of ['\n', 'x\n', '699', '100 é']) expect(findMark(letters, mark, at)).toBe(text.indexOf(mark, at))
  }
})

it('fails where there is no such file', () => {
  expect(() => lettersOf(join(folder, 'none'))).toThrow('ENOENT')
})
