import type { DocumentStructure } from '@shared/documents'
import type { Signature } from '../files/file-signatures'

export interface ParserInput {
  readonly bytes: Uint8Array
  /** File name with extension; a document without a title of its own is called by it. */
  readonly name: string
  /** For a file that needs one: given by the user for this one reading. */
  readonly password?: string | undefined
}

/** The extracted text and what stands where in it; every offset in `structure` is into `text`. */
export interface ParsedText {
  readonly text: string
  readonly structure: DocumentStructure
}

/** What is known of a file before it is parsed. */
export interface FileSample {
  /** In lower case, without the dot. */
  readonly extension: string
  /** The format that the extension names; undefined where no parser has it. */
  readonly promised: string | undefined
  /** A text named and written as a format that Cairn refuses, such as e-mail: a mere likeness does not overrule that. */
  readonly isUnread: boolean
  /** What the first bytes say; undefined for a text. */
  readonly signature: Signature | undefined
  /** Names of the entries of a ZIP container; empty for any other file. */
  readonly entries: readonly string[]
  /** What a ZIP container says it is in its entry `mimetype`, as OpenDocument files do; empty for any other file. */
  readonly mimetype: string
  /** The beginning of a text; empty for a binary file. */
  readonly text: string
  /** The same without a line that may be cut off. */
  readonly wholeLines: string
  /** Whether an OLE2 container (Office before 2007, Outlook) holds a stream whose name begins so, not that of a file embedded in it. */
  readonly holdsStream: (stream: string) => boolean
}

/** One file format: how it is recognised and read. Everything else about formats is derived from these (`registry.ts`). */
export interface Parser {
  /** Kept with every document; in lower case, never changed once a store holds it. People see it in capitals unless the locale files name it. */
  readonly format: string
  /** Without the dot, in lower case. A text of unknown content is read as its extension says. */
  readonly extensions: readonly string[]
  /** Text, or bytes that mean nothing as text: then an extension alone is not believed. */
  readonly kind: 'text' | 'binary'
  /** What files of this format are packed in: a broken one with the right name is this parser's to report. */
  readonly container?: 'zip' | 'ole2'
  /** A computer may run files of these extensions, or what they name: they are never handed to the system's program. */
  readonly canRun?: 'all' | readonly string[]
  /** Recognises the format by content, whatever the file is called. Parsers are asked in the order of the registry. */
  readonly recognises?: (file: FileSample) => boolean
  /**
   * Reads the format. Blocks are trimmed, in order, and never overlap; together they hold every letter of `text` that is
   * worth finding. Throws CairnError for files that cannot be read.
   */
  parse(input: ParserInput): ParsedText | Promise<ParsedText>
}
