import type { AnswerRef, EvidenceItem } from '@shared/events'
import { placeAt } from '@shared/session/evidence-place'
import type { ShownDocument } from '../../window/route'
import type { Turn } from './turn-reducer'

type Cited = Pick<Turn, 'turn_id' | 'evidence' | 'refs'>

/** The passage that a citation opens: the cited part of an evidence, or all of it where that part is unknown. */
export function passageOf(
  item: Pick<EvidenceItem, 'document_id' | 'start' | 'end' | 'text'>,
  span: Span | null,
): ShownDocument {
  const { start, end } = span ?? { start: 0, end: item.end - item.start }
  const quote = item.text.slice(start, end)
  return {
    id: item.document_id,
    range: { start: item.start + start, end: item.start + end },
    ...(quote.length === end - start && { quote }),
  }
}

/** The passages an answer cites, in the order of the answer, each once. */
export function citedPassages({ evidence, refs }: Cited): ShownDocument[] {
  const passages: ShownDocument[] = []
  for (const ref of refs.toSorted((a, b) => a.response_start - b.response_start)) {
    const item = evidence.find(({ number }) => number === ref.number)
    const passage =
      item && item.kind !== 'chat' && item.kind !== 'tool' && passageOf(item, citedSpan(ref, item.text.length))
    if (passage && !passages.some((other) => isSame(other, passage))) passages.push(passage)
  }
  return passages
}

/** The headings and the page of a passage that an answer cites; null where it does not. */
export function placeOfPassage({ evidence }: Pick<Turn, 'evidence'>, { id, range }: ShownDocument) {
  const at = range?.start ?? -1
  const item = evidence.find((one) => one.document_id === id && one.start <= at && at < one.end)
  return item ? { ...placeAt(item, at), format: item.format } : null
}

/** The answer that a passage on show is cited in: `preferred` where it is, else the newest that cites it. */
export function citingTurn<T extends Cited>(
  turns: readonly T[],
  preferred: T | undefined,
  shown: ShownDocument,
): T | undefined {
  const cites = (turn: T): boolean => citedPassages(turn).some((passage) => isSame(passage, shown))
  if (preferred && cites(preferred)) return preferred
  return turns.findLast(cites)
}

/** The text of a passage when an answer cited or found it; undefined where none of these answers did. */
export function quoteIn(turns: readonly Cited[], shown: ShownDocument): string | undefined {
  for (const turn of turns.toReversed()) {
    const found = turn.evidence.map((item) => passageOf(item, null))
    const passage = [...citedPassages(turn), ...found].find((other) => isSame(other, shown))
    if (passage?.quote !== undefined) return passage.quote
  }
  return undefined
}

export function isSame(one: ShownDocument, other: ShownDocument): boolean {
  return one.id === other.id && one.range?.start === other.range?.start && one.range?.end === other.range?.end
}

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
