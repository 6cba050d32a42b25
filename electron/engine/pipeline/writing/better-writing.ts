import { type Note, note, whyOf } from '@shared/note'
import { withDeadline } from '@engine/platform/deadline'
import { isBetter, wrongIn, type Written } from '../answering/checked-answer'
import { analyse } from '@engine/text/analyse'
import type { ModelCall } from '../model-calls/model-call'
import { withoutCitations } from '../prompts/neutral'

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
    const isCited = second.answer.evidence.length > 0
    // A first answer that found nothing claims nothing; any that cites a passage is better.
    const isMore = first.critique === null || (second.critique !== null && standsBetter(second, first))
    if (!isCited || !isMore) return { ...alone, other: second.call }
    return { ...alone, kept: second, other: first.call, summary: [note('searched_wider')] }
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return { ...alone, problems: [note('wider_search_failed', whyOf(thrown))] }
  }
}

/** Whether more of the second stands, or as much and it leaves out nothing of the first and has more. */
function standsBetter(second: Written, first: Written): boolean {
  if (!second.critique || !first.critique) return false
  if (isBetter(second.critique, first.critique)) return true
  return wrongIn(second.critique) <= wrongIn(first.critique) && holdsAll(second.answer.response, first.answer.response)
}

/** Share of an item's words that a line must have to be the same item in other words. */
const sameItem = 0.6

/** Whether all figures and list items or rows of one text are in a fuller one, that has more of them. */
export function holdsAll(fuller: string, text: string): boolean {
  const [said, wanted] = [fuller, text].map((one) => partsOf(withoutCitations(one)))
  if (!said || !wanted || said.figures.size + said.items.length <= wanted.figures.size + wanted.items.length)
    return false
  const isSaid = (item: ReadonlySet<string>) =>
    said.lines.some((line) => [...item].filter((term) => line.has(term)).length >= sameItem * item.size)
  return [...wanted.figures].every((figure) => said.figures.has(figure)) && wanted.items.every(isSaid)
}

function partsOf(text: string) {
  const lines = text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line))
  const termsOf = (line: string) => new Set(analyse(line))
  return {
    figures: new Set(text.match(/\d+(?:[.,]\d+)*/gu) ?? []),
    items: lines.filter((line) => /^\s*(?:[-*+•|]|\d{1,2}[.)、])/u.test(line)).map(termsOf),
    lines: lines.map(termsOf),
  }
}
