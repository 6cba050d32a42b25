import { type CairnEvent, Critique } from '@shared/events'
import { StageRecord } from '@shared/events'
import { withRun } from '@shared/tools/tool-run'
import type { TurnView } from '@shared/session/session-view'
import type { TrackedTurn } from '../turn-registry'

/** The exchange that the events of a turn add up to so far. */
export function viewOfEvents({ asked, events }: TrackedTurn): TurnView {
  const view: TurnView = {
    turn_id: asked.turn_id,
    trace_id: '',
    question: asked.question,
    asked_at: new Date(asked.asked_at).toISOString(),
    status: 'running',
    response: '',
    total_ms: 0,
    stages: [],
    shortcut: null,
    evidence: [],
    refs: [],
    suggestions: [],
    filter: asked.filter,
    replaces: asked.replaces,
    error: null,
  }
  return events.reduce(withEvent, view)
}

function withEvent(view: TurnView, event: CairnEvent): TurnView {
  switch (event.type) {
    case 'stage_end': {
      return { ...view, stages: [...view.stages, StageRecord.parse(event)] }
    }
    case 'shortcut': {
      const { shortcut, reason, reason_note, readings } = event
      return { ...view, shortcut: { shortcut, reason, ...(reason_note ? { reason_note } : {}), readings } }
    }
    case 'tool':
      return { ...view, tools: withRun(view.tools, event.run) }
    case 'evidence':
      return { ...view, evidence: event.items }
    case 'first_token':
      return { ...view, first_token_ms: event.ms }
    case 'token':
      return { ...view, response: view.response + event.content }
    case 'critic':
      return { ...view, critique: Critique.parse(event) }
    case 'final': {
      const { trace_id, total_ms, response, refs, suggestions, model, broke_off, outcome, listed, unanswered } = event
      const written = {
        ...(model === undefined ? {} : { model }),
        ...(listed ? { listed } : {}),
        ...(unanswered ? { unanswered } : {}),
        ...(broke_off ? { broke_off } : {}),
        ...(outcome ? { outcome } : {}),
      }
      return { ...view, status: 'complete', trace_id, total_ms, response, refs, suggestions, ...written }
    }
    case 'cancelled': {
      const { trace_id, total_ms, response } = event
      return { ...view, status: 'cancelled', trace_id, total_ms, response }
    }
    case 'error':
      return { ...view, status: 'error', trace_id: event.trace_id, error: event.error }
    default:
      return view
  }
}
