import { expect, test } from 'vitest'
import { forgetAll, forgettable } from '@engine/text/loading/forgettable'

test('is made once, and again after it was forgotten', () => {
  let made = 0
  const one = forgettable(() => (made += 1))
  expect([one.get(), one.get()]).toEqual([1, 1])
  forgetAll()
  expect([one.get(), one.get()]).toEqual([2, 2])
  one.forget()
  expect(one.get()).toBe(3)
})

test('what could not be made is tried again', () => {
  let tries = 0
  const one = forgettable(() => {
    tries += 1
    if (tries === 1) throw new Error('not there yet')
    return tries
  })
  expect(() => one.get()).toThrow('not there yet')
  expect(one.get()).toBe(2)
})
