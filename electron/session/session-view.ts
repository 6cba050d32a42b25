import type { SessionContext } from '@shared/session-context'
import type { TurnTrace } from '@shared/turn-trace'
import type { SessionHeader, SessionView, TurnView } from '@shared/session-view'
import { type Exchange, exchangesOf } from './conversation'
import { viewOfEvents } from './fold-events'
import type { TrackedTurn } from './turn-registry'

/**
 * A session as a window shows it: what is recorded, and of turns that were running when `context` was read (or just
 * before) what they have said instead.
 */
export function viewOfSession(
  header: SessionHeader,
  context: SessionContext | null,
  running: readonly TrackedTurn[],
): SessionView {
  const live = new Map(running.map((turn) => [turn.asked.turn_id, viewOfEvents(turn)]))
  const turns = (context ? exchangesOf(context) : []).map((exchange) => {
    const view = live.get(exchange.id)
    live.delete(exchange.id)
    return view ?? recordedView(exchange, context?.evidences ?? {})
  })
  return { header, turns: [...turns, ...live.values()] }
}

function recordedView(exchange: Exchange, evidences: SessionContext['evidences']): TurnView {
  const { id, question, answer, trace, replaces } = exchange
  return {
    turn_id: id,
    trace_id: trace?.trace_id ?? '',
    question: question.content,
    asked_at: trace?.started_at ?? question.at ?? '',
    // A question that nothing followed, of a session that came from elsewhere.
    status: trace?.status ?? answer?.status ?? (answer ? 'complete' : 'interrupted'),
    response: answer?.content ?? '',
    total_ms: trace?.total_ms ?? 0,
    stages: trace?.stages ?? [],
    shortcut: shortcutOf(trace),
    evidence: (trace?.evidence ?? []).map((item) => ({
      ...item,
      text: (Object.hasOwn(evidences, item.evidence_id) && evidences[item.evidence_id]?.content) || '',
    })),
    refs: trace?.refs ?? [],
    suggestions: trace?.suggestions ?? [],
    ...(trace?.critique ? { critique: trace.critique } : {}),
    filter: trace?.filter ?? null,
    replaces,
    error: trace?.error ?? null,
  }
}

function shortcutOf(trace: TurnTrace | undefined): TurnView['shortcut'] {
  if (!trace?.shortcut) return null
  const { shortcut, shortcut_reason: reason = '', shortcut_reason_note: note, readings = [] } = trace
  return { shortcut, reason, ...(note ? { reason_note: note } : {}), readings }
}
