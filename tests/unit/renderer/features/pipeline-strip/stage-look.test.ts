import { describe, expect, it } from 'vitest'
import { lookOf, skippedStages } from '../../../../../renderer/features/pipeline-strip/stage-look'
import { beginTurn, type StageState } from '../../../../../renderer/state/turn'

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
const taken = (name: 'A' | 'B' | 'C') => ({ shortcut: name, reason: '', readings: [] })

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
})
