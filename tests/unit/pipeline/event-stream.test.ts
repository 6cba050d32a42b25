import { expect, test } from 'vitest'
import { streamOf } from '@engine/pipeline/event-stream'

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = []
  for await (const value of values) seen.push(value)
  return seen
}

test('yields what was pushed, in order, and ends with the run', async () => {
  const stream = streamOf<number>(async (push) => {
    push(1)
    await Promise.resolve()
    push(2)
  })
  expect(await all(stream)).toEqual([1, 2])
})

test('leaving early aborts the run and waits for its end (bug: it goes on behind the reader)', async () => {
  let ended = false
  const stream = streamOf<number>(async (push, signal) => {
    push(1)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    ended = true
  })
  for await (const value of stream) {
    expect(value).toBe(1)
    break
  }
  expect(ended).toBe(true)
})

test('what the run throws reaches the reader, after everything it pushed', async () => {
  const seen: number[] = []
  const read = async () => {
    for await (const value of streamOf<number>((push) => {
      push(7)
      return Promise.reject(new Error('broken'))
    }))
      seen.push(value)
  }
  await expect(read()).rejects.toThrow('broken')
  expect(seen).toEqual([7])
})
