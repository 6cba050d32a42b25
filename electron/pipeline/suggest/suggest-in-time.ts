import { setImmediate } from 'node:timers/promises'
import { toCairnError } from '@shared/errors'
import type { CitedAnswer } from '../../answer/cite'
import { withDeadline } from '../../platform/deadline'

export type Suggest = (answer: CitedAnswer, signal: AbortSignal) => Promise<string[]>

interface Suggested {
  readonly suggestions: string[]
  /** Why there are none, where something went wrong; empty otherwise. */
  readonly problem: string
}

const budgetMs = 500

export const noSuggestions: Suggested = { suggestions: [], problem: '' }

/** Suggestions are a courtesy: an answer neither waits long for them nor fails with them, but says that they failed. */
export async function suggestInTime(suggest: Suggest, answer: CitedAnswer, signal: AbortSignal): Promise<Suggested> {
  try {
    // The first token goes before.
    await setImmediate()
    return { suggestions: await withDeadline((inner) => suggest(answer, inner), budgetMs, signal), problem: '' }
  } catch (thrown) {
    return { suggestions: [], problem: `no suggestions: ${toCairnError(thrown).message}` }
  }
}
