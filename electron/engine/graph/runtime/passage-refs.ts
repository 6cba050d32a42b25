import type { Chunk } from '@shared/documents'
import type { GraphPassageRef } from '@shared/graph'
import type { FoundChunk } from '@engine/ports/storage/chunk-index'
import { splitSentences } from '@engine/text/sentences/sentences'
import type { PassagePlace } from '../entities/cards/passage-place'

const longest = 400
const readAtOnce = 200

interface PassageSource {
  readonly chunksById: (ids: readonly string[]) => Promise<readonly FoundChunk[]>
  readonly isVisible: (documentId: string) => boolean
}

/**
 * Reads the passages of these places; the function it resolves with gives the texts of any of them, in their order. Passages
 * that are gone meanwhile, or of a document in the trash, are left out.
 */
export async function readPassageRefs(
  all: readonly PassagePlace[],
  { chunksById, isVisible }: PassageSource,
): Promise<(places: readonly PassagePlace[]) => GraphPassageRef[]> {
  const ids = [...new Set(all.map(({ passageId }) => passageId))]
  const chunks = new Map<string, Chunk>()
  for (let at = 0; at < ids.length; at += readAtOnce) {
    for (const { chunk } of await chunksById(ids.slice(at, at + readAtOnce))) chunks.set(chunk.id, chunk)
  }
  return (places) =>
    places.flatMap(({ passageId, start, end }) => {
      const chunk = chunks.get(passageId)
      return chunk && isVisible(chunk.doc_id) ? [refOf(chunk, start, end)] : []
    })
}

/** A text of at most `longest` characters and `…` where it is cut off, with `[from, to)` or its beginning in the middle. */
function cutAround(text: string, from: number, to: number): string {
  if (text.length <= longest) return text
  const before = Math.max(0, from - Math.floor(Math.max(0, longest - (to - from)) / 2))
  const end = Math.min(text.length, before + longest)
  const start = Math.max(0, end - longest)
  const shown = text.slice(isInside(text, start) ? start + 1 : start, isInside(text, end) ? end - 1 : end)
  return `${start > 0 ? '…' : ''}${shown.trim()}${end < text.length ? '…' : ''}`
}

/** Whether an offset is between the two halves of a character. */
function isInside(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
}

/** The whole sentences that a place stands in, since a name by itself says nothing. */
function refOf(chunk: Chunk, from: number, to: number): GraphPassageRef {
  const around = splitSentences(chunk.text).filter((span) => span.start < to && span.end > from)
  const start = Math.min(from, ...around.map((span) => span.start))
  const end = Math.max(to, ...around.map((span) => span.end))
  const { id, doc_id, doc_name, title, heading_path, page } = chunk
  return {
    chunk_id: id,
    document_id: doc_id,
    document_title: title || doc_name,
    heading_path,
    page,
    start: chunk.start + start,
    end: chunk.start + end,
    text: cutAround(chunk.text.slice(start, end), from - start, to - start),
  }
}
