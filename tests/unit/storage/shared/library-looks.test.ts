import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LibraryLooks } from '@engine/storage/shared/library/library-looks'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minute = 60_000

describe('looking for what others have written', () => {
  it('is done every second while asked, every ten while followed, every minute at rest, and within a second of waking (bug: a window that stands open costs $13 a month)', () => {
    let [looked, isAsked, isInUse] = [0, true, true]
    const look = () => Promise.resolve(void (looked += 1))
    const looks = new LibraryLooks(look, () => undefined)
    looks.askUse({ isAsked: () => isAsked, isInUse: () => isInUse })
    vi.advanceTimersByTime(minute)
    expect(looked).toBe(60)
    isAsked = false
    vi.advanceTimersByTime(minute)
    expect(looked).toBe(66)
    isInUse = false
    vi.advanceTimersByTime(3 * minute)
    expect(looked).toBe(69)
    isAsked = true
    vi.advanceTimersByTime(1000)
    expect(looked).toBe(70)
    looks.close()
    vi.advanceTimersByTime(minute)
    expect(looked).toBe(70)
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
