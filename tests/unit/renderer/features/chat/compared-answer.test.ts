import type { AnswerRef } from '@shared/events'
import { expect, it } from 'vitest'
import { evidenceItem } from './answer-fixture'
import { elementsOf, literalsOf, marksOf, renderAnswer, tagsOf, textOf } from './render-answer'

const response = [
  '| | Hydra P3 | Siskin R80 |',
  '|---|---|---|',
  '| Unit *price* | 1,870 **euros** [1] | 4,950 euros [2] |',
  '| Range | 0 ｜ 10 m [1] | 30 m [2] |',
  '',
  'Nothing more.',
].join('\n')
const cells: [string, number][] = [
  ['1,870 **euros**', 1],
  ['4,950 euros', 2],
  ['0 ｜ 10 m', 1],
  ['30 m', 2],
]
const refs = cells.map(([text, number]): AnswerRef => {
  const start = response.indexOf(text)
  return {
    number,
    evidence_id: `e${number}`,
    selector: 'chars:0-3',
    response_start: start,
    response_end: start + text.length,
  }
})
const cellTexts = (tree: ReturnType<typeof renderAnswer>) =>
  elementsOf(tree)
    .filter(({ tagName }) => tagName === 'td' || tagName === 'th')
    .map((cell) =>
      textOf(cell)
        .replace(/\s*\[\d\]$/u, '')
        .trim(),
    )

it.each([
  ['once it is whole', refs, true],
  ['while it streams', [], false],
] as const)('a comparison of documents that are not Markdown is a table %s', (_, known, refsKnown) => {
  const tree = renderAnswer(response, known, [evidenceItem(1, 'pdf'), evidenceItem(2, 'csv')], refsKnown)
  expect(cellTexts(tree)).toEqual([
    '',
    'Hydra P3',
    'Siskin R80',
    'Unit *price*',
    '1,870 **euros**',
    '4,950 euros',
    'Range',
    '0 ｜ 10 m',
    '30 m',
  ])
  expect(marksOf(tree)).toEqual([1, 2, 1, 2])
  expect(tagsOf(tree)).not.toContain('strong')
  expect(textOf(tree)).toContain('Nothing more.')
})

// Would catch the rows behind a figure as a line of pipes: a tool's table may have a single column, or many.
it.each([1, 14])('a table with %i columns is a table', (count) => {
  const row = (cell: string) => `|${` ${cell} |`.repeat(count)}`
  const table = ['Total: 30 kg [1]', '', row('Weight'), `|${'---|'.repeat(count)}`, row('10'), row('20')].join('\n')
  for (const refsKnown of [true, false]) {
    const tree = renderAnswer(table, [], [evidenceItem(1, 'csv')], refsKnown)
    expect(cellTexts(tree)).toEqual(['Weight', '10', '20'].flatMap((cell) => Array<string>(count).fill(cell)))
  }
})

it('beside Markdown evidence the table stands as well', () => {
  const tree = renderAnswer(response, refs, [evidenceItem(1, 'markdown'), evidenceItem(2, 'csv')])
  expect(cellTexts(tree)[4]).toBe('1,870 euros')
  expect(literalsOf(tree)).toEqual(['4,950 euros', '30 m'])
})

it('pipes of a document alone make no table', () => {
  const quoted = '- a | b [1]\n- |---|---| [1]'
  expect(tagsOf(renderAnswer(quoted, [], [evidenceItem(1, 'csv')], false))).not.toContain('table')
})
