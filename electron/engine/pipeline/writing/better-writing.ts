import { type Note, note, whyOf } from '@shared/note'
import { withDeadline } from '@engine/platform/deadline'
import { isBetter, type Written } from '../answering/checked-answer'
import type { ModelCall } from '../model-calls/model-call'

export interface BetterWriting {
  readonly kept: Written
  /** The call whose words are not kept; null where there was only one, or the second is recorded already. */
  readonly other: ModelCall | null
  readonly summary: readonly Note[]
  readonly problems: readonly Note[]
}

/** The better of a streamed answer that the critic sent back and one written from a wider search. Throws CANCELLED. */
export async function betterWriting(first: Written, signal: AbortSignal): Promise<BetterWriting> {
  const { again } = first
  const alone = { kept: first, other: null, summary: [], problems: [] }
  if (!again) return alone
  try {
    const second = await withDeadline((inner) => again.write(inner), again.ms, signal)
    if (!second) return alone
    const stands = first.critique && second.critique && second.answer.evidence.length > 0
    if (!stands || !isBetter(second.critique, first.critique)) return { ...alone, other: second.call }
    return { ...alone, kept: second, other: first.call, summary: [note('searched_wider')] }
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return { ...alone, problems: [note('wider_search_failed', whyOf(thrown))] }
  }
}
