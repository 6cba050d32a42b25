import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BatchBudget, lengthBatches } from '@engine/inference/onnx/length-batches'

describe('batches of like length', () => {
  test('hold every text once, keep the limits, and put longer ones first', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 200 })
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 64 }), (all, tokens, rows) => {
        const batches = [...lengthBatches(all, { tokens: () => tokens, rows })]
        expect(batches.flat().sort((a, b) => a - b)).toEqual(all.map((_, index) => index))
        let shortest = Infinity
        for (const batch of batches) {
          const longest = Math.max(...batch.map((index) => all[index] ?? 0))
          expect(batch.length).toBeLessThanOrEqual(rows)
          expect(batch.length === 1 || batch.length * longest <= tokens).toBe(true)
          expect(longest).toBeLessThanOrEqual(shortest)
          shortest = Math.min(...batch.map((index) => all[index] ?? 0))
        }
      }),
    )
  })

  test('get smaller for a slow model and larger for a quick one, within bounds', async () => {
    let clock = 0
    const budget = new BatchBudget(() => clock)
    const run = (tokens: number, ms: number) => budget.measure(tokens, () => Promise.resolve((clock += ms)))
    const before = budget.tokens
    await run(10, 60_000)
    expect(budget.tokens).toBe(before)
    for (let times = 0; times < 10; times += 1) await run(1000, 1000)
    expect(budget.tokens).toBe(256)
    for (let times = 0; times < 10; times += 1) await run(1000, 0)
    expect(budget.tokens).toBe(4096)
  })
})
