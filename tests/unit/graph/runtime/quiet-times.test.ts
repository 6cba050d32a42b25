import { describe, expect, test } from 'vitest'
import type { Job } from '@shared/changes'
import { QuietTimes } from '@engine/graph/runtime/quiet-times'

function times() {
  const quiet = new QuietTimes()
  const whole = { kind: 'ingest', done: 0, total: 0, message: '', started_at: 0, ended_at: null, error: null } as const
  return {
    quiet,
    turn: (turn_id: string, state: 'running' | 'ended') =>
      quiet.follow({ type: 'turn', turn: { session_id: 's', turn_id }, state }),
    job: (id: string, state: Job['state'], kind: Job['kind'] = 'ingest') =>
      quiet.follow({ type: 'job', job: { ...whole, id, state, kind } }),
  }
}

const never = new AbortController().signal

describe('quiet times', () => {
  // Would catch background work that begins again between the first of two ends and the second.
  test('begin when the last turn and the last job have ended', async () => {
    const { quiet, turn, job } = times()
    turn('1', 'running')
    job('1', 'running')
    job('1', 'running')
    let isQuiet = false
    const waiting = quiet.whenQuiet(never).then(() => (isQuiet = true))
    job('1', 'failed')
    await new Promise((resolve) => setImmediate(resolve))
    expect(isQuiet).toBe(false)
    turn('1', 'ended')
    await waiting
    await quiet.whenQuiet(never)
  })

  // Would catch a graph that waits for ever because a long scan is read page by page.
  test('are not broken by reading scans', async () => {
    const { quiet, job } = times()
    job('1', 'running', 'ocr')
    await quiet.whenQuiet(never)
  })

  test('need not be waited for any longer', async () => {
    const { quiet, turn } = times()
    turn('1', 'running')
    const stop = new AbortController()
    const waiting = quiet.whenQuiet(stop.signal)
    stop.abort()
    await expect(waiting).rejects.toThrow()
    await expect(quiet.whenQuiet(stop.signal)).rejects.toThrow()
  })
})
