import type { RunLine } from '@shared/research/research-run'
import { foldSteps } from '@shared/research/fold-steps'
import { replaceDurably } from '@engine/platform/durable-files'
import type { LineSeal } from '@engine/platform/sealing/line-seal'
import { type Journal, readJournal } from '../files/journal'
import { journalText, parseLines, unfinished } from './run-files'

/**
 * Takes what rounds left to go on from out of a journal, where nothing goes on from it any more: it holds each passage again with every
 * round, and is most of a journal. Steps and their numbers stay. A journal with damaged lines is left as it is, so that they are told of.
 * The file is replaced in one step; a crash leaves the old journal or the new one.
 */
export async function compactJournal(id: string, journal: Journal, seal: LineSeal): Promise<void> {
  const { lines: texts } = await readJournal(journal.path, seal)
  const { lines, lost, changed } = parseLines(id, texts)
  if (lost + changed > 0) return
  const kept = withoutOldRounds(id, lines)
  if (kept.every((line, at) => line === lines[at])) return
  const bytes = Buffer.from(seal.close(journalText(kept)), 'utf8')
  await replaceDurably(journal.path, bytes, unfinished(journal.path))
  journal.replaced(bytes.length)
}

/** A task goes on from its last round, and only until it is done. */
function withoutOldRounds(id: string, lines: readonly RunLine[]): RunLine[] {
  const done = new Set(foldSteps(id, lines).progress.flatMap(({ task_id, state }) => (state === 'done' ? task_id : [])))
  const last = new Map(lines.flatMap((line) => (line.step.op === 'round' ? [[line.step.task_id, line]] : [])))
  return lines.map((line) => {
    const { step } = line
    if (step.op !== 'round' || step.state === null) return line
    return last.get(step.task_id) === line && !done.has(step.task_id)
      ? line
      : { ...line, step: { ...step, state: null } }
  })
}
