import { expect, it } from 'vitest'
import { withoutLinkMarks } from '@engine/text/note-links'

it.each([
  ['opened by [[Carl Öst]] in 1907', 'opened by Carl Öst in 1907'],
  ['see [[Huts#Old ones|the old huts]] and ![[Map]]', 'see the old huts and Map'],
  ['a matrix [[1, 2], [3]] and [[ open', 'a matrix [[1, 2], [3]] and [[ open'],
  ['no link', 'no link'],
])('reads %j as people do', (text, read) => {
  expect(withoutLinkMarks(text)).toBe(read)
})
