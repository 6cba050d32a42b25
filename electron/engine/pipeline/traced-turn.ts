import type { EventBody } from '@shared/events'
import { linkedSignal } from '@engine/platform/linked-signal'
import { carrySpan } from '@engine/platform/tracing/span-of-signal'
import type { SpanEnd, Tracer } from '@engine/platform/tracing/span'
import { failed } from '@engine/platform/tracing/traced'
import type { StageRunnerOptions } from './stage'
import type { TurnRequest } from './turn'

/** Where a turn is traced: `turn` in a chat, `aside` where another program asks. */
export interface TurnTracing {
  readonly tracer: Tracer | undefined
  readonly kind: 'turn' | 'aside'
}

/** Runs a turn as a trace, which ends as the turn's last event says. */
export async function tracedTurn(
  { tracer, kind }: TurnTracing,
  request: TurnRequest,
  options: StageRunnerOptions,
  answer: (options: StageRunnerOptions) => Promise<void>,
): Promise<void> {
  const { question, sessionId: session_id, turnId: turn_id } = request
  const begin = {
    kind,
    name: kind,
    in: { characters: question.length },
    facts: { session_id, turn_id },
    text: () => question,
  }
  const span = tracer?.trace(begin, request.traceId)
  if (!span) return answer(options)
  const { signal, unlink } = linkedSignal(options.signal)
  carrySpan(signal, span)
  const { clock } = options
  const asked = clock()
  let ended: SpanEnd = {}
  const emit = (body: EventBody) => {
    options.emit(body)
    ended = endBy(body, ended, () => Math.round(clock() - asked))
  }
  try {
    await answer({ ...options, emit, signal })
  } catch (thrown) {
    ended = failed(thrown)
    throw thrown
  } finally {
    unlink()
    span.end(ended)
  }
}

/** What a turn's events tell of how it ended; `sinceAsked`: milliseconds, its waits before the first stage counted. */
function endBy(body: EventBody, ended: SpanEnd, sinceAsked: () => number): SpanEnd {
  const { facts } = ended
  switch (body.type) {
    case 'shortcut':
      return { ...ended, facts: { ...facts, shortcut: body.shortcut } }
    case 'first_token':
      return { ...ended, facts: { ...facts, first_token_ms: sinceAsked() } }
    case 'final': {
      const { response, refs, outcome, usage } = body
      const out = { characters: response.length, passages: refs.length, tokens: usage.completion_tokens }
      return { out, facts: { ...facts, ...(outcome === undefined ? {} : { outcome }) }, text: () => response }
    }
    case 'cancelled':
      return { ...ended, status: 'cancelled', out: { characters: body.response.length } }
    case 'error':
      return { ...ended, code: body.error.code }
    default:
      return ended
  }
}
