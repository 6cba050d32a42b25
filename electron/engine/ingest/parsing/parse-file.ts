import type { DocumentStructure } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { chunkDocument, type ChunkDraft } from '../chunking/chunk'
import { replaceLoneSurrogates } from '../files/decode'
import type { Parser } from '../parsers/parser'
import { parserOf, parsers } from '../parsers/registry'
import { readRegularFile } from '../files/read-regular-file'
import { sniffFormat } from '../files/sniff'
import type { ParseTask } from './parse-worker'

export interface ParsedDocument {
  readonly text: string
  readonly structure: DocumentStructure
  readonly chunks: ChunkDraft[]
}

/**
 * Reads, recognises, parses and chunks one file, which takes seconds where it is large. Every failure is a CairnError.
 * `name` decides the format where the content leaves it open, and is the title of last resort; `password` opens what needs one.
 */
export async function parseFile({ path, name, password }: ParseTask): Promise<ParsedDocument> {
  return parseBytes(await readRegularFile(path), name, parsers, password)
}

/** As `parseFile`, for bytes already in memory; `known` are the parsers to choose from. */
export async function parseBytes(
  bytes: Uint8Array,
  name: string,
  known: readonly Parser[] = parsers,
  password?: string,
): Promise<ParsedDocument> {
  const parser = parserOf(sniffFormat(bytes, name, known), known)
  const parsed = await parser.parse({ bytes, name, password })
  // Every half character is replaced by one of the same length, so offsets stay true.
  const text = replaceLoneSurrogates(parsed.text)
  if (parsed.structure.blocks.length === 0) {
    throw new CairnError('NO_TEXT', 'The file holds no text.', 'Check that the right file was added.')
  }
  return { text, structure: parsed.structure, chunks: chunkDocument(text, parsed.structure) }
}
