import { expect, test } from 'vitest'
import { unitAt } from '@engine/text/units'
import units from '@resources/lexicon/units.json'

// Would catch a unit that is not looked for where its name begins.
test('finds every unit by each of its names, in the middle of a text', () => {
  const found = units.flatMap(({ kind, factor, names }) =>
    names.flatMap((name) => {
      const written = name.replaceAll(/\(\?:([^|)]+)[^)]*\)/gu, '$1').replaceAll(/[?\\]/gu, '')
      const { unit, end } = unitAt(`12 ${written}`, 3) ?? {}
      const isWhole = end === 3 + written.length
      return unit?.kind === kind && unit.factor === factor && isWhole ? [] : [written]
    }),
  )
  expect(found).toEqual([])
})

test('takes the longest, words in capitals too, and none inside a word', () => {
  expect(unitAt('KILOMETRES', 0)?.end).toBe(10)
  expect(unitAt('5 m2', 2)?.unit.kind).toBe('area')
  expect(unitAt('mine', 0)).toBeNull()
})
