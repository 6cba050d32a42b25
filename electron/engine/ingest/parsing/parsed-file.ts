import { DocumentStructure, type DocumentFormat, type Gap } from '@shared/documents'
import type { ChunkDraft } from '../chunking/chunk'

/** What crosses from the parse worker: the large parts as bytes, which move without being copied. */
export interface ParsedFileData {
  readonly format: DocumentFormat
  readonly title: string
  readonly gaps: Gap[]
  readonly charCount: number
  /** The extracted text, UTF-8. */
  readonly textBytes: Uint8Array
  /** The DocumentStructure, JSON in UTF-8. */
  readonly structureBytes: Uint8Array
  readonly chunks: ChunkDraft[]
}

/**
 * A parsed and chunked file. `textBytes` and `structureBytes` are ready to be stored as they are; `text` and
 * `structure` decode them when first asked, which for a large document takes a noticeable while.
 */
export class ParsedFile implements ParsedFileData {
  readonly format: DocumentFormat
  readonly title: string
  readonly gaps: Gap[]
  readonly charCount: number
  readonly textBytes: Uint8Array
  readonly structureBytes: Uint8Array
  readonly chunks: ChunkDraft[]
  #text: string | undefined
  #structure: DocumentStructure | undefined

  constructor(data: ParsedFileData) {
    this.format = data.format
    this.title = data.title
    this.gaps = data.gaps
    this.charCount = data.charCount
    this.textBytes = data.textBytes
    this.structureBytes = data.structureBytes
    this.chunks = data.chunks
  }

  get text(): string {
    // The text may begin with U+FEFF of its own; dropping it would shift every offset.
    this.#text ??= new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.textBytes)
    return this.#text
  }

  get structure(): DocumentStructure {
    this.#structure ??= DocumentStructure.parse(JSON.parse(new TextDecoder().decode(this.structureBytes)))
    return this.#structure
  }
}
