import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SessionView, TurnView } from '@shared/session/session-view'
import { type ChatSession, emptySession, withEarlier, withNewest } from '@renderer/state/chat/chat-session'
import { beginTurn, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { placesOf } from '@renderer/state/chat/turns/turn-versions'

const recorded = (turn_id: string, replaces: string | null = null): TurnView => ({
  ...{ turn_id, trace_id: 'x', question: turn_id, asked_at: '', status: 'complete', response: '', total_ms: 0 },
  ...{ stages: [], shortcut: null, evidence: [], refs: [], suggestions: [], filter: null, replaces, error: null },
})

const asked = (turn_id: string, change: Partial<Turn> = {}): Turn => ({
  ...beginTurn({ session_id: 's', turn_id, question: turn_id, filter: null, replaces: null, asked_at: '' }),
  ...change,
})

const untaken: Partial<Turn> = {
  status: 'error',
  error: { code: 'UNREACHABLE', message: '', action: '' },
}

/** What the engine answers of a session with these turns. */
function sliceOf(all: readonly TurnView[], newest: number, before?: string): SessionView {
  const end = before === undefined ? all.length : all.findIndex(({ turn_id }) => turn_id === before)
  const from = Math.max(0, end - newest)
  const places = all.slice(0, from).filter(({ replaces }) => replaces === null).length
  const times = { created_at: '', updated_at: '' }
  const header = { id: 's', title: '', message_count: 1, pinned: false, ...times }
  return { header, turns: all.slice(from, end), earlier: { turns: from, places } }
}

const turnsNamed = (count: number) => Array.from({ length: count }, (_, at) => recorded(`t${at}`))
const idsOf = ({ turns }: ChatSession) => turns.map(({ turn_id }) => turn_id)

describe('a session that is read in slices', () => {
  // Would catch a list that jumps when a slice comes: a version shown before its place is known, or room miscounted.
  test('is whole in the end, and takes up as many places all the while; what is here stays the same objects', () => {
    const sessions = fc
      .array(fc.option(fc.nat(), { nil: null }), { minLength: 1, maxLength: 40 })
      .map((replaced) => replaced.map((of, at) => recorded(`t${at}`, of === null || at === 0 ? null : `t${of % at}`)))
    fc.assert(
      fc.property(sessions, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (all, newest, size) => {
        const places = placesOf(withNewest(emptySession, sliceOf(all, all.length)).turns).map(({ id }) => id)
        let session = withNewest(emptySession, sliceOf(all, newest))
        while (session.earlier) {
          const shown = placesOf(session.turns, false).map(({ id }) => id)
          expect(shown).toEqual(places.slice(session.earlier.places))
          const next = withEarlier(session, sliceOf(all, size, session.earlier.before))
          expect(session.turns.every((turn, at) => next.turns.at(at - session.turns.length) === turn)).toBe(true)
          session = next
        }
        expect(idsOf(session)).toEqual(all.map(({ turn_id }) => turn_id))
      }),
    )
  })

  // Would catch a lost connection that throws away what a reader is looking at, or leaves a gap.
  test('keeps its earlier turns when it is read anew, whole or half read, and says what is still missing', () => {
    const all = turnsNamed(12)
    const half = withEarlier(withNewest(emptySession, sliceOf(all, 4)), sliceOf(all, 4, 't8'))
    const grown = [...all, recorded('t12')]
    const again = withNewest(half, sliceOf(grown, 4))
    expect(idsOf(again)).toEqual(grown.slice(4).map(({ turn_id }) => turn_id))
    expect(again.earlier).toEqual({ before: 't4', turns: 4, places: 4 })
    expect(again.turns[0]).toBe(half.turns[0])
    const whole = withEarlier(again, sliceOf(grown, 4, 't4'))
    const wholeAgain = withNewest(whole, sliceOf(grown, 4))
    expect(wholeAgain.earlier).toBeNull()
    expect(idsOf(wholeAgain)).toEqual(grown.map(({ turn_id }) => turn_id))
  })

  // Would catch turns merged in by an import, or more than a slice of new ones, that never appear.
  test('is read from the newest turns on where the record has others before them than are here', () => {
    const all = turnsNamed(12)
    const session = withEarlier(withNewest(emptySession, sliceOf(all, 4)), sliceOf(all, 8, 't8'))
    const merged = [...all.slice(0, 2), recorded('imported'), ...all.slice(2)]
    const again = withNewest(session, sliceOf(merged, 4))
    expect(idsOf(again)).toEqual(['t8', 't9', 't10', 't11'])
    expect(idsOf(withEarlier(again, sliceOf(merged, 9, 't8')))).toEqual(merged.map(({ turn_id }) => turn_id))
    const later = [...all, ...['a', 'b', 'c', 'd', 'e'].map((id) => recorded(id))]
    expect(withNewest(session, sliceOf(later, 4))).toMatchObject({ earlier: { before: 'b', turns: 13 } })
  })

  // Would catch a question that disappears, or shows twice, when the session is read while it waits.
  test('keeps at its end what the engine never took and what was just asked', () => {
    const all = turnsNamed(6)
    const read = withNewest(emptySession, sliceOf(all, 2))
    const session = { ...read, turns: [...read.turns, asked('mine', untaken), asked('new')] }
    expect(idsOf(withNewest(session, sliceOf(all, 2)))).toEqual(['t4', 't5', 'mine', 'new'])
    const taken = [...all, { ...recorded('new'), status: 'running' as const }]
    const again = withNewest(session, sliceOf(taken, 1))
    expect(idsOf(again)).toEqual(['t4', 't5', 'new', 'mine'])
    expect(again.turns[2]).toBe(session.turns[3])
    expect(again.earlier?.before).toBe('t4')
  })

  test('that is empty is whole', () => {
    expect(withNewest(emptySession, sliceOf([], 4))).toEqual({ load: 'ready', error: null, turns: [], earlier: null })
  })
})
