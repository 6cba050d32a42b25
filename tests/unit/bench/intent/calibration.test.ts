import { expect, test } from 'vitest'
import { calibrationError } from '../../../../bench/intent/calibration'

test('is nothing where confidence is as often right as it says', () => {
  const sure = Array.from({ length: 10 }, (_, at) => ({ confidence: 0.8, isRight: at < 8 }))
  expect(calibrationError(sure)).toBeCloseTo(0)
})

test('is the distance from being right, weighed by how many are in a bin', () => {
  const outcomes = [
    { confidence: 1, isRight: false },
    { confidence: 0.5, isRight: true },
    { confidence: 0.5, isRight: false },
  ]
  expect(calibrationError(outcomes)).toBeCloseTo(1 / 3)
})
