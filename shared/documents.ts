import { z } from 'zod'
import { DayRange } from './dates/document-date'
import { ErrorReport } from './errors'

/** The states a document moves through; the last three are where it rests. */
export const DocumentStatus = z.enum([
  'queued',
  'parsing',
  'chunking',
  'embedding',
  'indexing',
  'ready',
  'partial',
  'failed',
])
export type DocumentStatus = z.infer<typeof DocumentStatus>

/** The format a document was read as: the `format` of a parser in `ingest/parsers/registry.ts`. */
export const DocumentFormat = z.string().min(1).max(40)
export type DocumentFormat = z.infer<typeof DocumentFormat>

/** A notebook of the user's, which Cairn itself writes as a file: its sentences are the user's notes. */
export const notesFormat = 'notes'

/** Whether the extracted text is Markdown and is shown as such; text of any other format is shown letter for letter. */
export function isMarkdown(format: string): boolean {
  return format === 'markdown' || format === notesFormat
}

/** Something of a document that could not be read. `pages` are 1-based. */
export const Gap = z.object({
  kind: z.enum([
    'pages_without_text',
    /** Pictures of pages that OCR has not read yet. */
    'pages_waiting',
    /** Read by OCR, with little confidence. */
    'pages_hard_to_read',
    'truncated',
    'skipped_part',
    'unreadable_characters',
  ]),
  detail: z.string(),
  pages: z.array(z.number().int().positive()).optional(),
})
export type Gap = z.infer<typeof Gap>

/**
 * One stretch of the extracted text with one job in the document. `start` and `end` are 0-based half-open UTF-16
 * offsets; blocks are in text order and do not overlap. `context` is text that belongs to the block but stands
 * elsewhere, such as a table's header row for one of its later rows. `front_matter` is a field that the document is described by before it
 * begins; a store that an older Cairn filled has such fields as rows of a table.
 */
export const Block = z.object({
  kind: z.enum(['heading', 'paragraph', 'list_item', 'table_row', 'code', 'quote', 'front_matter']),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  heading_path: z.array(z.string()),
  level: z.number().int().min(1).max(6).optional(),
  page: z.number().int().positive().optional(),
  context: z.string().optional(),
})
export type Block = z.infer<typeof Block>

/**
 * One page of a paginated document: its stretch of the extracted text, its size, and where each run of text stands.
 * An item is `[start, end, x, y, width, height]`: offsets into the extracted text, then points from the page's
 * lower left corner (PDF user space); of a picture in pixels, from the same corner. `ocr` is there where OCR has read the page.
 */
export const Page = z.object({
  number: z.number().int().positive(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  width: z.number(),
  height: z.number(),
  items: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])),
  /** A picture of a document that has no pages: `number` is that of the picture, not of a page. */
  is_picture: z.literal(true).optional(),
  /** `confidence` of the reading from 0 to 1. */
  ocr: z.object({ confidence: z.number() }).optional(),
})
export type Page = z.infer<typeof Page>

/**
 * Rows that a parser wrote one below the other: their stretch of the extracted text (0-based half-open), and how their columns are named
 * there, empty for a column without a name. Without `header` the rows are `a | b | c`.
 */
export const WrittenTable = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  header: z.array(z.string()).optional(),
})
export type WrittenTable = z.infer<typeof WrittenTable>

/** How a work was published, as a bibliography or the file itself says; nothing is here that neither says. */
export const Published = z.object({
  /** The type of entry that BibTeX has for it. */
  kind: z.enum(['article', 'book', 'inproceedings', 'incollection', 'phdthesis', 'techreport']).optional(),
  /** The journal, book or conference it stands in. */
  container: z.string().optional(),
  volume: z.string().optional(),
  issue: z.string().optional(),
  pages: z.string().optional(),
  publisher: z.string().optional(),
  /** Without an address before it: `10.1000/182`. */
  doi: z.string().optional(),
})
export type Published = z.infer<typeof Published>

/** A work of a bibliography to which files belong. */
export const ListedWork = z.object({
  files: z.array(z.string()),
  title: z.string().optional(),
  authors: z.array(z.string()),
  year: z.string().optional(),
  published: Published.optional(),
})
export type ListedWork = z.infer<typeof ListedWork>

