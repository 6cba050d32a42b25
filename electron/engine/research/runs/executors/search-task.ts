import { z } from 'zod'
import { evidenceOfFound, type LibrarySources } from './library-sources'
import { endRound, roundsOf } from './task-rounds'
import type { Executor } from './task-work'

/** Passages that one search keeps. */
const most = 12

const Done = z.object({ found: z.number() })

/** One search for a task's question. */
export function searchTask(library: Pick<LibrarySources, 'search'>, clock: () => number): Executor {
  return async (work, hooks) => {
    const { context, own } = roundsOf(work, (state) => Done.safeParse(state).data)
    if (own) return outcomeOf(own.found)
    const start = clock()
    const passages = await hooks.turn(() => library.search(work.question, most, work.scope, hooks.signal))
    const near = passages.filter(({ relevant }) => relevant)
    await hooks.reading([...new Set(near.map(({ document_name: name }) => name))])
    const left = { own: { found: near.length }, ms: clock() - start, steps: 1, log: { query: work.question } }
    const state = endRound(context, 1, left)
    await hooks.round({ number: 1, state, evidence: near.map(evidenceOfFound), searches: 1 })
    return outcomeOf(near.length)
  }
}

function outcomeOf(found: number) {
  return { endedBy: found > 0 ? ('covered' as const) : ('nothing_new' as const) }
}
