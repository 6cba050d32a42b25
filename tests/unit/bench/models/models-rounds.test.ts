import { describe, expect, it } from 'vitest'
import { inTurns, median, ratioFigures } from '../../../../bench/models/models-rounds'

describe('ways that are timed in turns', () => {
  // Would catch a way that always runs first, and so always on a colder machine.
  it('run once to warm up, then change places every round', async () => {
    const log: string[] = []
    const rounds: number[] = []
    const way = (name: string, ms: number) => () => {
      log.push(name)
      return Promise.resolve(ms)
    }
    const times = await inTurns([way('a', 1), way('b', 2)], 3, (round) => rounds.push(round))
    expect(log.join('')).toBe('ababbaab')
    expect(times).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ])
    expect(rounds).toEqual([1, 2, 3])
  })

  // Would catch times that end up in another way's list when the order is turned round.
  it('keep each its own times', async () => {
    let clock = 0
    const [first, second] = await inTurns(
      [() => Promise.resolve((clock += 1)), () => Promise.resolve((clock += 10))],
      2,
    )
    // Warming up takes the clock to 11; the second round begins with the second way.
    expect([first, second]).toEqual([
      [12, 33],
      [22, 32],
    ])
  })
})

describe('ratioFigures', () => {
  // Would catch a ratio of two medians, which a machine that was slow for one round of both would move.
  it('is the median of what each round gives', () => {
    expect(ratioFigures([110, 1100, 120], [100, 1000, 100])).toEqual({
      ratio: 1.1,
      fastest_ratio: 1.1,
      ratio_range: [1.1, 1.2],
    })
  })
})

describe('median', () => {
  it('is the middle, the mean of the two in the middle, or 0', () => {
    expect([median([9, 1, 10]), median([1, 2, 3, 10]), median([7]), median([])]).toEqual([9, 2.5, 7, 0])
  })
})
