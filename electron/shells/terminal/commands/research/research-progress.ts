import { setTimeout } from 'node:timers/promises'
import { emptyRun, withStep } from '@shared/research/fold-steps'
import type { ResearchRun, RunStep } from '@shared/research/research-run'
import type { Client, Context } from '../../command'
import { printableLine } from '../../print/printable'
import { saySentence } from '../../print/problems'
import type { Say } from '../../words/terminal-words'

/** Milliseconds that a run has to come to rest after Ctrl-C. */
const pauseMs = 10_000

export interface WatchedRun {
  readonly run: ResearchRun
  /** Number of the last step that was told. */
  readonly told: number
}

/** Follows a run until it rests, a line on stderr for each thing that happens after the step `told`. Ctrl-C pauses it. */
export async function watchRun(context: Context, id: string, client: Client, told = -1): Promise<WatchedRun> {
  const { err, say, signal } = context
  let run = emptyRun(id)
  let last = told
  const pause = () => void client.research.pause({ id }).catch(() => undefined)
  signal.addEventListener('abort', pause, { once: true })
  try {
    for await (const events of await client.research.follow({ id, after_seq: -1 })) {
      for (const event of events) {
        if (event.type !== 'research') continue
        const before = run
        run = withStep(run, { step: event.step, ts: event.ts })
        const line = lineOf(event.step, { before, run }, say)
        if (line !== null && event.seq > told) err.line(printableLine(line))
        last = event.seq
      }
    }
    if (signal.aborted)
      await Promise.race([client.research.pause({ id }), setTimeout(pauseMs, undefined, { ref: false })])
    return { run: await client.research.get({ id }), told: last }
  } finally {
    signal.removeEventListener('abort', pause)
  }
}

/** The plan of a run, a line a task, with how far each is. */
export function planLines({ plan, progress }: Pick<ResearchRun, 'plan' | 'progress'>, say: Say): string[] {
  const states = new Map(progress.map(({ task_id: id, state }) => [id, state]))
  return (plan?.tasks ?? []).map(({ id, tool, description, depends_on: on }) => {
    const after = on.length > 0 ? ` (${say('researchAfter', { tasks: on.join(', ') })})` : ''
    const state = say(`research_task_${states.get(id) ?? 'pending'}`)
    return printableLine(`${id}  ${say(`research_tool_${tool}`)}  ${state}  ${description}${after}`)
  })
}

/** What a step says to who watches; null for nothing. */
function lineOf(step: RunStep, { before, run }: { before: ResearchRun; run: ResearchRun }, say: Say): string | null {
  if (step.op === 'state' && before.header.state !== step.state) return say(`research_${step.state}`)
  if (step.op === 'planned') return say('researchPlanned', { count: step.plan.tasks.length })
  if (step.op !== 'task') return null
  const { task_id: id, state, rounds, searches, found, error } = step.progress
  const old = before.progress.find(({ task_id: of }) => of === id)
  const description = run.plan?.tasks.find((task) => task.id === id)?.description ?? id
  if (state !== old?.state) {
    const why = error ? `: ${saySentence(error.message, say)}` : ''
    return state === 'pending' ? null : `${say(`research_task_${state}`)}  ${description}${why}`
  }
  return rounds === old.rounds ? null : `  ${say('researchRound', { round: rounds, searches, found })}`
}
