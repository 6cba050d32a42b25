import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atOnce } from '@engine/platform/order/at-once'

// Catches results in the order in which they were ready, and more work at a time than the disk is asked for.
test('does some at a time and tells what came of each in the order of the items', async () => {
  let [now, most] = [0, 0]
  const doubled = await atOnce(
    Array.from({ length: 100 }, (_, n) => n),
    async (n) => {
      now += 1
      most = Math.max(most, now)
      await pause(n % 3)
      now -= 1
      return 2 * n
    },
  )
  expect(doubled).toEqual(Array.from({ length: 100 }, (_, n) => 2 * n))
  expect(most).toBe(16)
})

// Catches an error that is swallowed, and work that goes on behind it: what is swept away must not go while new texts are stored.
test('throws the first error, begins nothing more, and leaves nothing going on', async () => {
  let [begun, ended] = [0, 0]
  const failing = atOnce(Array.from({ length: 100 }).keys(), async (n) => {
    begun += 1
    await pause(n === 3 ? 1 : 30)
    ended += 1
    if (n === 3) throw new Error('no room')
  })
  await expect(failing).rejects.toThrow('no room')
  expect(ended).toBe(begun)
  expect(begun).toBeLessThan(20)
})

test('nothing comes of nothing', async () => {
  expect(await atOnce([], () => Promise.resolve(1))).toEqual([])
})
