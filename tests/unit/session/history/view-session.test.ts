import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createStamper, type EventBody } from '@shared/events'
import { SessionContext } from '@shared/session/session-context'
import { SessionView } from '@shared/session/session-view'
import { viewOfSession } from '@engine/session/history/view-session'

const header = { id: 's', title: 't', message_count: 2, created_at: '', updated_at: '', pinned: false }

/** As version 0.1 wrote it: no format, suggestions, filter, reason or readings. */
const old = SessionContext.parse({
  schema_version: '1.0',
  session: {
    session_id: 's',
    messages: [
      { role: 'user', content: 'q1', turn_id: 't1', at: 'T1' },
      { role: 'assistant', content: 'a1 [1]', turn_id: 't1', status: 'complete' },
      { role: 'user', content: 'q2', turn_id: 't2', at: 'T2' },
    ],
    task_state: { todo_list: { tasks: [] } },
    turns: [
      {
        turn_id: 't1',
        trace_id: 'x',
        question: 'q1',
        started_at: 'T1',
        status: 'complete',
        total_ms: 5,
        stages: [{ stage: 1, ms: 1, status: 'done' }],
        shortcut: 'A',
        queries: [],
        intents: [],
        evidence: ['e1', 'gone'].map((evidence_id, n) => ({
          number: n + 1,
          evidence_id,
          kind: 'kb',
          document_id: 'd',
          document_name: 'd.md',
          heading_path: [],
          page: null,
          start: 0,
          end: 4,
          score: 1,
        })),
        refs: [],
      },
    ],
  },
  evidences: { e1: { evidence_id: 'e1', type: 'rag_doc', source: { kind: 'rag' }, content: 'text' } },
  context_blocks: [],
})

const asked = { session_id: 's', question: 'q2', asked_at: 7, filter: null, replaces: 't1' }

function runningTurn(turn_id: string, bodies: readonly EventBody[]) {
  const stamp = createStamper('s', turn_id, () => 0)
  return { asked: { ...asked, turn_id }, events: bodies.map(stamp) }
}

describe('the view of a session', () => {
  test('joins evidence with its text; what an earlier version did not record is empty', () => {
    const view = viewOfSession(header, old, [])
    expect(SessionView.parse(view)).toEqual(view)
    expect(view.turns).toMatchObject([
      {
        turn_id: 't1',
        status: 'complete',
        response: 'a1 [1]',
        shortcut: { shortcut: 'A', reason: '', readings: [] },
        evidence: [
          { text: 'text', format: 'text' },
          { text: '', format: 'text' },
        ],
        suggestions: [],
        filter: null,
      },
      { turn_id: 't2', status: 'interrupted', response: '', asked_at: 'T2' },
    ])
  })

  // Would catch a running turn that is shown as interrupted, or twice.
  test('shows a running turn by what it said, one that ended meanwhile whole, one that waits last', () => {
    const running = [
      runningTurn('t2', [
        { type: 'stage_end', stage: 1, name: 'Memory Load', ms: 1, status: 'done' },
        { type: 'token', content: 'so ' },
        { type: 'token', content: 'far' },
      ]),
      runningTurn('t3', []),
    ]
    const { turns } = viewOfSession(header, old, running)
    expect(turns.map(({ turn_id, status, response }) => [turn_id, status, response])).toEqual([
      ['t1', 'complete', 'a1 [1]'],
      ['t2', 'running', 'so far'],
      ['t3', 'running', ''],
    ])
    expect(turns[2]).toMatchObject({ question: 'q2', replaces: 't1', asked_at: '1970-01-01T00:00:00.007Z' })
    const cancelled = { type: 'cancelled', trace_id: 'x', total_ms: 3, response: 'so far' } as const
    expect(viewOfSession(header, old, [runningTurn('t2', [cancelled])]).turns[1]).toMatchObject({
      status: 'cancelled',
      response: 'so far',
      total_ms: 3,
    })
  })

  test('of a session that is being asked for the first time is that turn', () => {
    expect(viewOfSession(header, null, [runningTurn('t1', [])]).turns).toMatchObject([{ turn_id: 't1' }])
  })
})

/** A session that was read in from elsewhere: a question each, some in the place of an earlier one. */
const sessionOf = (replaced: readonly (string | null)[]) =>
  SessionContext.parse({
    schema_version: '1.0',
    session: {
      session_id: 's',
      messages: replaced.map((replaces, at) => ({
        ...{ role: 'user', content: `q${at}`, turn_id: `t${at}` },
        ...(replaces === null ? {} : { replaces }),
      })),
      task_state: { todo_list: { tasks: [] } },
    },
    evidences: {},
    context_blocks: [],
  })

describe('a slice of a session', () => {
  // Would catch a turn that is in no slice or in two, and a count of places that is not what the whole has.
  test('of any size is followed by the next until there is nothing before; the places add up', () => {
    const replaced = fc
      .array(fc.option(fc.nat(), { nil: null }), { minLength: 1, maxLength: 30 })
      .map((all) => all.map((of, at) => (of === null || at === 0 ? null : `t${of % at}`)))
    fc.assert(
      fc.property(replaced, fc.integer({ min: 1, max: 12 }), (all, newest) => {
        const context = sessionOf(all)
        const read = []
        let slice = viewOfSession(header, context, [], { newest })
        read.unshift(...slice.turns)
        while (slice.earlier.turns > 0) {
          const before = slice.turns[0]?.turn_id
          expect(slice.earlier.places).toBe(all.slice(0, slice.earlier.turns).filter((of) => of === null).length)
          slice = viewOfSession(header, context, [], { newest, before })
          expect(slice.turns.length).toBeGreaterThan(0)
          read.unshift(...slice.turns)
        }
        expect(read).toEqual(viewOfSession(header, context, []).turns)
      }),
    )
  })

  // Would catch a running turn that a window neither shows nor follows because others wait behind it.
  test('has every running turn among the newest, also those that are not recorded yet', () => {
    const context = sessionOf([null, null, null, null])
    const running = [runningTurn('t2', []), runningTurn('w1', []), runningTurn('w2', [])]
    const { turns, earlier } = viewOfSession(header, context, running, { newest: 1 })
    expect(turns.map(({ turn_id }) => turn_id)).toEqual(['t2', 't3', 'w1', 'w2'])
    expect(earlier).toEqual({ turns: 2, places: 2 })
    expect(viewOfSession(header, context, running, { newest: 1, before: 'w2' }).earlier).toEqual({
      turns: 4,
      places: 4,
    })
  })

  test('before a turn that the session does not have is refused', () => {
    expect(() => viewOfSession(header, old, [], { before: 'gone' })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
  })
})
