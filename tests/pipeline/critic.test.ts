import { describe, expect, test } from 'vitest'
import { viewOfEvents } from '@engine/session/history/fold-events'
import { viewOfSession } from '@engine/session/history/view-session'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'

const documents = [
  { name: 'pumps.md', text: 'The main pump was replaced in March 2021. It moves 40 litres per second.' },
  { name: 'levels.md', text: 'The water level is measured every 15 minutes by a radar gauge.' },
]
const question = 'When was the main pump replaced?'

describe('the critic in a turn', () => {
  test('speaks once, after the last token and before final, of every sentence that is shown', async () => {
    const { rooms } = await fakeRooms(documents)
    const events = await runTurn(question, rooms)
    expect(outline(events).slice(-4)).toEqual(['token', '8 done', 'critic', 'final'])
    const critic = events.find((event) => event.type === 'critic')
    const final = events.find((event) => event.type === 'final')
    expect(critic?.evaluation).toMatchObject({ should_return_to_chief: false, ready_for_output: true })
    expect(critic?.sentences.map(({ start, end, verdict }) => ({ start, end, verdict }))).toEqual(
      final?.refs.map((ref) => ({ start: ref.response_start, end: ref.response_end, verdict: 'supported' })),
    )
  })

  // Would catch a verdict that is gone when the session is opened again.
  test('is in the record before it speaks, and in every view of the turn', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    let recorded: unknown
    const events = await runTurn(question, rooms, {
      onEvent: ({ type }) => {
        if (type === 'critic') recorded = sessions.entries.find((entry) => entry.op === 'turn')?.trace.critique
      },
    })
    const critic = events.find((event) => event.type === 'critic')
    const critique = { evaluation: critic?.evaluation, sentences: critic?.sentences, issues: critic?.issues }
    expect(recorded).toEqual(critique)
    const header = { id: 's1', title: '', message_count: 2, created_at: '', updated_at: '', pinned: false }
    const view = viewOfSession(header, await sessions.load('s1'), [])
    expect(view.turns[0]?.critique).toEqual(critique)
    const asked = { session_id: 's1', turn_id: 't1', question, asked_at: 0, filter: null, replaces: null }
    expect(viewOfEvents({ asked, events }).critique).toEqual(critique)
  })

  test.each([
    ['a refusal', 'Who won the football championship in Brazil?'],
    ['a greeting', 'Hello!'],
    ['a question back', 'pump'],
  ])('has nothing to say of %s', async (_name, asked) => {
    const { rooms } = await fakeRooms(documents)
    expect(outline(await runTurn(asked, rooms))).not.toContain('critic')
  })

  test('has nothing to say of an answer that was cancelled', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    const controller = new AbortController()
    const events = await runTurn(question, rooms, {
      signal: controller.signal,
      onEvent: ({ type }) => {
        if (type === 'token') controller.abort()
      },
    })
    expect(outline(events)).not.toContain('critic')
    expect((await sessions.load('s1')).session.turns?.at(-1)?.critique).toBeUndefined()
  })
})

describe('an answer beside the question', () => {
  const asked = 'Which ultrasonic gauge measures the snow depth at Kestrel in winter?'
  /** Passages that hold much of the question in sentences that each hold little. */
  const crowd = Array.from({ length: 7 }, (_, at) => ({
    name: `weir-${at}.md`,
    text: `Gauge ${at} measures weir ${at}. The depth is known. It is used in winter. Kestrel owns it.`,
  }))

  // Would catch passages that only come close being shown as an answer, or as checked.
  test('leads nothing: the passages that come closest are shown, unchecked', async () => {
    const { rooms, sessions } = await fakeRooms(crowd)
    const events = await runTurn(asked, rooms, { searchAnyway: true })
    const final = events.find((event) => event.type === 'final')
    expect(final).toMatchObject({ outcome: 'closest' })
    expect(final?.response).toMatch(/^The documents do not say this plainly\./u)
    expect(outline(events).slice(-5)).toEqual(['evidence', 'first_token', 'token', '8 done', 'final'])
    const { evidences, session } = await sessions.load('s1')
    for (const { evidence_id } of final?.refs ?? []) expect(evidences[evidence_id]?.content).toBeDefined()
    expect(session.turns?.at(-1)).toMatchObject({ outcome: 'closest', likely: final?.likely })
    expect(session.turns?.at(-1)?.critique).toBeUndefined()
  })
})
