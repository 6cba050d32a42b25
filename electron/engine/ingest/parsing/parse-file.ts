import type { DocumentStructure } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { chunkDocument, type ChunkDraft } from '../chunking/chunk'
import { replaceLoneSurrogates } from '../files/decode'
import { readReadings } from '../ocr/queue/readings-file'
import type { Parser, ParserInput } from '../parsers/parser'
import { parserOf, parsers } from '../parsers/registry'
import { readRegularFile } from '../files/read-regular-file'
import { sniffFormat } from '../files/sniff'

export interface ParseTask {
  readonly path: string
  readonly name: string
  readonly password?: string | undefined
  /** Where OCR keeps what it has read of the file; there need be no such file. */
  readonly readingsPath?: string | undefined
}

export interface ParsedDocument {
  readonly text: string
  readonly structure: DocumentStructure
  readonly chunks: ChunkDraft[]
}

/**
 * Reads, recognises, parses and chunks one file, which takes seconds where it is large. Every failure is a CairnError.
 * `name` decides the format where the content leaves it open, and is the title of last resort; `password` opens what needs one.
 */
export async function parseFile({ path, name, password, readingsPath }: ParseTask): Promise<ParsedDocument> {
  const readings = readingsPath === undefined ? undefined : await readReadings(readingsPath)
  return parseBytes(await readRegularFile(path), name, { password, readings })
}

/** As `parseFile`, for bytes already in memory; `known` are the parsers to choose from. */
export async function parseBytes(
  bytes: Uint8Array,
  name: string,
  { known = parsers, ...more }: { known?: readonly Parser[] } & Pick<ParserInput, 'password' | 'readings'> = {},
): Promise<ParsedDocument> {
  const parser = parserOf(sniffFormat(bytes, name, known), known)
  const parsed = await parser.parse({ bytes, name, ...more })
  // Every half character is replaced by one of the same length, so offsets stay true.
  const text = replaceLoneSurrogates(parsed.text)
  const isWaiting = parsed.structure.gaps.some(({ kind }) => kind === 'pages_waiting')
  if (parsed.structure.blocks.length === 0 && !isWaiting) {
    throw new CairnError('NO_TEXT', 'The file holds no text.', 'Check that the right file was added.')
  }
  return { text, structure: parsed.structure, chunks: chunkDocument(text, parsed.structure) }
}
