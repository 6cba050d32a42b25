import { isDeepStrictEqual } from 'node:util'
import { CairnError } from '@shared/errors'
import type { SessionContext } from '@shared/session/session-context'
import { sessionCarriedBy } from './carried-session'
import { contextsOfTurns } from './contexts-of-turns'
import { ModelContext } from './model-context'
import type { ModelContextRecord } from './schema'
import { contextsWithin, sessionAround, type SessionIds } from './session-around'

/**
 * A session as model contexts: one for each turn, replaced and cancelled ones included, in the order asked. Nothing is
 * lost: `sessionOf` makes the same session of them again, for what the model context has no field for travels under
 * `tool_config.cairn_session`. A session that `sessionOf` made of contexts from elsewhere gives those contexts back.
 */
export function modelContextsOf(context: SessionContext): ModelContext[] {
  return (originalContexts(context) ?? contextsOfTurns(context)).map((record) => ModelContext.fromDict(record))
}

/** The contexts from elsewhere that a session was made of; null for any other, and once something was added to it. */
function originalContexts(context: SessionContext): ModelContextRecord[] | null {
  const contexts = contextsWithin(context)
  if (!contexts) return null
  const again = sessionAround(contexts, { sessionId: context.session.session_id })
  return isDeepStrictEqual(again, context) ? contexts : null
}

/**
 * The session of model contexts, valid by `validateSessionContext`; `modelContextsOf` gives the same contexts again.
 * All contexts of one session, in order, become that session, with its own id and with what was corrected in a question,
 * an answer or a passage. Any others become a session of their own under the given id, one turn for each. Throws
 * `INVALID_INPUT` for none at all.
 */
export function sessionOf(contexts: readonly ModelContext[], ids: SessionIds): SessionContext {
  if (contexts.length === 0 || ids.sessionId === '') {
    throw new CairnError('INVALID_INPUT', 'A session needs an id and at least one model context.', 'Give both.')
  }
  const records = contexts.map((context) => context.toDict())
  return carriedSession(records) ?? sessionAround(records, ids)
}

/** Only a session that gives exactly these contexts back: nothing that was changed in them may get lost. */
function carriedSession(records: readonly ModelContextRecord[]): SessionContext | null {
  const session = sessionCarriedBy(records)
  if (!session || originalContexts(session) !== null) return null
  return isDeepStrictEqual(contextsOfTurns(session), records) ? session : null
}
