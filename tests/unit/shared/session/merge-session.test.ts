import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeSessions } from '@shared/session/merge-session'
import type { SessionContext } from '@shared/session/session-context'
import { validateSessionContext } from '@shared/session/validate-session'

const session = (turns: readonly number[], more: Partial<SessionContext> = {}): SessionContext => ({
  schema_version: '1.0',
  meta: { title: 'Levels' },
  session: {
    session_id: 's',
    messages: turns.flatMap((n) => [
      { role: 'user' as const, content: `Question ${n}`, turn_id: `t${n}`, refs: [{ evidence_id: `q${n}` }] },
      { role: 'assistant' as const, content: `Answer ${n}`, turn_id: `t${n}` },
    ]),
    task_state: { todo_list: { tasks: [] } },
    tool_state: {
      tool_calls: turns.map((n) => ({
        tool_call_id: `c${n}`,
        tool: 'rag_search',
        type: 'tool' as const,
        called_at: '2026-01-01',
        args_digest: {},
        status: 'success' as const,
        duration_ms: 1,
        result_evidence_ids: [`q${n}`],
      })),
    },
  },
  evidences: Object.fromEntries(
    turns.map((n) => [
      `q${n}`,
      {
        evidence_id: `q${n}`,
        type: 'user_input' as const,
        source: { kind: 'user' as const },
        content: `Question ${n}`,
      },
    ]),
  ),
  context_blocks: [],
  ...more,
})

const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 8 })
const ids = ({ session: { messages } }: SessionContext) =>
  messages.map(({ turn_id, role }) => `${turn_id ?? ''} ${role}`)

