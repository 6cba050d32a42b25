import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LibraryLooks } from '@engine/storage/shared/library/library-looks'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minute = 60_000

describe('looking for what others have written', () => {
  it('is done every second in use, every minute at rest, and within a second of waking (bug: an idle engine costs $13 a month)', () => {
    let [looked, isInUse] = [0, true]
    const look = () => Promise.resolve(void (looked += 1))
    const looks = new LibraryLooks(look, () => undefined)
    looks.askUse(() => isInUse)
    vi.advanceTimersByTime(minute)
    expect(looked).toBe(60)
    isInUse = false
    vi.advanceTimersByTime(3 * minute)
    expect(looked).toBe(63)
    isInUse = true
    vi.advanceTimersByTime(1000)
    expect(looked).toBe(64)
    looks.close()
    vi.advanceTimersByTime(minute)
    expect(looked).toBe(64)
  })

  it('goes on after one that failed, which is logged (bug: one second without a network ends it)', async () => {
    const lines: string[] = []
    const looks = new LibraryLooks(
      () => Promise.reject(new Error('gone')),
      (line) => lines.push(line),
    )
    await vi.advanceTimersByTimeAsync(2000)
    expect(lines).toEqual(['shared library: Error: gone', 'shared library: Error: gone'])
    looks.close()
  })
})
