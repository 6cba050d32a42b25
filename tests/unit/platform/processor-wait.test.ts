import { afterEach, describe, expect, test, vi } from 'vitest'
import { afterProcessorTime, processorWaitMs } from '@engine/platform/processor-wait'

afterEach(() => {
  vi.useRealTimers()
})

/** When it calls back, by the clock, where the thread waits for a processor for `share` of the time. */
async function calledBackAt(ms: number, share: number): Promise<number> {
  vi.useFakeTimers()
  const begun = Date.now()
  const clock = () => Date.now() - begun
  let at = -1
  afterProcessorTime(ms, () => (at = clock()), { clock, waited: () => clock() * share })
  await vi.advanceTimersByTimeAsync(20 * ms)
  return at
}

describe('a deadline by the processor time there was', () => {
  test('is the clock where nothing else runs', async () => {
    expect(await calledBackAt(800, 0)).toBe(800)
  })

  // Catches an answer cut off on a busy machine, and the wrong sentence that is shown in its place.
  test('is later where the processor was busy with something else', async () => {
    const at = await calledBackAt(800, 0.5)
    expect(at).toBeGreaterThanOrEqual(1590)
    expect(at).toBeLessThanOrEqual(1610)
  })

  // Catches a turn that waits for ever on a machine that never gets to it.
  test('is at most four times as long', async () => {
    expect(await calledBackAt(800, 0.95)).toBe(3200)
  })

  test('can be called off, and the system says how long this thread waited', async () => {
    vi.useFakeTimers()
    const then = vi.fn()
    afterProcessorTime(10, then)()
    await vi.advanceTimersByTimeAsync(100)
    expect(then).not.toHaveBeenCalled()
    expect(processorWaitMs()).toBeGreaterThanOrEqual(0)
  })
})
