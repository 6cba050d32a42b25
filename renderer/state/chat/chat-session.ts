import type { ErrorReport } from '@shared/errors'
import type { SessionView, TurnView } from '@shared/session/session-view'
import { type Turn, turnFromView } from './turns/turn-reducer'

/** The part of a session that has not been read yet: everything before `before`, so many turns in so many places. */
export interface Earlier {
  readonly before: string
  readonly turns: number
  readonly places: number
}

export interface ChatSession {
  readonly load: 'loading' | 'ready' | 'failed'
  readonly error: ErrorReport | null
  /** In the order they were asked, replaced ones included; without those that are still to be read. */
  readonly turns: readonly Turn[]
  /** Null where the session is here from its beginning. */
  readonly earlier: Earlier | null
}

export const emptySession: ChatSession = { load: 'loading', error: null, turns: [], earlier: null }

/** Whether a turn never got as far as the record. */
export function isUntaken({ status, trace_id }: Turn): boolean {
  return status === 'error' && trace_id === ''
}

/**
 * The session after its newest turns were read (anew). Earlier turns that are here stay where the record still has exactly
 * as many before the newest, and are read again otherwise.
 */
export function withNewest(session: ChatSession, view: SessionView): ChatSession {
  const { id } = view.header
  const from = session.turns.findIndex(({ turn_id }) => turn_id === view.turns[0]?.turn_id)
  const older = session.turns.slice(0, Math.max(0, from)).filter((turn) => !isUntaken(turn))
  const joins = from !== -1 && older.length + (session.earlier?.turns ?? 0) === view.earlier.turns
  const ready = { load: 'ready', error: null } as const
  if (joins) {
    const kept = new Set(older)
    const rest = session.turns.filter((turn) => !kept.has(turn))
    return { ...ready, turns: [...older, ...merged(rest, view.turns, id)], earlier: session.earlier }
  }
  // What this window followed may be newer than what was read.
  const own = view.earlier.turns === 0 ? session.turns : session.turns.filter(({ lastSeq }) => lastSeq !== Infinity)
  return { ...ready, turns: merged(own, view.turns, id), earlier: earlierOf(view) }
}

/** The session after a slice was read that ends where it began; the turns that were here stay the same objects. */
export function withEarlier(session: ChatSession, view: SessionView): ChatSession {
  return { ...session, turns: merged(session.turns, view.turns, view.header.id), earlier: earlierOf(view) }
}

function earlierOf({ turns, earlier }: SessionView): Earlier | null {
  const [first] = turns
  return first && earlier.turns > 0 ? { before: first.turn_id, ...earlier } : null
}

/** The recorded turns, but for those that this window follows: it knows more of those. */
function merged(here: readonly Turn[], recorded: readonly TurnView[], id: string): Turn[] {
  const known = new Map(here.map((turn) => [turn.turn_id, turn]))
  const read = recorded.map((view) => {
    const shown = known.get(view.turn_id)
    known.delete(view.turn_id)
    return shown && view.status === 'running' ? shown : turnFromView(view, id)
  })
  // A question the engine never took stays on the screen, with what became of it.
  return [...read, ...known.values()]
}
