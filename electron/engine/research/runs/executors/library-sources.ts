import type { Chunk, SearchFilter } from '@shared/documents'
import type { EvidencePlace } from '@shared/session/evidence-place'
import { evidenceIdOf } from '@engine/session/context/evidence'
import type { NewEvidence } from './task-work'

/** A document that tasks may read. */
export interface LibraryDocument {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly format: string
}

/** A chunk, and where its parts stand where that is not the same for all. */
export interface PlacedChunk extends Chunk {
  readonly places?: EvidencePlace[]
}

/** What tasks read from. */
export interface LibrarySources {
  /** The searchable documents of a scope. */
  documents(scope: SearchFilter | undefined): readonly LibraryDocument[]
  /** Chunks of a document with `from <= index < to`, in order. */
  chunks(documentId: string, from: number, to: number): Promise<PlacedChunk[]>
  /** Null for a document that is gone or whose text cannot be read. */
  text(documentId: string): Promise<string | null>
  /** `[start, end)` of a document as it is now; null where it is gone. */
  passage(documentId: string, start: number, end: number): Promise<NewEvidence | null>
}

/** What names a passage as evidence: the same passage is one piece of evidence in chats and in research. */
export function passageId(
  name: string,
  documentId: string,
  range: { start: number; end: number; text: string },
): string {
  const uri = `cairn://document/${documentId}?chars=${range.start}-${range.end}`
  return evidenceIdOf({ type: 'rag_doc', source: { kind: 'rag', name, uri }, content: range.text })
}

/** A chunk as evidence. */
export function evidenceOfChunk(chunk: PlacedChunk): NewEvidence {
  const { doc_id: id, doc_name: name, title, format, start, end, text, places } = chunk
  return {
    evidence_id: passageId(name, id, { start, end, text }),
    kind: 'kb',
    document_id: id,
    document_name: name,
    document_title: title || name,
    format,
    heading_path: chunk.heading_path,
    page: chunk.page,
    ...(places ? { places } : {}),
    start,
    end,
    text,
    score: 1,
  }
}
