import { getHeapStatistics } from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { giveMemoryBack, inLulls } from '@engine/platform/rest/give-memory-back'

afterEach(() => void vi.useRealTimers())

/** About 60 MB, which nobody holds any more when this returns. */
function makeGarbage(): void {
  const numbers = Array.from({ length: 1_500_000 }, (_, at) => ({ at }))
  expect(numbers).toHaveLength(1_500_000)
}

const used = () => getHeapStatistics().used_heap_size

test('what nobody holds is collected at once', () => {
  giveMemoryBack()
  const before = used()
  makeGarbage()
  giveMemoryBack()
  expect(used()).toBeLessThan(before + 20 * 1024 * 1024)
})

test('a thread collects in a lull, not while pieces of work follow each other', () => {
  vi.useFakeTimers()
  const worked = inLulls()
  const held: Record<string, unknown>[] = Array.from({ length: 1_500_000 }, (_, at) => ({ at }))
  for (let piece = 0; piece < 3; piece += 1) {
    worked()
    vi.advanceTimersByTime(2000)
  }
  held.length = 0
  const full = used()
  expect(full).toBeGreaterThan(32 * 1024 * 1024)
  worked()
  vi.advanceTimersByTime(3000)
  expect(used()).toBeLessThan(full - 20 * 1024 * 1024)
})
