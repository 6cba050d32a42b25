import { CairnError } from '@shared/errors'
import { SessionEntry } from '@engine/ports/storage/session-store'
import type { SessionState } from './apply-session-entry'
import { headerOf } from './session-files'

/** An entry as the schema has it. Throws INVALID_INPUT for none, and for one of another session. */
export function checkEntry(id: string, entry: SessionEntry): SessionEntry {
  const parsed = SessionEntry.safeParse(entry)
  if (!parsed.success) throw new CairnError('INVALID_INPUT', `This is not a session entry: ${parsed.error.message}`)
  const { data } = parsed
  const named = data.op === 'created' ? data.session_id : data.op === 'merged' ? data.context.session.session_id : id
  if (named !== id) throw new CairnError('INVALID_INPUT', `The entry is for session ${named}, not ${id}.`)
  return data
}

/** Whether a session lies in the trash. */
export function isTrashed({ context }: SessionState): boolean {
  return headerOf(context).trashed_at !== null
}

/** What to throw for a session that is not there, or lies in the trash. */
export function unknownSession(id: string): CairnError {
  return new CairnError('NOT_FOUND', `There is no session ${id}.`, 'It may have been deleted; start a new one.')
}
