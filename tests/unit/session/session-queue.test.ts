import { expect, test } from 'vitest'
import { SessionQueue } from '@engine/session/session-queue'

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test('one session runs in order, another does not wait (bug: turns of one session overlap)', async () => {
  const queue = new SessionQueue()
  const first = gate()
  const seen: string[] = []
  const a = queue.run('s', async () => {
    await first.opened
    seen.push('a')
  })
  const b = queue.run('s', () => Promise.resolve(seen.push('b')))
  await queue.run('other', () => Promise.resolve(seen.push('other')))
  first.open()
  await Promise.all([a, b])
  expect(seen).toEqual(['other', 'a', 'b'])
})

test('waiting work can be cancelled at once, and what comes after it still runs (bug: the queue is stuck or skips)', async () => {
  const queue = new SessionQueue()
  const first = gate()
  const controller = new AbortController()
  const seen: string[] = []
  const a = queue.run('s', () => first.opened)
  const b = queue.run('s', () => Promise.resolve(seen.push('b')), controller.signal)
  const c = queue.run('s', () => Promise.resolve(seen.push('c')))
  controller.abort()
  await expect(b).rejects.toMatchObject({ code: 'CANCELLED' })
  first.open()
  await Promise.all([a, c])
  expect(seen).toEqual(['c'])
})

test('work that fails does not hold up the next', async () => {
  const queue = new SessionQueue()
  await expect(queue.run('s', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run('s', () => Promise.resolve(1))).toBe(1)
})
