import { expect, test } from 'vitest'
import { fromFirstDifference } from '@shared/excerpts/where-texts-differ'

const long = 'The measuring network consists of 26 rain gauges, 6 stream gauges and 9 snow stakes'

// Would catch two answers of which a line shows what both say.
test('two texts begin a little before their first difference', () => {
  expect(fromFirstDifference(`${long}, read weekly.`, `${long}, read daily.`)).toEqual([
    '…gauges and 9 snow stakes, read weekly.',
    '…gauges and 9 snow stakes, read daily.',
  ])
  expect(fromFirstDifference(long, `${long} and more`)).toEqual([
    '…stream gauges and 9 snow stakes',
    '…stream gauges and 9 snow stakes and more',
  ])
})

test('texts that differ near their beginning, and equal ones, are whole', () => {
  expect(fromFirstDifference('It was 1967.', 'It was 1968.')).toEqual(['It was 1967.', 'It was 1968.'])
  expect(fromFirstDifference('', long)).toEqual(['', long])
})

test('no character is cut in two, where no word begins', () => {
  const [one, other] = fromFirstDifference(`${'𠮷'.repeat(40)}甲`, `${'𠮷'.repeat(40)}乙`)
  expect([one, other]).toEqual([`…${'𠮷'.repeat(16)}甲`, `…${'𠮷'.repeat(16)}乙`])
  expect(fromFirstDifference(`${'𠮷'.repeat(40)}a甲`, `${'𠮷'.repeat(40)}a乙`)[0]).toBe(`…${'𠮷'.repeat(16)}a甲`)
})
