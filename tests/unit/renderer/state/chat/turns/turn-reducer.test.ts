import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CairnEvent, createStamper, type EventBody, stageNames } from '@shared/events'
import { note } from '@shared/note'
import { beginTurn, foldEvents, sameButWords, type Turn, turnFromView } from '@renderer/state/chat/turns/turn-reducer'
import { evidenceItem } from '../../../features/chat/answer-fixture'

const start = { session_id: 's_1', turn_id: 't_1', question: 'How deep?', filter: null, replaces: null }
const begun = () => beginTurn({ ...start, asked_at: '2026-01-01T00:00:00.000Z' })

/** Every event of a plain turn, in the engine's order. */
function turnEvents(): CairnEvent[] {
  const stamp = createStamper('s_1', 't_1', () => 0)
  const stage = (n: number, status: 'done' | 'skipped' = 'done'): EventBody[] => {
    const name = stageNames[n - 1] ?? 'Memory Load'
    return [
      { type: 'stage_start', stage: n, name },
      { type: 'stage_end', stage: n, name, ms: n * 1.5, status, summary: `stage ${n}` },
    ]
  }
  const bodies: EventBody[] = [
    { type: 'session', question: 'How deep?', is_new: true, filter: { tags: ['lake'] }, replaces: null },
    ...[1, 2, 3, 4, 5, 6, 7].flatMap((n) => stage(n, n === 5 ? 'skipped' : 'done')),
    { type: 'stage_start', stage: 8, name: 'Streaming Output' },
    { type: 'first_token', ms: 12 },
    { type: 'token', content: '41 ' },
    { type: 'token', content: 'metres. [1]' },
    { type: 'stage_end', stage: 8, name: 'Streaming Output', ms: 3, status: 'done' },
    {
      type: 'final',
      trace_id: 'trace',
      total_ms: 20,
      response: '41 metres. [1]',
      refs: [],
      usage: { prompt_tokens: 0, completion_tokens: 3, total_tokens: 3 },
      suggestions: ['And how wide?'],
    },
  ]
  return bodies.map(stamp)
}

describe('foldEvents', () => {
  it('adds up a turn: stages in order, tokens joined, the final response, suggestions and filter', () => {
    const turn = foldEvents(begun(), turnEvents())
    expect(turn).toMatchObject({
      status: 'complete',
      response: '41 metres. [1]',
      firstTokenMs: 12,
      total_ms: 20,
      suggestions: ['And how wide?'],
      filter: { tags: ['lake'] },
    })
    expect(turn.stages.map(({ status }) => status)).toEqual([
      ...['done', 'done', 'done', 'done', 'skipped', 'done', 'done', 'done'],
    ])
    expect(turn.stages.map(({ ms }) => ms)).toEqual([1.5, 3, 4.5, 6, 7.5, 9, 10.5, 3])
  })

  it('knows who writes before the first word', () => {
    const events = turnEvents().map((event) => (event.type === 'first_token' ? { ...event, model: 'Tiny' } : event))
    const written = foldEvents(begun(), events.slice(0, events.findIndex(({ type }) => type === 'token') + 1))
    expect(written).toMatchObject({ status: 'running', response: '41 ', model: 'Tiny' })
  })

  it('neither loses nor repeats a token wherever a connection breaks and however far the replay reaches back', () => {
    const events = turnEvents()
    const whole = foldEvents(begun(), events)
    fc.assert(
      fc.property(fc.nat(events.length), fc.nat(events.length), (seen, back) => {
        const first = foldEvents(begun(), events.slice(0, seen))
        const again = foldEvents(first, events.slice(Math.max(0, seen - back)))
        expect(again).toEqual(whole)
      }),
    )
  })

  it('adds the same whether events come one by one or together', () => {
    const events = turnEvents()
    const single = events.reduce<Turn>((turn, event) => foldEvents(turn, [event]), begun())
    expect(single).toEqual(foldEvents(begun(), events))
  })

  it('keeps what the critic says, once it has said it', () => {
    const stamp = createStamper('s_1', 't_1', () => 0)
    const evaluation = {
      label: 'complete_good' as const,
      confidence: 1,
      reasoning: '',
      specific_issues: [],
      suggestions: [],
      should_return_to_chief: false,
      ready_for_output: true,
    }
    expect(begun().critique).toBeUndefined()
    const critique = { evaluation, sentences: [], issues: [note('question_uncovered', { terms: 'x' })] }
    expect(foldEvents(begun(), [stamp({ type: 'critic', ...critique })]).critique).toEqual(critique)
  })

  // Would catch a citation of a passage that a wider search found later being shown as plain text.
  it('takes the last list of evidence, and says who wrote the answer and why it ends early', () => {
    const stamp = createStamper('s_1', 't_1', () => 0)
    const first = evidenceItem(1, 'text')
    const later = [first, evidenceItem(2, 'text'), evidenceItem(7, 'text')]
    const turn = foldEvents(begun(), [
      stamp({ type: 'evidence', items: [first] }),
      stamp({ type: 'token', content: 'Deep [7].' }),
      stamp({ type: 'evidence', items: later }),
    ])
    expect(turn).toMatchObject({ evidence: later, response: 'Deep [7].' })
    const broke_off = note('model_broke_off', { model: 'Tiny', message: 'It ended.' })
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const done = { trace_id: 'x', total_ms: 1, response: 'Deep [7].', refs: [], usage, suggestions: [] }
    expect(foldEvents(turn, [stamp({ type: 'final', ...done, model: 'Tiny', broke_off })])).toMatchObject({
      status: 'complete',
      model: 'Tiny',
      broke_off,
    })
    expect(foldEvents(turn, [{ ...stamp({ type: 'final', ...done }), seq: 3 }]).model).toBeUndefined()
  })

  it('shows what is made ready until the question itself begins', () => {
    const stamp = createStamper('s_1', 't_1', () => 0)
    const [loading, graph] = [
      stamp({ type: 'preparing', what: 'loading' }),
      stamp({ type: 'preparing', what: 'graph' }),
    ]
    expect(begun().preparing).toBeNull()
    expect(foldEvents(begun(), [loading]).preparing).toBe('loading')
    expect(foldEvents(begun(), [loading, graph]).preparing).toBe('graph')
    const session = stamp({ type: 'session', question: 'q', is_new: true, filter: null, replaces: null })
    expect(foldEvents(begun(), [loading, graph, session]).preparing).toBeNull()
    const cancelled = { ...stamp({ type: 'cancelled', trace_id: 'x', total_ms: 0, response: '' }), seq: 2 }
    expect(foldEvents(begun(), [loading, graph, cancelled]).preparing).toBeNull()
  })

  it('leaves no stage running when a turn is cancelled or fails', () => {
    const stamp = createStamper('s_1', 't_1', () => 0)
    const opening = stamp({ type: 'stage_start', stage: 6, name: 'Multi-Channel' })
    const token = stamp({ type: 'token', content: 'Half' })
    const error = { code: 'DISK_FULL' as const, message: 'The disk is full.', action: 'Free some space.' }
    const failed = foldEvents(begun(), [opening, token, stamp({ type: 'error', trace_id: 'x', error })])
    expect(failed).toMatchObject({ status: 'error', response: 'Half', error })
    expect(failed.stages.some(({ status }) => status === 'running')).toBe(false)
    const cancelled = foldEvents(begun(), [
      opening,
      token,
      { ...stamp({ type: 'cancelled', trace_id: 'x', total_ms: 5, response: 'Half' }), seq: 2 },
    ])
    expect(cancelled).toMatchObject({ status: 'cancelled', response: 'Half', total_ms: 5 })
    expect(cancelled.stages.some(({ status }) => status === 'running')).toBe(false)
  })
})

