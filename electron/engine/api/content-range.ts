import type { DocumentStructure } from '@shared/documents'
import type { DocumentContent } from '@engine/ports/storage/document-store'

interface Range {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

/** The text of `[start, end)` with the blocks and pages that touch it; everything without a range. */
export function contentRange({ text, structure }: DocumentContent, { start, end }: Range) {
  const total_chars = text.length
  if (start === undefined && end === undefined) return { text, total_chars, structure }
  const from = Math.min(start ?? 0, total_chars)
  const to = Math.max(from, Math.min(end ?? total_chars, total_chars))
  return { text: text.slice(from, to), total_chars, structure: touching(structure, from, to) }
}

function touching(structure: DocumentStructure, from: number, to: number): DocumentStructure {
  const touches = ({ start, end }: { start: number; end: number }) => start < to && end > from
  return { ...structure, blocks: structure.blocks.filter(touches), pages: structure.pages.filter(touches) }
}
