import { createHash, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DocumentStructure } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { openWhole } from '@engine/platform/sealing/sealed-file'
import { chunkDocument, type ChunkDraft } from '../chunking/chunk'
import { replaceLoneSurrogates } from '../files/encoding/decode'
import type { Members } from '../members/members'
import type { PageReading } from '../ocr/page-reading'
import type { Parser, ParserInput } from '../parsers/parser'
import { parserOf, parsers } from '../parsers/registry'
import { aboutOfficeFile } from '../parsers/structure/office-about'
import { emptyFile, readRegularFile } from '../files/read-regular-file'
import { sniffFormat } from '../files/sniff'

export interface ParsedDocument {
  readonly text: string
  readonly structure: DocumentStructure
  readonly chunks: ChunkDraft[]
}

/** A file to be read: one as it is, or an object of the store, which may be sealed. */
export interface StoredFile {
  readonly path: string
  /** What opens it where it is sealed, and the SHA-256 that it must have then, hex. */
  readonly key?: KeyObject | undefined
  readonly address?: string | undefined
}

export interface FileToParse extends StoredFile {
  readonly name: string
  readonly password?: string | undefined
  /** What OCR has read of the file, by page. */
  readonly readings?: ReadonlyMap<number, PageReading> | undefined
  readonly members?: Members | undefined
}

/**
 * Reads, recognises, parses and chunks one file, which takes seconds where it is large. Every failure is a CairnError.
 * @param input.members takes the files that this one holds.
 * @param input.name decides the format where the content leaves it open, and is the title of last resort.
 * @param input.password opens what needs one.
 */
export async function parseFile({ path, key, address, name, ...more }: FileToParse): Promise<ParsedDocument> {
  return parseBytes(key ? await openedObject(path, key, address) : await readRegularFile(path), name, more)
}

async function openedObject(path: string, key: KeyObject, address: string | undefined): Promise<Uint8Array> {
  const bytes = openWhole(key, await readFile(path))
  if (bytes && createHash('sha256').update(bytes).digest('hex') === address) {
    if (bytes.length === 0) throw emptyFile()
    return bytes
  }
  throw new CairnError(
    'STORE_DAMAGED',
    'The kept copy of this file is damaged.',
    'Add the document again from its original file.',
  )
}

/** As `parseFile`, for bytes already in memory; `known` are the parsers to choose from. */
export async function parseBytes(
  bytes: Uint8Array,
  name: string,
  {
    known = parsers,
    ...more
  }: { known?: readonly Parser[] } & Pick<ParserInput, 'password' | 'readings' | 'members'> = {},
): Promise<ParsedDocument> {
  const parser = parserOf(sniffFormat(bytes, name, known), known)
  const parsed = await parser.parse({ bytes, name, ...more })
  // Every half character is replaced by one of the same length, so offsets stay true.
  const text = replaceLoneSurrogates(parsed.text)
  const isWaiting = parsed.structure.gaps.some(({ kind }) => kind === 'pages_waiting')
  if (parsed.structure.blocks.length === 0 && !isWaiting) {
    throw new CairnError('NO_TEXT', 'The file holds no text.', 'Check that the right file was added.')
  }
  const structure = { ...aboutOfficeFile(parsed.structure.format, bytes), ...parsed.structure }
  return { text, structure, chunks: chunksOf(text, structure, known) }
}

/**
 * A document's text in pieces that are searched. A list of what an archive holds has none: the names in it would be found in
 * place of the files.
 */
export function chunksOf(text: string, structure: DocumentStructure, known: readonly Parser[] = parsers): ChunkDraft[] {
  const isArchive = known.find(({ format }) => format === structure.format)?.isArchive === true
  return isArchive ? [] : chunkDocument(text, structure)
}
