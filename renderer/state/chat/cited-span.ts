import type { AnswerRef, EvidenceItem } from '@shared/events'

/** A stretch of text, 0-based half-open, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The part of an evidence's text that a citation is about; null where its selector says nothing usable. */
export function citedSpan(ref: AnswerRef, textLength: number): Span | null {
  const [, first, second] = /^chars:(\d{1,9})-(\d{1,9})$/u.exec(ref.selector) ?? []
  const start = Number(first)
  const end = Math.min(Number(second), textLength)
  return Number.isInteger(start) && start < end ? { start, end } : null
}

/** The cited parts of one evidence, in text order; all of it only where nothing smaller is cited. */
export function citedSpans(item: EvidenceItem, refs: readonly AnswerRef[]): Span[] {
  const spans = refs
    .filter(({ number }) => number === item.number)
    .flatMap((ref) => citedSpan(ref, item.text.length) ?? [])
    .sort((a, b) => a.start - b.start)
  // A sentence that a model made up points at the whole, which would hide what the others rest on.
  const parts = spans.filter(({ start, end }) => end - start < item.text.length)
  return parts.length > 0 ? parts : spans
}