describe('turnFromView', () => {
  const slow = note('late', { ms: 2000 })
  const view = {
    turn_id: 't_1',
    trace_id: 'trace',
    question: 'How deep?',
    asked_at: '2026-01-01T00:00:00.000Z',
    response: '41 metres.',
    total_ms: 20,
    stages: [{ stage: 6, ms: 4, status: 'degraded' as const, reason: 'slow disk', reason_notes: [slow] }],
    shortcut: null,
    evidence: [],
    refs: [],
    suggestions: [],
    filter: null,
    replaces: null,
    error: null,
  }

  it('brings an old strip back and ignores late events of the turn', () => {
    const turn = turnFromView({ ...view, status: 'complete' }, 's_1')
    expect(turn.stages[5]).toMatchObject({
      stage: 6,
      status: 'degraded',
      ms: 4,
      reason: 'slow disk',
      reason_notes: [slow],
    })
    expect(turn.stages[0]).toMatchObject({ status: 'waiting', ms: null })
    expect(foldEvents(turn, turnEvents())).toEqual(turn)
  })

  it('begins a running turn anew, so that following it from the start repeats nothing', () => {
    const turn = turnFromView({ ...view, status: 'running', response: '41 ' }, 's_1')
    expect(turn).toMatchObject({ status: 'running', response: '', lastSeq: -1 })
    expect(foldEvents(turn, turnEvents()).response).toBe('41 metres. [1]')
  })
})

const turn = beginTurn({
  session_id: 's',
  turn_id: 't',
  question: 'How deep?',
  filter: null,
  replaces: null,
  asked_at: '2026-01-02T03:04:05.678Z',
})
const after = (change: Partial<Turn>): Turn => ({ ...turn, ...change })

// Would catch a strip that is drawn again with every word.
it('takes a turn for the same while only its words grow', () => {
  expect(sameButWords({ turn }, { turn: after({ response: 'It is', lastSeq: 9 }) })).toBe(true)
})

// Would catch a strip that stands still, or actions of a turn that is over and are not offered.
it.each<Partial<Turn>>([
  { status: 'complete', response: 'It is 41 metres.' },
  { stages: [] },
  { model: 'Tiny' },
  { firstTokenMs: 12 },
])('takes it for another one after %j', (change) => {
  expect(sameButWords({ turn }, { turn: after(change) })).toBe(false)
})

it('compares the other properties as well', () => {
  expect(sameButWords({ turn, newest: true }, { turn, newest: false })).toBe(false)
})
