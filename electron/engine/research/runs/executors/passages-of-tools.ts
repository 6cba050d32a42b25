import type { FoundPassage } from '@engine/research/deep-search/deep-search-types'
import { passagesOf } from '@engine/research/ledger/task-evidence'
import type { LibrarySources } from './library-sources'
import type { TaskWork } from './task-work'
import { evidenceOfRun, type TaskTools } from './tool-tasks'

/** What the tool that a question is surely for gives to it, as a search finds it: its result alone, since its rows would fill the evidence. */
export function toolPassages(
  { language, scope }: Pick<TaskWork, 'language' | 'scope'>,
  tools: Pick<TaskTools, 'askSure'>,
  library: Pick<LibrarySources, 'passage'>,
): (question: string, signal: AbortSignal) => Promise<FoundPassage[]> {
  return async (question, signal) => {
    const run = await tools.askSure(question, { language, scope }, signal)
    const evidence = run ? await evidenceOfRun(run, library) : []
    const results = evidence.filter(({ kind }) => kind === 'tool')
    return results.flatMap((item) =>
      passagesOf([{ ...item, number: 1 }]).map(({ chunk, start, end, text, score }) => {
        return { chunk: { ...chunk, revision: item.call_id ?? '' }, start, end, text, score, relevant: true }
      }),
    )
  }
}
