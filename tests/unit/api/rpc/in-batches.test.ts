import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { inBatches } from '@engine/api/rpc/in-batches'

async function collect<T>(source: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of source) all.push(one)
  return all
}

describe('inBatches', () => {
  test('hands on the first at once and gathers what comes in the pause', async () => {
    async function* source() {
      yield 0
      await delay(5)
      for (let n = 1; n <= 100; n += 1) yield n
      await delay(120)
      yield 101
    }
    const batches = await collect(inBatches(source(), 60))
    expect(batches.flat()).toEqual(Array.from({ length: 102 }, (_, n) => n))
    expect(batches[0]).toEqual([0])
    expect(batches.length).toBeLessThan(6)
  })

  test('fails as the source does, after everything it gave', async () => {
    async function* source() {
      yield 1
      await delay(0)
      yield 2
      throw new Error('lost')
    }
    const seen: number[] = []
    const read = async () => {
      for await (const batch of inBatches(source(), 1)) seen.push(...batch)
    }
    await expect(read()).rejects.toThrow('lost')
    expect(seen).toEqual([1, 2])
  })

  test('an empty source gives nothing; leaving ends the source', async () => {
    async function* nothing(): AsyncGenerator<number> {}
    expect(await collect(inBatches(nothing(), 1))).toEqual([])
    let ended = false
    async function* endless() {
      try {
        for (let n = 0; ; n += 1) {
          yield n
          await delay(1)
        }
      } finally {
        ended = true
      }
    }
    for await (const batch of inBatches(endless(), 1)) if (batch.includes(3)) break
    await delay(20)
    expect(ended).toBe(true)
  })

  test('an aborted signal does not wait for the pause', async () => {
    const controller = new AbortController()
    async function* source() {
      yield 1
      controller.abort()
      await delay(0)
      yield 2
    }
    const started = performance.now()
    expect((await collect(inBatches(source(), 60_000, controller.signal))).flat()).toEqual([1, 2])
    expect(performance.now() - started).toBeLessThan(30_000)
  })
})