/** The structure of a text that a parser found. */
export const DocumentStructure = z.object({
  format: DocumentFormat,
  title: z.string(),
  blocks: z.array(Block),
  pages: z.array(Page),
  gaps: z.array(Gap),
  /** Absent where the format has none, or an older Cairn read it. */
  tables: z.array(WrittenTable).optional(),
  /** Who the document says wrote it, and when: see the record. Absent where its format says neither. */
  authors: z.array(z.string()).optional(),
  written_at: z.string().optional(),
  published: Published.optional(),
  /** What a bibliography says of the files it names, by their paths as written there; absent in any other document. */
  works: z.array(ListedWork).optional(),
  /** What the writer filed the document under, such as tags in front matter; absent where the format has no such thing. */
  tags: z.array(z.string()).optional(),
})
export type DocumentStructure = z.infer<typeof DocumentStructure>

/** The content of a document that is searchable now, by content address. */
export const LiveRevision = z.object({
  /** Identifies one indexing of one content; a chunk belongs to exactly one revision. */
  revision: z.string(),
  content_hash: z.string(),
  text_object: z.string(),
  structure_object: z.string(),
  /** What its text is compared by with others (`ingest/near-duplicates`), base64; absent for a short text, and where an older Cairn read it. */
  signature: z.string().optional(),
  /** Texts that are nearly the same have the same group; absent without a signature. */
  near_group: z.string().optional(),
  /**
   * Vectors of it that a model is still to make, or could not make: until then it is found by its words. Absent where all are made.
   */
  vectors: z.enum(['waiting', 'failed']).optional(),
  /** Whether its structure has rows of tables; absent where an older Cairn read it. */
  has_rows: z.boolean().optional(),
})
export type LiveRevision = z.infer<typeof LiveRevision>

/** Which file a document came in, and as what; the outer file's to write, as its members may change with it. */
const PartOf = z.object({
  /** The document of the file that holds it. */
  document: z.string(),
  /** Its path in there: `folder/file.pdf`. */
  path: z.string(),
  /** SHA-256 (hex) of the bytes that now stand there; `content_hash` says what was read last. */
  content_hash: z.string(),
})

/**
 * How a file stood on its disk: what tells without reading it that it is still the same. Times in milliseconds since the epoch, with
 * fractions; `changed` is when anything about it changed (ctime), `device` which file system it lies on.
 */
export const FileMark = z.object({ size: z.number(), modified: z.number(), changed: z.number(), device: z.number() })
export type FileMark = z.infer<typeof FileMark>

/**
 * What has become of a document's file since it was read: `away` where its disk or folder cannot be seen, `left_out` where the rules of
 * its watched folder leave it out.
 */
export const FileState = z.enum(['as_read', 'changed', 'gone', 'away', 'left_out'])
export type FileState = z.infer<typeof FileState>

/** The web address a document was fetched from, without what stands behind `#`, and when: milliseconds since the epoch. */
export const WebOrigin = z.object({ address: z.string(), fetched_at: z.number() })
export type WebOrigin = z.infer<typeof WebOrigin>

/** Why a document is in the trash although the user did not put it there. */
export const TrashReason = z.enum(['file_gone', 'left_out'])
export type TrashReason = z.infer<typeof TrashReason>

/**
 * A document as the user knows it. `status` speaks of the newest content seen; `live` is what is searchable, which
 * during a replacement is still the content before it.
 */
export const DocumentRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** Absolute path of the file it was read from; for a member of that file followed by ` › ` and its path in there. */
  source: z.string(),
  format: DocumentFormat.nullable(),
  title: z.string(),
  status: DocumentStatus,
  /** SHA-256 of the file's bytes, hex; empty until the file was read once. */
  content_hash: z.string(),
  byte_size: z.number().int().nonnegative(),
  char_count: z.number().int().nonnegative(),
  chunk_count: z.number().int().nonnegative(),
  collection: z.string(),
  tags: z.array(z.string()),
  gaps: z.array(Gap),
  error: ErrorReport.nullable(),
  duplicate_of: z.string().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
  /** The parsed but not yet searchable content, so that a restart need not parse again. */
  pending: LiveRevision.nullable(),
  live: LiveRevision.nullable(),
  /** When it was put into the trash: hidden from lists and searches, deleted for good thirty days later. */
  trashed_at: z.number().nullable().default(null),
  /** Null for a file of its own. */
  part_of: PartOf.nullable().default(null),
  /** How many files it holds that became documents; null where nobody has looked for any. */
  member_count: z.number().int().nonnegative().nullable().default(null),
  /** When its file was last changed, milliseconds since the epoch; null where nobody knows, as of a paste. */
  modified_at: z.number().nullable().default(null),
  /** Who the document itself says wrote it. */
  authors: z.array(z.string()).default([]),
  /** When the document itself says it was written: a year, a day or a moment as ISO 8601 writes it; null where it does not say. */
  written_at: z.string().nullable().default(null),
  /** How it was published; absent where nothing says so, and where an older Cairn read it. */
  published: Published.optional(),
  /** Its file when it was read last, and what has become of it; absent for what has no file of its own, and where an older Cairn read it. */
  on_disk: FileMark.extend({
    state: FileState,
    /** The user brought it back from the trash although its file is not there. */
    kept: z.literal(true).optional(),
  }).optional(),
  /** Null or absent where the user put it into the trash. */
  trashed_for: TrashReason.nullable().optional(),
  /** Absent for what was not fetched from the web. */
  from_web: WebOrigin.optional(),
  /** The title that the user gave it; `title` is the same then, whatever the document says itself. */
  own_title: z.string().optional(),
})
export type DocumentRecord = z.infer<typeof DocumentRecord>

