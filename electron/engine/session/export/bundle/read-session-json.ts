import { SessionId } from '@shared/api/api'
import { CairnError } from '@shared/errors'
import { createHash } from 'node:crypto'
import { migrateSession } from '@shared/session/migrate-session'
import type { SessionContext } from '@shared/session/session-context'
import { validateSessionContext } from '@shared/session/validate-session'
import { jsonCopy } from '../json-value'
import { ModelContext } from '../../model-context/model-context'
import { sessionOf } from '../../model-context/session-conversion'

/** More problems of one file say nothing new. */
const maxProblems = 5

/**
 * Reads a session from its JSON file. `name` is how the file is called in what is said of it.
 * Throws INVALID_INPUT for what is no JSON, not a valid session (with the path of each problem), or has no usable id.
 */
export function readSessionJson(text: string, name = 'The file'): SessionContext {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/u, ''))
  } catch (error) {
    throw new CairnError('INVALID_INPUT', `${name} is not JSON: it is damaged or something else.`, exportAgain, {
      cause: error,
    })
  }
  // What a later export could not write again is refused now: endless numbers, nesting without end.
  const checked = validateSessionContext(migrateSession(jsonCopy(sessionIn(value))))
  if ('problems' in checked) {
    const { problems } = checked
    const more = problems.length > maxProblems ? `; and ${problems.length - maxProblems} more` : ''
    throw new CairnError(
      'INVALID_INPUT',
      `${name} is not a session of schema 1.0: ${problems.slice(0, maxProblems).join('; ')}${more}.`,
      exportAgain,
    )
  }
  const id = checked.context.session.session_id
  if (!SessionId.safeParse(id).success) {
    throw new CairnError(
      'INVALID_INPUT',
      `${name}: session.session_id is "${id.slice(0, 80)}"; a session id has 1 to 64 letters, digits, "-" or "_".`,
      'Give the session another id in the file and import it again.',
    )
  }
  return checked.context
}

const exportAgain = 'Export the session again where it came from, and import the new file.'

/** A list is the turns of a session as model contexts; anything else is taken for a session, and refused if it is none. */
function sessionIn(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value
  const contexts = value.map((each: unknown) => ModelContext.fromDict(each))
  const identity = contexts.map(({ uuid }) => uuid).join(' ')
  return sessionOf(contexts, { sessionId: `mc_${createHash('sha256').update(identity).digest('hex').slice(0, 24)}` })
}
