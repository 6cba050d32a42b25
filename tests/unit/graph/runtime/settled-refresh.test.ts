import { describe, expect, it } from 'vitest'
import { SettledRefresh } from '@engine/graph/runtime/settled-refresh'

/** Time goes on only by waiting and refreshing. */
function refreshing(costs: number) {
  let now = 0
  const at: number[] = []
  const dueMeanwhile: boolean[] = []
  const waits: (() => void)[] = []
  const closing = new AbortController()
  const refresh: SettledRefresh = new SettledRefresh({
    refresh: () => {
      at.push(now)
      dueMeanwhile.push(refresh.isDue)
      now += costs
      return Promise.resolve()
    },
    due: () => undefined,
    wait: (ms) =>
      new Promise((resolve) => {
        waits.push(() => {
          now += ms
          resolve()
        })
      }),
    clock: () => now,
    closing: closing.signal,
    log: () => undefined,
  })
  return {
    refresh,
    at,
    dueMeanwhile,
    /** Lets so many waits go by. */
    pass: async (count: number) => {
      for (let wait = 0; wait < count; wait += 1) {
        waits.shift()?.()
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
      }
    },
  }
}

describe('a refresh', () => {
  it('comes once after changes that follow each other', async () => {
    // Each of a thousand documents would have the graph built again.
    const { refresh, at, pass } = refreshing(1)
    refresh.changed()
    refresh.changed()
    await pass(3)
    expect(at).toEqual([2400])
  })

  it('is due until it has come to its end', async () => {
    // Whoever waits for the graph to be built would take the counts of the one before for those of this one.
    const { refresh, dueMeanwhile, pass } = refreshing(1)
    refresh.changed()
    expect(refresh.isDue).toBe(true)
    await pass(1)
    expect(dueMeanwhile).toEqual([true])
    expect(refresh.isDue).toBe(false)
  })

  it('that took long comes again only after a rest of twenty times that', async () => {
    // In a large library one new document after another would keep a core busy for seconds each.
    const { refresh, at, pass } = refreshing(3000)
    refresh.changed()
    await pass(1)
    refresh.changed()
    await pass(49)
    expect(at).toEqual([1200])
    await pass(3)
    expect(at).toEqual([1200, 64_200])
  })

  it('comes as soon as changes settle where somebody looks', async () => {
    // Whoever looks at the graph would see it as it was a minute ago.
    const { refresh, at, pass } = refreshing(3000)
    refresh.changed()
    await pass(1)
    refresh.changed()
    refresh.wanted()
    await pass(1)
    expect(at).toEqual([1200, 5400])
  })
})
