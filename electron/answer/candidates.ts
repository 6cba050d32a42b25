import type { Passage } from '../retrieval/passage'
import { type Span, splitSentences } from '../text/sentences'

/** A sentence of a passage that could be part of an answer; offsets are within the passage's text. */
export interface Candidate extends Span {
  readonly passage: number
  readonly text: string
  readonly listMarker: boolean
  /** The line announces a list: it ends in a colon. */
  readonly announces: boolean
}

const marker = /^(?:[-*+•·]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)、]\s*|[（(]\d{1,3}[)）]\s*|>\s*)/u
const heading = /^#{1,6}\s|^[=\-*_]{3,}$|^\|?[\s:|-]+\|?$|^(?:```|~~~)/u

/** Every sentence of the passages, markers trimmed off, without headings, rules and fences. In reading order. */
export function candidatesOf(passages: readonly Passage[]): Candidate[] {
  return passages.flatMap((passage, at) =>
    sentencesAndRows(passage.text).flatMap((span) => {
      const raw = passage.text.slice(span.start, span.end)
      if (heading.test(raw)) return []
      const { start, end, listMarker } = trimmed(raw, span.start)
      const text = passage.text.slice(start, end)
      if (!/[\p{L}\p{N}]/u.test(text)) return []
      return [{ passage: at, start, end, text, listMarker, announces: /[:：]\s*$/u.test(text) }]
    }),
  )
}

/** A table row as parsers render it: at least two `Header: value` cells. */
const tableRow = /^[^:：;\n]{1,60}: [^\n]*?; [^:：;\n]{1,60}: /u

/** Sentences, except that every line that is a table row stands for itself, however it is punctuated. */
function sentencesAndRows(text: string): Span[] {
  const spans: Span[] = []
  let proseStart = 0
  let at = 0
  const closeProse = (end: number) => {
    for (const { start, end: stop } of splitSentences(text.slice(proseStart, end))) {
      spans.push({ start: proseStart + start, end: proseStart + stop })
    }
  }
  for (const line of text.split('\n')) {
    if (tableRow.test(line)) {
      closeProse(at)
      spans.push({ start: at, end: at + line.length })
      proseStart = at + line.length
    }
    at += line.length + 1
  }
  closeProse(text.length)
  return spans
}

function trimmed(raw: string, offset: number): Span & { listMarker: boolean } {
  const lead = marker.exec(raw)?.[0].length ?? 0
  const pipes = /^\|\s*/u.exec(raw.slice(lead))?.[0].length ?? 0
  const tail = /\s*\|\s*$/u.exec(raw)?.[0].length ?? 0
  const start = lead + pipes
  return {
    start: offset + start,
    end: offset + Math.max(start, raw.length - tail),
    listMarker: lead > 0 && !raw.startsWith('>'),
  }
}
