import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { DocumentStructure, Gap } from '@shared/documents'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { readShare, type ShareTask } from '@engine/graph/share/read-share'
import { chunkDocument, type ChunkDraft } from '../chunking/chunk'
import { signatureOf, writeSignature } from '../near-duplicates/signature'
import { parseFile } from './parse-file'

export interface ParseTask {
  readonly path: string
  readonly name: string
  readonly password?: string | undefined
}

/** A parsed and chunked file. The large parts are bytes, ready to be stored: they move between threads without being copied. */
export interface ParsedFile {
  readonly format: string
  readonly title: string
  readonly gaps: Gap[]
  /** What the writer filed it under. */
  readonly tags?: readonly string[]
  readonly charCount: number
  /** The extracted text, UTF-8. */
  readonly textBytes: Uint8Array
  /** The DocumentStructure, JSON in UTF-8. */
  readonly structureBytes: Uint8Array
  readonly chunks: ChunkDraft[]
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
      const { text, structure, chunks } = await parseFile(task)
      const { format, title, gaps, tags = [] } = structure
      const encoder = new TextEncoder()
      const textBytes = encoder.encode(text)
      const structureBytes = encoder.encode(JSON.stringify(structure))
      const signature = signatureOf(text)
      return {
        ...{ format, title, gaps, tags, charCount: text.length, textBytes, structureBytes, chunks },
        signature: signature ? writeSignature(signature) : undefined,
      }
    },
    ({ textBytes, structureBytes }) => [textBytes.buffer, structureBytes.buffer],
  )
}

/** Piscina's second entry, by this name: cuts a document whose text is already known. */
export function chunkInWorker({ text, structure }: ChunkTask): Promise<unknown> {
  return answered(
    () => chunkDocument(text, structure),
    () => [],
  )
}

/** Piscina's third entry, by this name: what a document contributes to the knowledge graph, as a file's bytes. */
export function shareInWorker(task: ShareTask): Promise<unknown> {
  return answered(
    () => readShare(task),
    (bytes) => [bytes.buffer],
  )
}

/** The `Answer` of some work, as Piscina takes it: with buffers inside the value that are moved, not copied. */
async function answered<Value>(
  work: () => Promise<Value> | Value,
  buffersOf: (value: Value) => ArrayBufferLike[],
): Promise<unknown> {
  try {
    const value = await work()
    const answer: Answer<Value> = { ok: true, value }
    return move({ [transferableSymbol]: buffersOf(value), [valueSymbol]: answer })
  } catch (thrown) {
    return { ok: false, error: toCairnError(thrown).report() } satisfies Answer<Value>
  }
}
