import { describe, expect, test } from 'vitest'
import { TurnActivity } from '@engine/platform/changes/turn-activity'

function asker() {
  const told = new TurnActivity()
  const turn = (turn_id: string, state: 'running' | 'ended') =>
    told.follow({ type: 'turn', turn: { session_id: 's', turn_id }, state })
  return { told, turn }
}

describe('whoever waits for an answer', () => {
  // Would catch a model that goes on reading when the first of two questions is answered.
  test('waits until the last turn has ended', async () => {
    const { told, turn } = asker()
    turn('1', 'running')
    turn('2', 'running')
    let idle = false
    const waiting = told.whenIdle(new AbortController().signal).then(() => (idle = true))
    turn('1', 'ended')
    await Promise.resolve()
    expect([told.isBusy(), idle]).toEqual([true, false])
    turn('2', 'ended')
    await waiting
    expect(told.isBusy()).toBe(false)
    await told.whenIdle(new AbortController().signal)
  })

  test('is heard of when they come, until nobody listens', () => {
    const { told, turn } = asker()
    let heard = 0
    const end = told.onBusy(() => (heard += 1))
    turn('1', 'running')
    told.follow({ type: 'documents', changed: [], removed: [] })
    expect(heard).toBe(1)
    end()
    turn('2', 'running')
    expect(heard).toBe(1)
  })

  // Would catch a run that cannot be paused while a person is being answered.
  test('need not be waited for any longer', async () => {
    const { told, turn } = asker()
    turn('1', 'running')
    const stop = new AbortController()
    const waiting = told.whenIdle(stop.signal)
    stop.abort()
    await expect(waiting).rejects.toThrow()
    await expect(told.whenIdle(stop.signal)).rejects.toThrow()
  })

  // Would catch files that are not read for minutes because a model writes a long answer.
  test('is waited for only so long, and not at all where nobody waits', async () => {
    const { told, turn } = asker()
    const signal = new AbortController().signal
    await told.whenIdleWithin(60_000, signal)
    turn('1', 'running')
    await told.whenIdleWithin(1, signal)
    expect(told.isBusy()).toBe(true)
    const waiting = told.whenIdleWithin(60_000, signal)
    turn('1', 'ended')
    await waiting
    turn('2', 'running')
    const stop = new AbortController()
    const stopped = told.whenIdleWithin(60_000, stop.signal)
    stop.abort()
    await stopped
  })
})
