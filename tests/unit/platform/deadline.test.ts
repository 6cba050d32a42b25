import { expect, test } from 'vitest'
import { withDeadline } from '@engine/platform/deadline'

const never = () => new Promise<never>(() => undefined)

test('work that hangs ends at its deadline and is told so (bug: a stage waits for ever)', async () => {
  let told: AbortSignal | undefined
  const hanging = (signal: AbortSignal) => {
    told = signal
    return never()
  }
  await expect(withDeadline(hanging, 1, undefined)).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
  expect(told?.aborted).toBe(true)
})

test('cancelling ends it at once, before and while it runs; what the work throws comes through', async () => {
  const controller = new AbortController()
  const running = withDeadline(never, Infinity, controller.signal)
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
  await expect(withDeadline(() => 1, 10, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
  await expect(withDeadline(() => Promise.reject(new Error('own')), 10, undefined)).rejects.toThrow('own')
})

test('many at once hang on one signal without a warning (bug: "possible memory leak" on the user\'s screen)', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  const { signal } = new AbortController()
  const results = await Promise.all(Array.from({ length: 40 }, (_, at) => withDeadline(() => at, 1000, signal)))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  expect(results).toHaveLength(40)
  expect(warnings).toEqual([])
})
