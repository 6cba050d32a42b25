import { describe, expect, it } from 'vitest'
import { panelStateOf, scoreShare, scoreText } from '@renderer/features/evidence/panel-state'
import { note } from '@shared/note'
import { beginTurn, type Turn } from '@renderer/state/chat/turns/turn-reducer'

const begun = beginTurn({ session_id: 's', turn_id: 't', question: 'q', filter: null, replaces: null, asked_at: '' })
const withSearch = (status: 'running' | 'done'): Turn => ({
  ...begun,
  lastSeq: 5,
  stages: begun.stages.map((stage) => (stage.stage === 6 ? { ...stage, status } : stage)),
})
const shortcut = (name: 'A' | 'B' | 'C'): Turn => ({
  ...begun,
  status: 'complete',
  shortcut: { shortcut: name, reason: '', readings: [] },
})

const library = { shortcut: 'B' as const, reason: '', readings: [] }

describe('panelStateOf', () => {
  it.each([
    ['queued', begun],
    ['searching', withSearch('running')],
    ['composing', withSearch('done')],
    ['askedBack', shortcut('A')],
    ['aboutCairn', shortcut('B')],
    [
      'fromList',
      { ...begun, status: 'complete' as const, shortcut: { ...library, reason_note: note('about_library') } },
    ],
    ['notFound', shortcut('C')],
    ['ended', { ...begun, status: 'cancelled' as const }],
    ['none', { ...begun, status: 'complete' as const }],
  ])('says %s', (state, turn) => {
    expect(panelStateOf(turn, true)).toBe(state)
  })

  // Would catch the first question of a chat that is said to wait for an answer before it.
  it('says that a question waits only where another is being answered', () => {
    expect(panelStateOf(begun, false)).toBe('searching')
  })
})

describe('a score', () => {
  it('keeps digits that tell scores apart', () => {
    expect([0.4234, 0.0164, 12.34, 123.4, Number.NaN].map(scoreText)).toEqual(['0.42', '0.016', '12.3', '123', '–'])
  })

  it('never draws outside its bar', () => {
    expect([scoreShare(0.5, 0.6), scoreShare(5, 10), scoreShare(-1, 1), scoreShare(2, 1)]).toEqual([0.5, 0.5, 0, 1])
  })
})
