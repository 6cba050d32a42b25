import { rm } from 'node:fs/promises'
import { CairnError } from '@shared/errors'
import { type Note, note } from '@shared/note'
import { validateSessionContext } from '@shared/session/validate-session'
import { exists } from '@engine/platform/durable-files'
import type { LineSeal } from '@engine/platform/sealing/line-seal'
import { readJournal } from '../files/journal'
import type { Misplaced, PutAside } from '../files/durable-file'
import { headerOf, isSessionId, readCompact, replay, sessionIn, sessionPaths, writeCompact } from './session-files'

/** What a look at a stored session finds. */
export interface FoundInSession {
  readonly problems: Note[]
  /** Nothing was said in it, or nothing of its files is left. */
  readonly isEmpty: boolean
  /** Its files have a flipped bit that is put right whenever they are read. */
  readonly isMended: boolean
}

/** Checks a stored session without changing it. */
export async function lookOverSession(folder: string, id: string, seal: LineSeal): Promise<FoundInSession> {
  const paths = sessionPaths(folder, id)
  try {
    const { state, damagedLines, isChanged, isMended } = replay(
      await readCompact(paths.compact, id, seal),
      await readJournal(paths.journal, seal),
    )
    const problems = damagedLines > 0 ? [note('session_lines_damaged', { id, count: damagedLines })] : []
    if (isChanged) problems.push(note('session_changed', { id, name: headerOf(state.context).title }))
    if (state.context.session.messages.length === 0) return { problems, isMended, isEmpty: problems.length === 0 }
    const validated = validateSessionContext(state.context)
    if ('problems' in validated) {
      problems.push(...validated.problems.map((problem) => note('session_invalid', { id, problem })))
    }
    return { problems, isMended, isEmpty: false }
  } catch (error) {
    if (error instanceof CairnError && error.code === 'STORE_DAMAGED') {
      return { problems: [note('session_damaged', { id, path: paths.compact })], isMended: false, isEmpty: false }
    }
    throw error
  }
}

/**
 * Writes what can be read of a session anew; of one that was changed a copy is put aside first. One whose compacted file cannot be
 * understood is put aside itself.
 */
export async function settleSession(
  { journal, compact }: { readonly journal: string; readonly compact: string },
  id: string,
  into: { readonly temporaryFolder: string; readonly seal: LineSeal },
  putAside: PutAside,
): Promise<void> {
  const found = await readJournal(journal, into.seal)
  try {
    const { state, seq, isChanged } = replay(await readCompact(compact, id, into.seal), found)
    if (isChanged) for (const path of [compact, journal]) await putAside(path, { copy: true })
    if (state.context.session.messages.length > 0) await writeCompact(compact, { state, seq }, into)
    await rm(journal, { force: true })
  } catch (thrown) {
    if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
    await putAside(compact)
    if (found.lines.length > 0) await putAside(journal)
  }
}

/** Compacted files that lie in the place of another session. */
export async function misplacedSessions(folder: string, ids: Iterable<string>, seal: LineSeal): Promise<Misplaced[]> {
  const misplaced: Misplaced[] = []
  for (const id of ids) {
    const { compact } = sessionPaths(folder, id)
    const owner = (await exists(compact)) ? await sessionIn(compact, seal) : undefined
    if (owner === undefined || owner === id || !isSessionId(owner)) continue
    misplaced.push({ path: compact, to: sessionPaths(folder, owner).compact })
  }
  return misplaced
}
