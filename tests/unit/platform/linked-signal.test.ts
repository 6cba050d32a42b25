import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { withDeadline } from '@engine/platform/deadline'
import { linkedSignal, onAbort } from '@engine/platform/linked-signal'

test('aborts with the first of several, for its reason, and at once where one has', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const { signal } = linkedSignal(first.signal, undefined, second.signal)
  expect(signal.aborted).toBe(false)
  second.abort('enough')
  first.abort('late')
  expect(signal.reason).toBe('enough')
  expect(linkedSignal(second.signal).signal.reason).toBe('enough')
})

test('once unlinked it follows nothing, and nothing hangs on the others any more (bug: each turn was kept for as long as the engine ran)', () => {
  const outer = new AbortController()
  const linked = Array.from({ length: 20 }, () => linkedSignal(outer.signal))
  for (const { unlink } of linked) unlink()
  expect(getEventListeners(outer.signal, 'abort')).toEqual([])
  outer.abort()
  expect(linked[0]?.signal.aborted).toBe(false)
})

test('a callback that is called off is not called', () => {
  const outer = new AbortController()
  const told: string[] = []
  onAbort(outer.signal, () => told.push('kept'))
  onAbort(outer.signal, () => told.push('called off'))()
  outer.abort()
  expect(told).toEqual(['kept'])
})

test('a deadline leaves no listener behind on the signal its work was given (bug: 0.7 MB a question)', async () => {
  const outer = new AbortController()
  let given: AbortSignal | undefined
  await withDeadline((signal) => void (given = signal), 1000, outer.signal)
  expect(given && getEventListeners(given, 'abort')).toEqual([])
  await withDeadline(() => Promise.reject(new Error('own')), 1000, outer.signal).catch(() => undefined)
  expect(getEventListeners(outer.signal, 'abort')).toEqual([])
})
