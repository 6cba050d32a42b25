import { expect, test } from 'vitest'
import { plantSlip } from '../../../../bench/retrieval/plant-slip'
import { slipBetween } from '@engine/text/slips'

const question = 'Which balloon station measures the water level?'

test('each kind of slip in turn, in one content word, and always the same one for a seed', () => {
  const slips = [0, 1, 2, 3, 4].flatMap((seed) => plantSlip(question, seed) ?? [])
  expect(slips.map(({ kind }) => kind)).toEqual(['swapped', 'left out', 'doubled', 'neighbouring key', 'swapped'])
  for (const { question: slipped, from, to } of slips) {
    expect(slipped.replace(from, to)).toBe(question)
    expect(slipBetween(from, to, false)?.distance).toBe(1)
  }
  expect(plantSlip(question, 3)).toEqual(plantSlip(question, 3))
})

test('none where every word is short, grammar or in another script', () => {
  expect(plantSlip('Which one is it?', 0)).toBeNull()
  expect(plantSlip('水位是多少？', 1)).toBeNull()
})
