import { Buffer } from 'node:buffer'
import iconv from 'iconv-lite'
import { CairnError } from '@shared/errors'

/** The texts of a Word document before 2007; lines are paragraphs, and cells of a table end with a tab. */
export interface DocTexts {
  readonly body: string
  readonly boxes: string
  /** Footnotes, then endnotes. */
  readonly notes: string
  readonly comments: string
  readonly headersAndFooters: string
}

/** Reads a DOC file. Throws CairnError FILE_CORRUPT, also for files of Word 6 and 95. */
export async function readDoc(bytes: Uint8Array): Promise<DocTexts> {
  // With the first such document: most stores hold none.
  const extractor = await mendedExtractor()
  // The reader allocates what a header claims: more than the file has is a lie.
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (claimsTooMuch(file)) throw damaged()
  const asWritten = { filterUnicode: false }
  try {
    const document = await extractor.extract(file)
    return {
      body: document.getBody(asWritten),
      boxes: document.getTextboxes({ ...asWritten, includeHeadersAndFooters: false }),
      notes: `${document.getFootnotes(asWritten)}\n${document.getEndnotes(asWritten)}`,
      comments: document.getAnnotations(asWritten),
      headersAndFooters: document.getHeaders(asWritten),
    }
  } catch (thrown) {
    throw damaged(thrown)
  }
}

function damaged(cause?: unknown): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    'The document is damaged, was not downloaded completely, or comes from a Word before 1997.',
    'Open it in Word or LibreOffice, save it as DOCX and add that.',
    { cause },
  )
}

/** The extractor writes "undefined" for a euro sign, for some other characters and for every optional hyphen, unless this is mended. */
async function mendedExtractor() {
  const { default: filters } = await import('word-extractor/lib/filters.js')
  mended ??= mend(filters)
  const { default: WordExtractor } = await import('word-extractor')
  return new WordExtractor()
}

type Filters = (typeof import('word-extractor/lib/filters.js'))['default']
let mended: true | undefined

function mend(filters: Filters): true {
  const { clean } = filters
  filters.binaryToUnicode = (text) =>
    text.replace(/[\u0080-\u009f]/gu, (character) => iconv.decode(Buffer.of(character.charCodeAt(0)), 'windows-1252'))
  filters.clean = (text) => clean(text.replaceAll('\u001f', '').replaceAll('\u001e', '\u2011'))
  return true
}

/** Whether a container says that it has more sectors of tables than fit into the file. */
function claimsTooMuch(file: Buffer): boolean {
  if (file.length < 512) return true
  return [44, 64, 72].some((at) => file.readUInt32LE(at) * 512 > file.length)
}
