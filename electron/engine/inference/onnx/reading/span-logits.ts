import type { AnswerSpan } from '@engine/ports/models/reader'
import type { TokenRange } from './token-ranges'

/** A part of a passage as the model read it beside the question. */
export interface ReadWindow {
  /** Where the passage's part begins among the window's tokens. */
  readonly secondAt: number
  /** The part's tokens in the passage's text. */
  readonly ranges: readonly TokenRange[]
  /** A number for each token of the window, the special ones included. */
  readonly starts: ArrayLike<number>
  readonly ends: ArrayLike<number>
}

/** An answer of more tokens than this is no short one; BERT's own script for SQuAD has the same limit. */
const maxAnswerTokens = 30

/**
 * The best span of a passage over its windows, as BERT reads SQuAD 2 (Devlin et al. 2019, and run_squad.py): the highest sum
 * of a start's and an end's logit, and the lowest that any window gives to there being no answer, which is the first token's.
 * Null where no token stands for anything.
 */
export function bestSpan(windows: readonly ReadWindow[], text: string): AnswerSpan | null {
  const none = Math.min(...windows.map(({ starts, ends }) => (starts[0] ?? 0) + (ends[0] ?? 0)))
  let best: AnswerSpan | null = null
  for (const { secondAt, ranges, starts, ends } of windows) {
    for (const [first, { start }] of ranges.entries()) {
      for (const [further, { end }] of ranges.slice(first, first + maxAnswerTokens).entries()) {
        const score = (starts[secondAt + first] ?? 0) + (ends[secondAt + first + further] ?? 0)
        if ((best && score <= best.score) || text.slice(start, end).trim() === '') continue
        best = { start, end, score, none }
      }
    }
  }
  return best
}
