import { type Span, splitSentences } from '@engine/text/sentences/sentences'
import type { FactPassage } from '../../facts/passage-parts'

/** A sentence of one of several passages; the prompt counts them through from 1. */
export interface NumberedSentence extends Span {
  /** Place of its passage among those that are read together. */
  readonly passage: number
}

export function numberSentences(passages: readonly FactPassage[]): NumberedSentence[] {
  return passages.flatMap(({ text }, passage) => splitSentences(text).map((span) => ({ ...span, passage })))
}
