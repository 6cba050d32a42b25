import { describe, expect, it } from 'vitest'
import { lookOf, skippedStages, troubledStages } from '@renderer/features/chat/pipeline-strip/stage-look'
import { beginTurn, type StageState } from '@renderer/state/chat/turns/turn-reducer'

const stages = beginTurn({
  session_id: 's',
  turn_id: 't',
  question: 'q',
  filter: null,
  replaces: null,
  asked_at: '',
}).stages
const as = (number: number, status: StageState['status']): StageState => ({
  stage: number,
  name: stages[number - 1]?.name ?? '',
  status,
  ms: 1,
  reason: '',
  summary: '',
})
const taken = (name: 'A' | 'B' | 'C') => ({
  status: 'complete' as const,
  shortcut: { shortcut: name, reason: '', readings: [] },
})

describe('lookOf', () => {
  it('shows the shortcut at the stage that took it, and nowhere else', () => {
    expect(lookOf(as(4, 'done'), taken('A'))).toBe('shortcut')
    expect(lookOf(as(5, 'done'), taken('A'))).toBe('done')
    expect(lookOf(as(6, 'done'), taken('C'))).toBe('shortcut')
    expect(lookOf(as(5, 'cache_hit'), taken('B'))).toBe('shortcut')
  })

  it('hides no trouble behind a shortcut', () => {
    expect(lookOf(as(6, 'degraded'), taken('C'))).toBe('degraded')
    expect(lookOf(as(6, 'error'), taken('C'))).toBe('error')
  })

  it('names the stages that were left out', () => {
    expect(skippedStages([as(5, 'done'), as(6, 'skipped'), as(7, 'skipped')])).toEqual([6, 7])
  })

  it('shows what the reader stopped as stopped, not as gone wrong', () => {
    const cancelled = { status: 'cancelled', shortcut: null } as const
    const told: StageState = {
      ...as(8, 'error'),
      reason: 'cancelled',
      reason_notes: [{ key: 'cancelled', values: {} }],
    }
    const full: StageState = {
      ...as(8, 'error'),
      reason: 'the disk is full',
      reason_notes: [{ key: 'disk_full', values: {} }],
    }
    // It was running when the word came.
    const untold = as(8, 'error')
    expect(lookOf(told, cancelled)).toBe('stopped')
    expect(lookOf(untold, cancelled)).toBe('stopped')
    expect(lookOf(full, cancelled)).toBe('error')
    expect(lookOf(untold, { status: 'error', shortcut: null })).toBe('error')
    const late = as(6, 'degraded')
    expect(troubledStages({ ...cancelled, stages: [late, told] })).toEqual([late])
    expect(troubledStages({ ...cancelled, stages: [full] })).toEqual([full])
  })
})
