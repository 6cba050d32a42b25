import { afterEach, expect, test, vi } from 'vitest'
import { createTurnCache } from '@engine/pipeline/turn-cache'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('keeps what was made of a question for an hour', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let now = 1
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const pass = (minutes: number) => {
    now += minutes * 60_000
    // The cache reads the clock anew after a moment.
    vi.advanceTimersByTime(10)
  }
  const cache = createTurnCache<{ value: number }>()
  cache.set('question', { value: 1 })
  pass(59)
  expect(cache.get('question')).toEqual({ value: 1 })
  pass(2)
  expect(cache.get('question')).toBeUndefined()
})

test('forgets what was used longest ago rather than grow without end', () => {
  const cache = createTurnCache<{ value: number }>()
  for (let value = 0; value < 600; value += 1) cache.set(String(value), { value })
  expect(cache.get('0')).toBeUndefined()
  expect(cache.get('599')).toEqual({ value: 599 })
})