/** A piece of a document as it is searched and cited. `text === extracted.slice(start, end)`, always. */
export const Chunk = z.object({
  id: z.string(),
  doc_id: z.string(),
  doc_name: z.string(),
  title: z.string(),
  revision: z.string(),
  collection: z.string(),
  format: z.string(),
  index: z.number().int().nonnegative(),
  text: z.string(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  /** First page it stands on, or null where the format has no pages. */
  page: z.number().int().positive().nullable(),
  heading_path: z.array(z.string()),
  /** Text that belongs to it but stands elsewhere (a table's header row); searched, never quoted. */
  context: z.string(),
  token_count: z.number().int().nonnegative(),
  /** The chunk together with its neighbour on either side, in the extracted text: the passage shown as evidence. */
  window_start: z.number().int().nonnegative(),
  window_end: z.number().int().nonnegative(),
})
export type Chunk = z.infer<typeof Chunk>

/** The limits of a search. An absent field does not limit; an empty list matches nothing. */
export const SearchFilter = z.object({
  /** With those inside them (`isInCollection`). */
  collections: z.array(z.string()).optional(),
  documents: z.array(z.string()).optional(),
  formats: z.array(z.string()).optional(),
  /** Documents that carry at least one of these. */
  tags: z.array(z.string()).optional(),
  /** Documents that may be dated within at least one of these ranges of days (`dates/document-date.ts`). */
  dates: z.array(DayRange).optional(),
  /** Documents whose files were changed last within at least one of these ranges of days. */
  changed: z.array(DayRange).optional(),
})
export type SearchFilter = z.infer<typeof SearchFilter>

/**
 * Whether a collection is another one or lies inside it: those made from folders are called by their way, such as
 * `station/reports`, and what limits to `station` means all of it.
 */
export function isInCollection(own: string, wanted: string): boolean {
  return own === wanted || own.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`)
}

/** A collection's new name after the one it is, or lies in, was renamed. */
export function renamedCollection(own: string, from: string, to: string): string {
  return isInCollection(own, from) ? to + own.slice(from.length) : own
}

/** The collections that a collection lies in, the outermost first. */
export function outerCollections(name: string): string[] {
  const parts = name.split('/')
  return parts.slice(1).flatMap((_, at) => parts.slice(0, at + 1).join('/') || [])
}

/** What stands in a stored name for a slash that people wrote in it, because a plain one divides the names of folders. */
const writtenSlash = '\u2215'

/**
 * A collection as people name it. What is there already is meant by its name, and a slash after a collection that has others
 * inside leads into it; any other is part of the name, as in `TCP/IP`.
 * @param existing the names as they are stored.
 */
export function collectionNamed(written: string, existing: Iterable<string>): string {
  const known = new Set<string>()
  const outer = new Set<string>()
  for (const name of existing) {
    known.add(name)
    for (const one of outerCollections(name)) outer.add(one)
  }
  if (known.has(written) || outer.has(written)) return written
  const into = outerCollections(written).findLast((one) => outer.has(one))
  const own = into === undefined ? written : written.slice(into.length + 1)
  return `${into === undefined ? '' : `${into}/`}${own.replaceAll('/', writtenSlash)}`
}

/** A stored name as it was written. */
export function writtenCollection(name: string): string {
  return name.replaceAll(writtenSlash, '/')
}

/** Every stored file a document refers to, by its address. */
export function addressesOf({ live, pending, content_hash, part_of }: DocumentRecord): string[] {
  const contents = [live, pending].filter((content) => content !== null)
  return [
    content_hash,
    ...(part_of ? [part_of.content_hash] : []),
    ...contents.flatMap((content) => [content.content_hash, content.text_object, content.structure_object]),
  ]
}
