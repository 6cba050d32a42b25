import { describe, expect, test } from 'vitest'
import { overlapOf, tokensOf } from '../../../../bench/answers/answer-overlap'

describe('how an answer compares with the gold', () => {
  test('leaves out case, punctuation and articles', () => {
    expect(overlapOf('The Panthers.', ['panthers'])).toEqual({ f1: 1, exact: 1 })
    expect(overlapOf('$5 million', ['5 million'])).toEqual({ f1: 1, exact: 1 })
  })

  test('counts what is shared, each token once, against the best gold', () => {
    expect(overlapOf('early 1970s', ['1970s']).f1).toBeCloseTo(2 / 3)
    expect(overlapOf('a b b', ['b c', 'x']).f1).toBeCloseTo(0.5)
    expect(overlapOf('nothing', ['else'])).toEqual({ f1: 0, exact: 0 })
    expect(overlapOf('', ['else'])).toEqual({ f1: 0, exact: 0 })
  })

  test('takes Han characters one by one and other words whole', () => {
    expect(tokensOf('２０１５年的Super Bowl')).toEqual(['2015', '年', '的', 'super', 'bowl'])
    expect(overlapOf('308分', ['308']).f1).toBeCloseTo(2 / 3)
  })
})
