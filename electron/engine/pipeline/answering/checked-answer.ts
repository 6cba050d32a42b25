import { toCairnError } from '@shared/errors'
import type { Critique } from '@shared/events'
import { type Note, note, notesOfFailure, whyOf } from '@shared/note'
import type { AnswerBasis } from '@shared/session/turn-trace'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import { withDeadline } from '@engine/platform/deadline'
import { afterProcessorTime, processorWaitMs } from '@engine/platform/processor-wait'
import type { ModelCall } from '../model-calls/model-call'
import type { Suggest } from '../suggest/suggest-in-time'
import type { Assembled } from '../turn'
import type { Composed } from './attempt'
import type { NotWritten, Writing, WritingSink } from '../writing/write-answer'

/** How an answer comes about. */
export interface Composing {
  readonly compose: (signal: AbortSignal) => Composed | Promise<Composed>
  /** The answer when composing takes too long. */
  readonly fallback?: (() => Composed) | undefined
  /** What went wrong before composing began. */
  readonly troubles?: readonly Note[] | undefined
  readonly check?: Check | undefined
  /** The call of the model whose words `compose` gives; absent for words of Cairn or of documents. */
  readonly said?: ModelCall | undefined
  /** The language model that is to write it, for people. */
  readonly writer?: string | undefined
  /** Has a language model write it instead; where that comes to nothing, it is composed. */
  readonly write?: ((sink: WritingSink, signal: AbortSignal) => Promise<Written | NotWritten>) | undefined
  /** Stands before what is quoted behind a written answer that broke off; absent where nothing is. */
  readonly headingBehindBroken?: string | undefined
  /** What the answer that is shown rests on, for the record; absent for one that needs nothing. */
  readonly restsOn?: ((answer: Composed, quoted: boolean) => RestsOn) | undefined
  /** What can be asked next; absent where nothing is suggested. */
  readonly suggest?: Suggest | undefined
}

/** A written answer, as it is to be shown. */
export interface Written extends Writing {
  /** The engine's notices behind the answer; empty where there is nothing to notice. */
  readonly notice: string
  /** Null where it claims nothing. */
  readonly critique: Critique | null
  /** What went wrong in checking it. */
  readonly problems: readonly Note[]
  /** Where the critic sends it back: writes another one, or null for no use, in `ms` milliseconds; null for no need. */
  readonly again: { readonly ms: number; readonly write: (signal: AbortSignal) => Promise<Written | null> } | null
}

export interface RestsOn {
  readonly basis: AnswerBasis
  /** Null where nothing was to be read. */
  readonly prompt: Assembled | null
}

/** Holding an answer against its sources, and a second attempt where it does not stand. */
export interface Check {
  /** `mayReturn` while a second attempt can still be made. */
  readonly judge: (answer: CitedAnswer, mayReturn: boolean) => Critique
  /** Composes from a wider search; null where that found nothing more. */
  readonly again: (signal: AbortSignal) => Promise<Composed | null>
}

export interface CheckedAnswer {
  readonly answer: Composed
  /** Null for what cites nothing. */
  readonly critique: Critique | null
  readonly summary: readonly Note[]
  /** Composing failed or was late: this is the fallback. */
  readonly quoted: boolean
  /** What went wrong on the way to it. */
  readonly problems: readonly Note[]
}

/** A second answer must stand this much better than the first to be shown instead. */
const clearlyBetter = 0.03

/** Composes an answer and checks it before it is shown. What takes longer than `budget` milliseconds is done without. */
export async function composeChecked(
  { compose, fallback, check }: Composing,
  budget: number,
  clock: () => number,
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  const [start, waited] = [clock(), processorWaitMs()]
  const unchecked = { critique: null, summary: [] }
  let composed: CheckedAnswer
  try {
    // Beside other programs an answer takes longer by the clock and is just as good.
    const answer = await withDeadline(compose, fallback ? budget : Infinity, signal, afterProcessorTime)
    composed = { ...unchecked, answer, quoted: false, problems: [] }
  } catch (thrown) {
    if (!fallback || signal.aborted) throw thrown
    const isLate = toCairnError(thrown).code === 'DEADLINE_EXCEEDED'
    const problems = isLate ? [note('late', { ms: budget })] : notesOfFailure(thrown)
    return { ...unchecked, answer: fallback(), quoted: true, problems }
  }
  const { answer } = composed
  // Passages shown for want of an answer claim nothing, so there is nothing to check.
  if (!check || answer.evidence.length === 0 || answer.outcome === 'closest') return composed
  try {
    const worked = clock() - start - (processorWaitMs() - waited)
    return await checked(composed, check, budget - worked, signal)
  } catch (thrown) {
    if (signal.aborted) throw thrown
    // The answer is shown unchecked.
    return { ...composed, problems: [note('check_failed', whyOf(thrown))] }
  }
}

async function checked(
  first: CheckedAnswer,
  { judge, again }: Check,
  left: number,
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  const critique = judge(first.answer, left > 0)
  if (!critique.evaluation.should_return_to_chief) return { ...first, critique }
  const { second, problems } = await attempt(again, left, signal)
  const other = second && second.evidence.length > 0 ? { answer: second, critique: judge(second, false) } : null
  if (other && isBetter(other.critique, critique)) {
    return { ...other, summary: [note('searched_wider')], quoted: false, problems: first.problems }
  }
  return { ...first, critique: judge(first.answer, false), problems: [...first.problems, ...problems] }
}

async function attempt(again: Check['again'], left: number, signal: AbortSignal) {
  try {
    return { second: await withDeadline(again, left, signal, afterProcessorTime), problems: [] }
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return { second: null, problems: [note('wider_search_failed', whyOf(thrown))] }
  }
}

/** Whether a second answer stands so much better that it is shown instead of the first. */
export function isBetter(second: Critique, first: Critique): boolean {
  return (
    wrongIn(second) <= wrongIn(first) && second.evaluation.confidence >= first.evaluation.confidence + clearlyBetter
  )
}

/** Sentences that do not stand. */
export function wrongIn({ sentences }: Critique): number {
  return sentences.filter(({ verdict }) => verdict === 'unsupported' || verdict === 'uncited').length
}
