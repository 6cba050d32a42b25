import { expect, test } from 'vitest'
import { readDate } from '@engine/tools/tables/typing/read-date'

const isoOf = (cell: string, order: 'day first' | 'month first' = 'day first') => {
  const read = readDate(cell, order)
  return read && new Date(read.ms).toISOString().slice(0, read.hasTime ? 16 : 10)
}

test.each([
  ['2021-05-03', '2021-05-03'],
  ['2021/5/3', '2021-05-03'],
  ['2021-05-03T14:30:00Z', '2021-05-03T14:30'],
  ['5/3/21 2:05 PM', '2021-03-05T14:05'],
  ['13/05/2021', '2021-05-13'],
  ['1.2.2021', '2021-02-01'],
  ['3 May 2021', '2021-05-03'],
  ['Mon, 3 May 2021', '2021-05-03'],
  ['May 3, 2021', '2021-05-03'],
  ['3-May-21', '2021-05-03'],
  ['May 2021', '2021-05-01'],
  ['2021年5月3日', '2021-05-03'],
  ['二〇二一年五月三日', '2021-05-03'],
  ['Q2 2023', '2023-04-01'],
  ['2023年第二季度', '2023-04-01'],
  ['2021-05', '2021-05-01'],
])('%s is %s', (cell, iso) => {
  expect(isoOf(cell)).toBe(iso)
})

test('which of day and month stands first is for the column to say', () => {
  expect(isoOf('05/03/2021', 'day first')).toBe('2021-03-05')
  expect(isoOf('05/03/2021', 'month first')).toBe('2021-05-03')
})

// Would catch a day that no calendar has, rolled over into the next month.
test.each(['31/02/2021', '2021-13-01', 'May', '12 May', '1234', 'A-2021-05-03', '13/13/2021'])(
  '%s is no date',
  (cell) => {
    expect(isoOf(cell)).toBe(null)
  },
)
