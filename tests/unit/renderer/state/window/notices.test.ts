import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notify, useNotices } from '@renderer/state/window/notices'

beforeEach(() => {
  vi.useFakeTimers()
  useNotices.setState({ notices: [] })
})
afterEach(() => vi.useRealTimers())

const keys = () => useNotices.getState().notices.map(({ key }) => key)
const action = { key: 'app:undo', run: () => undefined } as const

describe('notices', () => {
  it('never push one out that offers an act, and always show the newest', () => {
    notify({ key: 'sessions:deleted', action })
    for (const key of ['app:copied', 'app:copy', 'app:retry', 'app:close'] as const) notify({ key })
    expect(keys()).toEqual(['sessions:deleted', 'app:copy', 'app:retry', 'app:close'])
    const undoable = ['library:deletedOne', 'library:deletedMany', 'graph:merge.done', 'graph:split.done'] as const
    for (const key of undoable) notify({ key, action })
    notify({ key: 'app:cancel' })
    expect(keys()).toEqual(['sessions:deleted', ...undoable, 'app:cancel'])
  })

  it('know when they end from the moment they came', () => {
    const now = Date.now()
    notify({ key: 'sessions:deleted', action, lifeMs: 9000 })
    notify({ key: 'app:copied', lifeMs: null })
    vi.advanceTimersByTime(4000)
    expect(useNotices.getState().notices.map(({ endsAt }) => endsAt)).toEqual([now + 9000, null])
  })
})
