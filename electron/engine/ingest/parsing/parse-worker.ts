import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { DocumentStructure, Gap, Published } from '@shared/documents'
import { type ErrorReport, toCairnError } from '@shared/errors'
import type { ShareTask } from '@engine/graph/share/read-share'
import type { ChunkDraft } from '../chunking/chunk'
import { type ChunkColumns, columnsOf } from '../chunking/chunk-columns'
import type { PageReading } from '../ocr/page-reading'
import type { MemberBudget, UnpackedMember } from '../members/members'
import { UnpackedMembers } from '../members/unpack-members'
import { signatureOf, writeSignature } from '../near-duplicates/signature'
import { chunksOf, parseFile, type StoredFile } from './parse-file'

export interface ParseTask extends StoredFile {
  readonly name: string
  /** Where the files that this one holds are unpacked to, and how many; absent where only its own text is wanted. */
  readonly members?: { readonly folder: string; readonly budget: MemberBudget } | undefined
  readonly password?: string | undefined
  /** What OCR has read of the file, by page. */
  readonly readings?: ReadonlyMap<number, PageReading> | undefined
}

/** A text cut into chunks. */
export interface CutText {
  readonly chunks: ChunkDraft[]
  readonly columns: ChunkColumns
}

/** A parsed and chunked file. The large parts are bytes, ready to be stored: they move between threads without being copied. */
export interface ParsedFile extends CutText {
  readonly format: string
  readonly title: string
  readonly gaps: Gap[]
  readonly authors: string[]
  readonly written_at: string | null
  readonly published?: Published | undefined
  /** What the writer filed it under. */
  readonly tags?: readonly string[]
  readonly charCount: number
  /** The extracted text, UTF-8. */
  readonly textBytes: Uint8Array
  /** The DocumentStructure, JSON in UTF-8. */
  readonly structureBytes: Uint8Array
  /** Whether the structure has rows of tables. */
  readonly hasRows: boolean
  /** The files it holds. */
  readonly members: readonly UnpackedMember[]
  /** As `writeSignature` writes it; absent for a text too short to be compared. */
  readonly signature?: string | undefined
}

/** A document parsed before, to be cut again. */
export interface ChunkTask {
  readonly text: string
  readonly structure: DocumentStructure
}

/** What a worker answers. Errors cross as reports: a thrown one would lose its class and code. */
export type Answer<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: ErrorReport }

/** Piscina's worker entry: one file in, its parsed data out, moved rather than copied. */
export default async function parseInWorker(task: ParseTask): Promise<unknown> {
  return answered(
    async (): Promise<ParsedFile> => {
      const { members: _, ...file } = task
      const unpacked = task.members && new UnpackedMembers(task.members)
      const { text, structure, chunks } = await parseFile({ ...file, members: unpacked })
      const { format, title, gaps, tags = [], authors = [], written_at = null, published } = structure
      const encoder = new TextEncoder()
      const textBytes = encoder.encode(text)
      const structureBytes = encoder.encode(JSON.stringify(structure))
      // Lists of what archives hold are alike by nature.
      const signature = chunks.length > 0 ? signatureOf(text) : undefined
      return {
        ...{
          format,
          title,
          gaps,
          tags,
          authors,
          written_at,
          published,
          charCount: text.length,
          textBytes,
          structureBytes,
          chunks,
        },
        columns: columnsOf(title, chunks),
        hasRows: structure.blocks.some(({ kind }) => kind === 'table_row'),
        signature: signature ? writeSignature(signature) : undefined,
        members: unpacked?.taken ?? [],
      }
    },
    ({ textBytes, structureBytes, columns }) => [textBytes.buffer, structureBytes.buffer, ...buffersOf(columns)],
  )
}

/** Piscina's second entry, by this name: cuts a document whose text is already known. */
export function chunkInWorker({ text, structure }: ChunkTask): Promise<unknown> {
  return answered(
    (): CutText => {
      const chunks = chunksOf(text, structure)
      return { chunks, columns: columnsOf(structure.title, chunks) }
    },
    ({ columns }) => buffersOf(columns),
  )
}

/** Piscina's third entry, by this name: what a document contributes to the knowledge graph, as a file's bytes. */
export function shareInWorker(task: ShareTask): Promise<unknown> {
  return answered(
    async () => {
      // Not before it is needed: a worker is to read its first file soon.
      const { readShare } = await import('@engine/graph/share/read-share')
      return readShare(task)
    },
    (bytes) => [bytes.buffer],
  )
}

/** Piscina's fourth entry, by this name: answers where this file could be loaded. */
export function isLoaded(): boolean {
  return true
}

function buffersOf({ hashes, vectors }: ChunkColumns): ArrayBufferLike[] {
  return [hashes.buffer, vectors.buffer]
}

/** The `Answer` of some work, as Piscina takes it: with buffers inside the value that are moved, not copied. */
async function answered<Value>(
  work: () => Promise<Value> | Value,
  moved: (value: Value) => ArrayBufferLike[],
): Promise<unknown> {
  try {
    const value = await work()
    const answer: Answer<Value> = { ok: true, value }
    return move({ [transferableSymbol]: moved(value), [valueSymbol]: answer })
  } catch (thrown) {
    return { ok: false, error: toCairnError(thrown).report() } satisfies Answer<Value>
  }
}