describe('merging two records of a session', () => {
  test('loses nothing of either, changes nothing of ours, and is done once', () => {
    fc.assert(
      fc.property(numbers, numbers, (mine, yours) => {
        const [ours, theirs] = [session(mine), session(yours)]
        const before = structuredClone(ours)
        const { context, report } = mergeSessions(ours, theirs)
        expect(ours).toEqual(before)
        expect(new Set(ids(context))).toEqual(new Set([...ids(ours), ...ids(theirs)]))
        expect(ids(context).length).toBe(new Set(ids(context)).size)
        // Ours stay in their order.
        const known = new Set(ids(ours))
        expect(ids(context).filter((id) => known.has(id))).toEqual(ids(ours))
        expect(validateSessionContext(context)).toHaveProperty('context')
        expect(report.messages).toBe(ids(context).length - ids(ours).length)
        expect(mergeSessions(context, theirs)).toMatchObject({
          context,
          report: { turns: 0, messages: 0, evidences: 0, conflicts: [] },
        })
      }),
    )
  })

  test('a message of theirs stands behind the one it followed there', () => {
    expect(ids(mergeSessions(session([1, 3]), session([1, 2, 3])).context).map((id) => id.split(' ')[0])).toEqual([
      't1',
      't1',
      't2',
      't2',
      't3',
      't3',
    ])
  })

  test('an id that means something else in theirs gets a name of its own, and its references follow', () => {
    const theirs = session([2], {
      evidences: {
        q2: { evidence_id: 'q2', type: 'user_input', source: { kind: 'user' }, content: 'Another question' },
      },
    })
    const { context } = mergeSessions(
      session([1], { evidences: { q1: evidenceOf('q1'), q2: evidenceOf('q2') } }),
      theirs,
    )
    expect(validateSessionContext(context)).toHaveProperty('context')
    const ref = context.session.messages.find(({ turn_id }) => turn_id === 't2')?.refs?.[0]?.evidence_id ?? ''
    expect(ref).not.toBe('q2')
    expect(context.evidences[ref]?.content).toBe('Another question')
    expect(context.evidences['q2']?.content).toBe('q2')
  })

  // Would catch a trace that goes on citing our evidence of that name.
  test('the trace of a turn follows its evidence to the new name, everywhere it names it', () => {
    const theirs = session([2], { evidences: { q2: { ...evidenceOf('q2'), content: 'Another question' } } })
    const ref = { number: 1, evidence_id: 'q2', selector: 'chars:0-2', response_start: 0, response_end: 2 }
    const turn = { ...traceOf(1), turn_id: 't2', refs: [ref], choices: { pinned: ['q2'], excluded: [] } }
    theirs.session.turns = [turn]
    const { context } = mergeSessions(
      session([1], { evidences: { q1: evidenceOf('q1'), q2: evidenceOf('q2') } }),
      theirs,
    )
    const [merged] = context.session.turns ?? []
    expect(context.evidences[merged?.refs[0]?.evidence_id ?? '']?.content).toBe('Another question')
    expect(merged?.choices?.pinned).toEqual([merged?.refs[0]?.evidence_id])
  })

  test('a copy that passages were taken out of is filled by the whole record', () => {
    const redacted = session([1], {
      evidences: { q1: { evidence_id: 'q1', type: 'user_input', source: { kind: 'user' }, redacted: true } },
    })
    const { context, report } = mergeSessions(redacted, session([1]))
    expect(context.evidences['q1']?.content).toBe('Question 1')
    expect(report).toMatchObject({ evidences: 1, conflicts: [] })
    expect(mergeSessions(context, session([1])).report.evidences).toBe(0)
    // Its own words with some left out are no other evidence than the whole ones.
    const partly = session([1], { meta: { redacted: true }, evidences: { q1: evidenceOf('q1') } })
    expect(Object.keys(mergeSessions(partly, session([1])).context.evidences)).toEqual(['q1'])
    expect(mergeSessions(partly, session([1])).context.meta).toEqual({ title: 'Levels' })
    expect(mergeSessions(context, redacted).context).toEqual(context)
  })

  // Would catch looking through all that was seen for each message: 40,000 held up the engine for 17 s.
  // Would catch a title that a person gave following an edit, because a model had given that of the whole record.
  test('a copy that is filled keeps its title and who gave it; without one both are those of the whole record', () => {
    const whole = session([1], { meta: { title: 'Readings', titled_by: 'model' } })
    const titled = session([1], { meta: { title: 'Mine', redacted: true } })
    const merged = mergeSessions(titled, whole).context.meta
    expect([merged?.title, merged?.titled_by]).toEqual(['Mine', undefined])
    expect(mergeSessions(session([1], { meta: { redacted: true } }), whole).context.meta).toEqual(whole.meta)
  })

  test('thousands of messages of one turn are merged one after the other', () => {
    const many = session([1])
    const message = { role: 'user' as const, content: 'x', turn_id: 't1' }
    many.session.messages = Array.from({ length: 40_000 }, () => message)
    const merged = mergeSessions(many, {
      ...many,
      session: { ...many.session, messages: [...many.session.messages, message] },
    })
    expect(merged.report.messages).toBe(1)
  })

  test('a turn that differs is ours, and said', () => {
    const [ours, theirs] = [session([1]), session([1])]
    ours.session.turns = [traceOf(1)]
    theirs.session.turns = [traceOf(2)]
    const { context, report } = mergeSessions(ours, theirs)
    expect(context.session.turns).toEqual([traceOf(1)])
    expect(report.conflicts).toEqual(['t1'])
    // An export sorts its fields.
    theirs.session.turns = [Object.fromEntries(Object.entries(traceOf(1)).toReversed()) as ReturnType<typeof traceOf>]
    expect(mergeSessions(ours, theirs).report.conflicts).toEqual([])
  })

  test('a summary stays unless messages were put into what it covers', () => {
    const summary = { content: 'x', updated_at: '', message_index_range: { from: 1, to: 2 } }
    const ours = session([1, 3])
    ours.session.summary = summary
    expect(mergeSessions(ours, session([1, 3, 4])).context.session.summary).toEqual(summary)
    expect(mergeSessions(ours, session([0, 1])).context.session.summary).toBeUndefined()
  })
})

function evidenceOf(content: string) {
  return { evidence_id: content, type: 'user_input' as const, source: { kind: 'user' as const }, content }
}

function traceOf(ms: number) {
  return {
    turn_id: 't1',
    trace_id: '',
    question: 'Question 1',
    started_at: '',
    status: 'complete' as const,
    total_ms: ms,
    stages: [],
    shortcut: null,
    queries: [],
    intents: [],
    evidence: [],
    refs: [],
  }
}
