import { CairnError } from '@shared/errors'
import { type Note, note } from '@shared/note'
import { validateSessionContext } from '@shared/session/validate-session'
import { readJournal } from '../files/journal'
import { readCompact, replay, sessionPaths } from './session-files'

/** Checks a stored session without changing it, and returns its faults. */
export async function problemsOfSession(folder: string, id: string): Promise<Note[]> {
  const paths = sessionPaths(folder, id)
  try {
    const { state, damagedLines } = replay(
      await readCompact(paths.compact, id),
      (await readJournal(paths.journal)).lines,
    )
    const problems = damagedLines > 0 ? [note('session_lines_damaged', { id, count: damagedLines })] : []
    if (state.context.session.messages.length === 0) return problems
    const validated = validateSessionContext(state.context)
    if ('problems' in validated) {
      problems.push(...validated.problems.map((problem) => note('session_invalid', { id, problem })))
    }
    return problems
  } catch (error) {
    if (error instanceof CairnError && error.code === 'STORE_DAMAGED') {
      return [note('session_damaged', { id, path: paths.compact })]
    }
    throw error
  }
}
