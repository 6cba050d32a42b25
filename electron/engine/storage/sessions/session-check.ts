import { rm } from 'node:fs/promises'
import { CairnError } from '@shared/errors'
import { type Note, note } from '@shared/note'
import { validateSessionContext } from '@shared/session/validate-session'
import { readJournal } from '../files/journal'
import { readCompact, replay, sessionPaths, writeCompact } from './session-files'

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

/** Writes what can be read of a session anew. One whose compacted file cannot be understood is put aside. */
export async function settleSession(
  { journal, compact }: { readonly journal: string; readonly compact: string },
  id: string,
  temporaryFolder: string,
  putAside: (path: string) => Promise<void>,
): Promise<void> {
  const { lines } = await readJournal(journal)
  try {
    const { state, seq } = replay(await readCompact(compact, id), lines)
    if (state.context.session.messages.length > 0) await writeCompact(compact, { state, seq }, temporaryFolder)
    await rm(journal, { force: true })
  } catch (thrown) {
    if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
    await putAside(compact)
    if (lines.length > 0) await putAside(journal)
  }
}
