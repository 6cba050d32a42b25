import PQueue from 'p-queue'
import type { OpenRun } from '../journal/open-run'
import { type ExecutionParts, executeTask } from './execute-task'
import type { Halt } from './halt'
import { readyTasks } from './task-steps'

/** Tasks of one run that are under way at once. */
const atOnce = 2

/**
 * Does the tasks of a run in topological order, independent ones at once, those of the first priority first. Resolves when none is
 * left that could be done. Throws the first thing that halts the run, once nothing is under way any more.
 */
export async function executeTasks(open: OpenRun, halt: Halt, parts: ExecutionParts): Promise<void> {
  const queue = new PQueue({ concurrency: atOnce })
  const begun = new Set<string>()
  const halted: unknown[] = []
  const offer = () => {
    if (halted.length > 0) return
    for (const task of readyTasks(open.run)) {
      if (begun.has(task.id)) continue
      begun.add(task.id)
      const work = async () => {
        if (halted.length > 0) return
        try {
          halt.softly.throwIfAborted()
          await executeTask(open, task, halt, parts)
        } catch (thrown) {
          halted.push(thrown)
        }
        offer()
      }
      void queue.add(work, { priority: -task.priority })
    }
  }
  offer()
  await queue.onIdle()
  if (halted.length > 0) throw halted[0]
}
