import type { Critique } from '@shared/events'
import type { Note } from '@shared/note'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import { type JoinedAnswer, quotedBehind } from '@engine/answer/citations/quoted-behind'
import { type Composing, composeChecked, type Written } from './checked-answer'

/** A written answer that broke off with the quoted one behind it. */
interface BrokenAndQuoted {
  readonly answer: CitedAnswer
  /** What is to be streamed behind the written words. */
  readonly added: string
  readonly critique: Critique | null
  readonly problems: readonly Note[]
}

/** Quotes what the documents say behind words that a model broke off; null where nothing can be quoted. Throws CANCELLED. */
export async function quoteBehindBroken(
  { answer: written, critique }: Pick<Written, 'answer' | 'critique'>,
  composing: Composing,
  { budget, clock }: { readonly budget: number; readonly clock: () => number },
  signal: AbortSignal,
): Promise<BrokenAndQuoted | null> {
  const { headingBehindBroken: heading } = composing
  if (heading === undefined) return null
  const quoted = await composeChecked(composing, budget, clock, signal)
  if (quoted.answer.evidence.length === 0) return null
  const joined = quotedBehind(written, `${closingFence(written.response)}\n\n${heading}\n\n`, quoted.answer)
  return {
    answer: joined.answer,
    added: joined.answer.response.slice(written.response.length),
    critique: bothVerdicts(critique, quoted.critique, joined),
    problems: quoted.problems,
  }
}

/** Ends a code block that was left open: what follows it is no code. */
function closingFence(response: string): string {
  const fences = response.match(/^\s*```/gmu)?.length ?? 0
  return fences % 2 === 1 ? '\n```' : ''
}

/** The written sentences' verdict, with those of the quoted ones; the latter alone where nothing written was judged. */
function bothVerdicts(written: Critique | null, quoted: Critique | null, { placeOf, numberOf }: JoinedAnswer) {
  if (!quoted) return written
  const sentences = quoted.sentences.map((one) => ({
    ...one,
    start: placeOf(one.start),
    end: placeOf(one.end),
    refs: one.refs.map(numberOf),
  }))
  const base = written ?? quoted
  return { ...base, sentences: [...(written?.sentences ?? []), ...sentences] }
}
