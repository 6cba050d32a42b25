import { describe, expect, test } from 'vitest'
import { fitLogistic, probability } from '../../../../bench/answers/logistic-fit'

describe('logistic regression', () => {
  // Would catch weights that were not brought back from standardised features, and a constant with the wrong shift.
  test('finds the probabilities that two groups have', () => {
    const group = (value: number, right: number, of: number) =>
      Array.from({ length: of }, (_, at) => ({ features: [value, 7], right: at < right, weight: 1 }))
    const fit = fitLogistic([...group(10, 80, 100), ...group(30, 20, 100)], 1e-6)
    expect(probability(fit, [10, 7])).toBeCloseTo(0.8, 4)
    expect(probability(fit, [30, 7])).toBeCloseTo(0.2, 4)
    expect(fit.weights[1]).toBeCloseTo(0, 6)
  })

  test('counts an example by its weight', () => {
    const rows = [
      { features: [0], right: true, weight: 3 },
      { features: [0], right: false, weight: 1 },
    ]
    expect(probability(fitLogistic(rows, 1), [0])).toBeCloseTo(0.75, 4)
  })
})
