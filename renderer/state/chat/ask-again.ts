import type { SearchFilter } from '@shared/documents'
import type { ContextChoices } from '@shared/session/turn-trace'
import { isUntaken } from './chat-session'
import { dropTurn } from './chat-store'
import type { Turn } from './turns/turn-reducer'
import { askKept } from './unsent'

interface Changes {
  readonly question?: string
  /** null searches everything. */
  readonly filter?: SearchFilter | null
  readonly searchAnyway?: boolean
  /** Evidence that must, and that must not, be used for the answer. */
  readonly choices?: ContextChoices
}

/** Asks a turn's question again in its place, as it was or changed. */
export function askAgain(turn: Turn, changes: Changes = {}): void {
  const { question = turn.question, filter = turn.filter, searchAnyway = false, choices = null } = changes
  const neverTaken = isUntaken(turn)
  if (neverTaken) dropTurn(turn.session_id, turn.turn_id)
  askKept(question, {
    sessionId: turn.session_id,
    filter,
    searchAnyway,
    choices,
    // The engine knows no turn it never took, so it cannot be replaced.
    replaces: neverTaken ? turn.replaces : turn.turn_id,
  })
}
