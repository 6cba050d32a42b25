import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notify, useNotices } from '@renderer/state/window/notices'

beforeEach(() => {
  vi.useFakeTimers()
  useNotices.setState({ notices: [] })
})
afterEach(() => vi.useRealTimers())

const keys = () => useNotices.getState().notices.map(({ key }) => key)
const action = { key: 'app:undo', run: () => undefined }

describe('notices', () => {
  it('never push one out that offers an act, and always show the newest', () => {
    notify({ key: 'undo', action })
    for (const key of ['a', 'b', 'c', 'd']) notify({ key })
    expect(keys()).toEqual(['undo', 'b', 'c', 'd'])
    for (const key of ['undo2', 'undo3', 'undo4', 'undo5']) notify({ key, action })
    notify({ key: 'e' })
    expect(keys()).toEqual(['undo', 'undo2', 'undo3', 'undo4', 'undo5', 'e'])
  })

  it('know when they end from the moment they came', () => {
    const now = Date.now()
    notify({ key: 'undo', action, lifeMs: 9000 })
    notify({ key: 'stays', lifeMs: null })
    vi.advanceTimersByTime(4000)
    expect(useNotices.getState().notices.map(({ endsAt }) => endsAt)).toEqual([now + 9000, null])
  })
})
