import type { DocumentFormat, DocumentStructure } from '@shared/documents'

export interface ParserInput {
  readonly bytes: Uint8Array
  /** File name with extension; a document without a title of its own is called by it. */
  readonly name: string
  readonly signal?: AbortSignal | undefined
}

/** The extracted text and what stands where in it; every offset in `structure` is into `text`. */
export interface ParsedText {
  readonly text: string
  readonly structure: DocumentStructure
}

/**
 * Reads one format. Blocks are trimmed, in order, and never overlap; together they hold every letter of `text` that is
 * worth finding. Throws CairnError for files that cannot be read.
 */
export interface Parser {
  readonly format: DocumentFormat
  parse(input: ParserInput): ParsedText | Promise<ParsedText>
}
