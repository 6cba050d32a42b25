import type { AnswerSpan } from '@engine/ports/models/reader'
import type { AskedPart } from '@engine/question/asked-question'
import type { Passage } from '@engine/retrieval/passage'
import type { AnswerSentence } from '../sentences/extract-answer'
import type { Scored } from '../sentences/score-sentences'

/** What a reading model found for a question in the passages it read. */
export interface Reading {
  /** The index of the passage with the best span. */
  readonly passage: number
  readonly span: AnswerSpan
  /** How far that is above there being no answer in its passage, in logits; not above 0 means that nothing answers. */
  readonly overNone: number
  /** How far above the best of any other passage; `overNone` itself where it read no other. */
  readonly margin: number
}

/** A short answer explains itself; as many further sentences may stand behind its own. */
const maxBehind = 2

/** Null where no passage was read for this question, or where the best place is no longer in its passage. */
export function readingOf(asked: AskedPart, passages: readonly Passage[]): Reading | null {
  const found = passages
    .flatMap(({ spans = [] }, passage) =>
      spans
        .filter((span) => span.question === asked.text)
        .map((span) => ({ passage, span, overNone: span.score - span.none })),
    )
    .toSorted((a, b) => b.overNone - a.overNone || a.passage - b.passage)
  const [best, second] = found
  if (!best || best.span.end > (passages[best.passage]?.text.length ?? 0)) return null
  return { ...best, margin: best.overNone - (second?.overNone ?? 0) }
}

/** The span, its sentence and what goes on behind it; null where the span answers nothing or is in no one sentence. */
export function leadWithSpan(
  { passage, span: { start, end }, overNone }: Reading,
  sentences: readonly AnswerSentence[],
  scored: readonly Scored[],
): readonly AnswerSentence[] | null {
  if (overNone <= 0) return null
  const holds = (one: Pick<AnswerSentence, 'passage' | 'start' | 'end'>) =>
    one.passage === passage && one.start <= start && end <= one.end
  const own = scored.find((one) => !one.heads && holds(one))
  if (!own) return null
  const text = own.text.slice(start - own.start, end - own.start)
  const short = { passage, start, end, text, listItem: false, short: true }
  const sentence = { passage, start: own.start, end: own.end, text: own.text, listItem: own.item }
  const behind = sentences.filter((one) => !one.listItem && !one.heads && !holds(one))
  return [short, sentence, ...behind.slice(0, maxBehind)]
}
