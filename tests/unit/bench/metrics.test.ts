import { describe, expect, it } from 'vitest'
import { figures, percentile, rankingFigures, round } from '../../../bench/metrics'

describe('rankingFigures', () => {
  it('gives what a person works out for three questions', () => {
    const rankings = [
      ['a', 'b', 'c'],
      ['x', 'y', 'b', 'z', 'w', 'v'],
      ['p', 'q'],
    ]
    const golds = [['a'], ['b', 'v'], ['nowhere']]
    // hit@1: 1, 0, 0. recall@5: 1/1, 1/2 (v stands sixth), 0. MRR@10: 1, 1/3, 0.
    // nDCG@10 of the second: (1/log2(4) + 1/log2(7)) / (1/log2(2) + 1/log2(3)) = 0.856207 / 1.630930 = 0.524981.
    expect(rankingFigures(rankings, golds)).toEqual({
      'hit@1': 0.333,
      'recall@5': 0.5,
      'mrr@10': 0.444,
      'ndcg@10': 0.508,
    })
  })

  it('looks no further down than it says', () => {
    const ranking = 'abcdefghijk'.split('')
    // f stands sixth and k eleventh: neither is in the first five, k not even in the first ten.
    expect(rankingFigures([ranking], [['f']])).toEqual({
      'hit@1': 0,
      'recall@5': 0,
      'mrr@10': 0.167,
      'ndcg@10': 0.356,
    })
    expect(rankingFigures([ranking], [['k']])).toEqual({ 'hit@1': 0, 'recall@5': 0, 'mrr@10': 0, 'ndcg@10': 0 })
  })

  it('is perfect when every gold passage leads, in any order', () => {
    expect(rankingFigures([['b', 'a', 'c']], [['a', 'b']])).toEqual({
      'hit@1': 1,
      'recall@5': 1,
      'mrr@10': 1,
      'ndcg@10': 1,
    })
  })

  it('is zero, not an error, without questions or without results', () => {
    const nothing = { 'hit@1': 0, 'recall@5': 0, 'mrr@10': 0, 'ndcg@10': 0 }
    expect(rankingFigures([], [])).toEqual(nothing)
    expect(rankingFigures([[]], [['a']])).toEqual(nothing)
  })
})

describe('percentile', () => {
  it('takes the nearest rank, whatever the order of the values', () => {
    // The published example of the nearest-rank method: 15 20 35 40 50.
    const values = [50, 15, 40, 20, 35]
    expect([5, 30, 40, 50, 100].map((percent) => percentile(values, percent))).toEqual([15, 20, 20, 35, 50])
    expect(values).toEqual([50, 15, 40, 20, 35])
  })

  it('compares numbers as numbers, and knows none and one', () => {
    expect(percentile([9, 10, 100], 50)).toBe(10)
    expect(percentile([], 50)).toBe(0)
    expect(percentile([7], 0)).toBe(7)
    expect(figures([1, 2, 3, 4])).toEqual({ p50_ms: 2, p95_ms: 4 })
  })
})

it('rounds to three digits where nothing else is said', () => {
  expect([round(1.23456), round(-0.0005), round(12.5, 0), round(0.15, 1)]).toEqual([1.235, -0, 13, 0.2])
})
