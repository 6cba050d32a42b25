import { setImmediate } from 'node:timers/promises'
import { toCairnError } from '@shared/errors'
import { type Note, note, whyOf } from '@shared/note'
import { withDeadline } from '@engine/platform/deadline'
import { afterProcessorTime } from '@engine/platform/processor-wait'
import type { Composed } from '../answering/attempt'

export type Suggest = (answer: Composed, signal: AbortSignal) => Promise<string[]>

interface Suggested {
  readonly suggestions: string[]
  /** Why suggestions failed; empty where they did not. */
  readonly problems: readonly Note[]
}

const budgetMs = 500

export const noSuggestions: Suggested = { suggestions: [], problems: [] }

/** Suggestions are a courtesy: an answer neither waits long for them nor fails with them, but says that they failed. */
export async function suggestInTime(suggest: Suggest, answer: Composed, signal: AbortSignal): Promise<Suggested> {
  try {
    // Lets the first token of the answer out before suggestions are computed.
    await setImmediate()
    // By the processor it really gets: beside other programs suggestions are just as good.
    const suggestions = await withDeadline((inner) => suggest(answer, inner), budgetMs, signal, afterProcessorTime)
    return { suggestions, problems: [] }
  } catch (thrown) {
    const isLate = toCairnError(thrown).code === 'DEADLINE_EXCEEDED'
    const problem = isLate ? note('suggestions_late', { ms: budgetMs }) : note('suggestions_failed', whyOf(thrown))
    return { suggestions: [], problems: [problem] }
  }
}
