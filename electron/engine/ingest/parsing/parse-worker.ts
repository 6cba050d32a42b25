import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { DocumentStructure } from '@shared/documents'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { readShare, type ShareTask } from '@engine/graph/share/read-share'
import { chunkDocument, type ChunkDraft, type ChunkOptions } from '../chunking/chunk'
import { parseFile } from './parse-file'
import type { ParsedFileData } from './parsed-file'

export interface ParseTask {
  readonly path: string
  readonly name: string
  readonly chunking?: ChunkOptions
}

/** A document parsed before, to be cut again. */
export interface ChunkTask {
  readonly text: string
  readonly structure: DocumentStructure
  readonly chunking?: ChunkOptions
}

/** What a worker answers. Errors cross as reports: a thrown one would lose its class and code. */
export type Answer<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: ErrorReport }

/** Piscina's worker entry: one file in, its parsed data out, moved rather than copied. */
export default async function parseInWorker(task: ParseTask): Promise<unknown> {
  try {
    const { text, structure, chunks } = await parseFile(task)
    const encoder = new TextEncoder()
    const file: ParsedFileData = {
      format: structure.format,
      title: structure.title,
      gaps: structure.gaps,
      charCount: text.length,
      textBytes: encoder.encode(text),
      structureBytes: encoder.encode(JSON.stringify(structure)),
      chunks,
    }
    const answer: Answer<ParsedFileData> = { ok: true, value: file }
    return moved(answer, [file.textBytes.buffer, file.structureBytes.buffer])
  } catch (thrown) {
    return failed(thrown)
  }
}

/** Piscina's second entry, by this name: cuts a document whose text is already known. */
export function chunkInWorker({ text, structure, chunking }: ChunkTask): Answer<ChunkDraft[]> {
  try {
    return { ok: true, value: chunkDocument(text, structure, chunking) }
  } catch (thrown) {
    return failed(thrown)
  }
}

/** Piscina's third entry, by this name: what a document contributes to the knowledge graph, as a file's bytes. */
export async function shareInWorker(task: ShareTask): Promise<unknown> {
  try {
    const bytes = await readShare(task)
    const answer: Answer<Uint8Array> = { ok: true, value: bytes }
    return moved(answer, [bytes.buffer])
  } catch (thrown) {
    return failed(thrown)
  }
}

function failed(thrown: unknown): Answer<never> {
  return { ok: false, error: toCairnError(thrown).report() }
}

/** Piscina's way to move buffers that lie inside an answer. */
function moved(answer: object, buffers: ArrayBufferLike[]): unknown {
  const transferable = { [transferableSymbol]: buffers, [valueSymbol]: answer }
  return move(transferable)
}
