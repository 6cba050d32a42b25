import type { Chunk } from '@shared/documents'
import type { Passage } from './passage'

/** Part of a document's extracted text, 0-based half-open. */
export interface TextRange {
  readonly documentId: string
  readonly start: number
  readonly end: number
  /** What stands there, where other places of the document that say the same count as well. */
  readonly text?: string | undefined
}

/** Shorter chunks say the same in many places without being copies, in characters. */
const leastCopied = 60

/** Whether nothing of a chunk may be used: it has text of what was left out, or repeats it elsewhere in its document. */
export function isLeftOut(
  ranges: readonly TextRange[],
  chunk: Pick<Chunk, 'doc_id' | 'start' | 'end' | 'text'>,
): boolean {
  return ranges.some(
    (range) => range.documentId === chunk.doc_id && (overlaps(range, chunk) || repeats(chunk.text, range.text)),
  )
}

function repeats(text: string, known: string | undefined): boolean {
  const plain = (one: string) => one.replace(/\s+/gu, ' ').trim()
  const own = plain(text)
  return known !== undefined && own.length >= leastCopied && plain(known).includes(own)
}

/** Whether a chunk has any text of a range. */
export function overlaps(range: TextRange, { doc_id, start, end }: Pick<Chunk, 'doc_id' | 'start' | 'end'>): boolean {
  return range.documentId === doc_id && start < range.end && range.start < end
}

/** A passage whose neighbours reach into ranges, without that part of them; its own chunk is outside of all. */
export function withoutRanges(passage: Passage, ranges: readonly TextRange[]): Passage {
  const { chunk } = passage
  let { start, end } = passage
  for (const range of ranges) {
    if (!overlaps(range, { doc_id: chunk.doc_id, start, end })) continue
    if (range.end <= chunk.start) start = Math.max(start, range.end)
    else end = Math.min(end, range.start)
  }
  if (start === passage.start && end === passage.end) return passage
  return { ...passage, start, end, text: passage.text.slice(start - passage.start, end - passage.start) }
}
