import { expect, it } from 'vitest'
import { followedTop } from '@renderer/features/chat/use-follow-end'

const box = (scrollHeight: number) => ({ scrollHeight, clientHeight: 600 })

it('goes to the end of a list that is followed, and nowhere where all of it is in sight', () => {
  expect(followedTop(box(2000), null)).toBe(1400)
  expect(followedTop(box(300), null)).toBe(0)
})

it('goes no further than the question of a new answer that is longer than the window', () => {
  expect(followedTop(box(2000), 900)).toBe(900)
  expect(followedTop(box(2000), -8)).toBe(0)
})

it('shows all of a new answer that has room', () => {
  expect(followedTop(box(2000), 1700)).toBe(1400)
})
