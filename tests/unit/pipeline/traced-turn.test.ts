import { expect, test } from 'vitest'
import type { EventBody } from '@shared/events'
import { createTracer } from '@engine/diagnostics/traces/tracer'
import type { StoredSpan } from '@engine/diagnostics/traces/stored-span'
import { afterEarlierTurns, indexReady, readyFor } from '@engine/pipeline/before-turn'
import { tracedTurn } from '@engine/pipeline/traced-turn'
import type { TurnRequest } from '@engine/pipeline/turn'
import { SessionQueue } from '@engine/session/session-queue'
import { fakeRooms } from '../../fakes/pipeline-rooms'

const request: TurnRequest = {
  ...{ question: 'Where is the hut?', sessionId: 's1', turnId: 't1', searchAnyway: false, language: 'en' },
  traceId: '3f0c36b2-5a0e-4c2e-9b8e-0d2f6a1c7e55',
}

/** A tracer on a clock that is moved by hand. */
function traced() {
  const spans: StoredSpan[] = []
  const time = { ms: 0 }
  const clock = () => time.ms
  const write = (span: StoredSpan) => {
    if (span.ms !== null) spans.push(span)
  }
  const tracer = createTracer({ write, keeps: () => ({ traces: true, text: false }), now: clock, clock })
  const told = () => spans.map(({ kind, name, start, ms, status }) => [kind, name, start, ms, status])
  return { tracing: { tracer, kind: 'turn' as const }, spans, time, clock, told }
}

const ignore = () => undefined

// Would catch a trace whose stages lie in its last sixth, with nothing said of the time before, and a first word that came sooner than it did.
test('what a question waits for before its stages is in its trace, and its first word counts from when it was asked', async () => {
  const { tracing, spans, time, clock, told } = traced()
  const { rooms } = await fakeRooms([])
  const takes = (ms: number) => () => {
    time.ms += ms
    return Promise.resolve()
  }
  const slow = { ...rooms, firstLoads: { forQuestion: takes(900) } }
  const options = { emit: ignore, signal: new AbortController().signal, clock }
  await tracedTurn(tracing, request, options, async ({ emit, signal }) => {
    const readying = { signal, emit: ignore, log: ignore }
    await indexReady(Promise.resolve().then(takes(400)), readying)
    await afterEarlierTurns({ queue: new SessionQueue(), sessionId: 's1', signal }, async () => {
      await readyFor(request, slow, readying)
      time.ms += 200
      const first: EventBody = { type: 'first_token', ms: 200 }
      emit(first)
    })
  })
  expect(told()).toEqual([
    ['wait', 'index', 0, 400, 'ok'],
    ['wait', 'loading', 400, 900, 'ok'],
    ['turn', 'turn', 0, 1500, 'ok'],
  ])
  expect(spans.at(-1)?.facts).toMatchObject({ first_token_ms: 1500 })
})

test('a turn that is cancelled while another of its session runs says what it waited for', async () => {
  const { tracing, time, clock, told } = traced()
  const queue = new SessionQueue()
  let end: () => void = ignore
  const before = queue.run('s1', () => new Promise<void>((resolve) => (end = resolve)))
  const stop = new AbortController()
  const options = { emit: ignore, signal: stop.signal, clock }
  const turn = tracedTurn(tracing, request, options, ({ signal }) =>
    afterEarlierTurns({ queue, sessionId: 's1', signal }, () => Promise.reject(new Error('It ran.'))),
  )
  time.ms = 700
  stop.abort()
  await expect(turn).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(told()).toEqual([
    ['wait', 'queue', 0, 700, 'cancelled'],
    ['turn', 'turn', 0, 700, 'cancelled'],
  ])
  end()
  await before
})
