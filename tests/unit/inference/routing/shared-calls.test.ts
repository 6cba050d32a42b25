import { describe, expect, test } from 'vitest'
import { SharedCalls } from '@engine/inference/routing/shared-calls'

describe('shared calls', () => {
  // Would catch the warning of a leak where a turn asks for many vectors at once under its one signal.
  test('any number may wait on one signal', async () => {
    const warnings: Error[] = []
    const listener = (warning: Error) => warnings.push(warning)
    process.on('warning', listener)
    try {
      const calls = new SharedCalls<string>()
      const { signal } = new AbortController()
      const asked = Array.from({ length: 40 }, (_, at) =>
        calls.call(`${at % 20}`, () => new Promise((resolve) => setImmediate(() => resolve('x'))), signal),
      )
      expect(await Promise.all(asked)).toHaveLength(40)
      await new Promise((resolve) => setImmediate(resolve))
      expect(warnings).toEqual([])
    } finally {
      process.off('warning', listener)
    }
  })

  // Would catch a model that is too slow being taken for one that nobody wanted.
  test('the call is told why the last one gave up', async () => {
    const calls = new SharedCalls<string>()
    const stop = new AbortController()
    let told: AbortSignal | undefined
    const asked = calls.call(
      'a',
      (signal) => {
        told = signal
        return new Promise(() => undefined)
      },
      stop.signal,
    )
    stop.abort('too late')
    await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(told?.reason).toBe('too late')
  })
})
