import type { SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { CairnError } from '@shared/errors'
import type { SessionHeader, SessionView, TurnSlice, TurnView } from '@shared/session/session-view'
import { type Exchange, exchangesOf } from './conversation'
import { viewOfEvents } from './fold-events'
import type { TrackedTurn } from '../turn-registry'

/** A turn of the whole session. Its view is put together only on demand. */
interface ListedTurn {
  readonly id: string
  /** False where the turn replaces an earlier turn. */
  readonly opensPlace: boolean
  readonly isRunning: boolean
  readonly view: () => TurnView
}

/**
 * A session as a window shows it, or a slice of its turns: what is recorded, and of turns that were running when
 * `context` was read (or just before) what they have said instead. The newest turns are never fewer than reach back to
 * the first that runs. Throws NOT_FOUND where `slice.before` is no turn of the session.
 */
export function viewOfSession(
  header: SessionHeader,
  context: SessionContext | null,
  running: readonly TrackedTurn[],
  slice: TurnSlice = {},
): SessionView {
  const turns = listTurns(context, running)
  const [from, end] = boundsOf(turns, slice)
  const places = turns.slice(0, from).filter(({ opensPlace }) => opensPlace).length
  return { header, turns: turns.slice(from, end).map(({ view }) => view()), earlier: { turns: from, places } }
}

function listTurns(context: SessionContext | null, running: readonly TrackedTurn[]): ListedTurn[] {
  const exchanges = context ? exchangesOf(context) : []
  const live = new Map(running.map((turn) => [turn.asked.turn_id, turn]))
  const known = new Set(exchanges.map(({ id }) => id))
  const recorded = exchanges.map((exchange): ListedTurn => {
    const { id, at, place } = exchange
    const turn = live.get(id)
    const view = () => (turn ? viewOfEvents(turn) : recordedView(exchange, context?.evidences ?? {}))
    return { id, opensPlace: place === at, isRunning: turn !== undefined, view }
  })
  const waiting = running.flatMap((turn): ListedTurn[] => {
    const { turn_id: id, replaces } = turn.asked
    if (known.has(id)) return []
    known.add(id)
    const opensPlace = replaces === null || !known.has(replaces)
    return [{ id, opensPlace, isRunning: true, view: () => viewOfEvents(turn) }]
  })
  return [...recorded, ...waiting]
}

/** The index of a slice's first turn, and of the turn behind its last. */
function boundsOf(turns: readonly ListedTurn[], { newest = turns.length, before }: TurnSlice): [number, number] {
  if (before === undefined) {
    const running = turns.findIndex(({ isRunning }) => isRunning)
    const from = Math.max(0, turns.length - newest)
    return [running === -1 ? from : Math.min(from, running), turns.length]
  }
  const end = turns.findIndex(({ id }) => id === before)
  if (end !== -1) return [Math.max(0, end - newest), end]
  throw new CairnError('NOT_FOUND', `The session has no turn "${before}".`, 'Open the session again.')
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
    ...(trace?.first_token_ms === undefined ? {} : { first_token_ms: trace.first_token_ms }),
    stages: trace?.stages ?? [],
    shortcut: shortcutOf(trace),
    evidence: (trace?.evidence ?? []).map((item) => ({
      ...item,
      text: (Object.hasOwn(evidences, item.evidence_id) && evidences[item.evidence_id]?.content) || '',
    })),
    refs: trace?.refs ?? [],
    suggestions: trace?.suggestions ?? [],
    ...(trace?.critique ? { critique: trace.critique } : {}),
    ...(trace?.second_opinion ? { second_opinion: trace.second_opinion } : {}),
    ...(trace?.model === undefined ? {} : { model: trace.model }),
    ...(trace?.outcome ? { outcome: trace.outcome } : {}),
    ...(trace?.tools ? { tools: trace.tools } : {}),
    ...(trace?.listed ? { listed: trace.listed } : {}),
    ...(trace?.unanswered ? { unanswered: trace.unanswered } : {}),
    ...(trace?.broke_off ? { broke_off: trace.broke_off } : {}),
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
