import { isDeepStrictEqual } from 'node:util'
import type { SessionContext } from '@shared/session/session-context'
import { contextsOfTurns } from './contexts-of-turns'
import { ModelContext } from './model-context'
import type { ModelContextRecord } from './schema'
import { contextsWithin, sessionAround } from './session-around'

/**
 * A session as model contexts: one for each turn, replaced and cancelled ones included, in the order asked. Nothing is
 * lost: `sessionOf` makes the same session of them again, for what the model context has no field for travels under
 * `tool_config.cairn_session`. A session that `sessionOf` made of contexts from elsewhere gives those contexts back.
 */
export function modelContextsOf(context: SessionContext): ModelContext[] {
  return (originalContexts(context) ?? contextsOfTurns(context)).map((record) => ModelContext.fromDict(record))
}

/** The contexts from elsewhere that a session was made of; null for any other, and once something was added to it. */
export function originalContexts(context: SessionContext): ModelContextRecord[] | null {
  const contexts = contextsWithin(context)
  if (!contexts) return null
  const again = sessionAround(contexts, { sessionId: context.session.session_id })
  return isDeepStrictEqual(again, context) ? contexts : null
}
