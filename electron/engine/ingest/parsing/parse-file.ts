import type { DocumentStructure } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { chunkDocument, type ChunkDraft, type ChunkOptions } from '../chunking/chunk'
import { replaceLoneSurrogates } from '../files/decode'
import type { Parser } from '../parsers/parser'
import { parserOf, parsers } from '../parsers/registry'
import { readRegularFile } from '../files/read-regular-file'
import { sniffFormat } from '../files/sniff'

export interface ParsedDocument {
  readonly text: string
  readonly structure: DocumentStructure
  readonly chunks: ChunkDraft[]
}

/**
 * Reads, recognises, parses and chunks one file. Runs for seconds on large ones: meant for a worker thread, see
 * parse-pool. Every failure is a CairnError that tells the user what to do.
 * @param input.name decides the format where the content leaves it open, and is the title of last resort.
 */
export async function parseFile(
  input: { path: string; name: string; chunking?: ChunkOptions },
  signal?: AbortSignal,
): Promise<ParsedDocument> {
  return parseBytes(await readRegularFile(input.path), input.name, { chunking: input.chunking, signal })
}

interface ParseOptions {
  readonly chunking?: ChunkOptions | undefined
  readonly signal?: AbortSignal | undefined
  /** The parsers to choose from. */
  readonly known?: readonly Parser[]
}

/** The same for bytes already in memory. */
export async function parseBytes(
  bytes: Uint8Array,
  name: string,
  { chunking, signal, known = parsers }: ParseOptions,
): Promise<ParsedDocument> {
  const parser = parserOf(sniffFormat(bytes, name, known), known)
  const parsed = await parser.parse({ bytes, name, signal })
  // Every half character is replaced by one of the same length, so offsets stay true.
  const text = replaceLoneSurrogates(parsed.text)
  if (parsed.structure.blocks.length === 0) {
    throw new CairnError('NO_TEXT', 'The file holds no text.', 'Check that the right file was added.')
  }
  return { text, structure: parsed.structure, chunks: chunkDocument(text, parsed.structure, chunking) }
}
