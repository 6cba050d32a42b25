import { gzipParser } from './archive/gzip'
import { tarParser } from './archive/tar'
import { zipParser } from './archive/zip'
import { asciidocParser } from './markup/asciidoc'
import { bibtexParser } from './bibliography/bibtex'
import { codeParser } from './code'
import { cslJsonParser } from './bibliography/csl-json'
import { csvParser } from './tables/csv'
import { docParser } from './doc/doc'
import { docxParser } from './docx/docx'
import { extensionOf } from '../files/file-name'
import { epubParser } from './epub/epub'
import { emlParser } from './mail/eml'
import { htmlParser } from './html/html'
import { icalendarParser } from './contacts/icalendar'
import { latexParser } from './markup/latex'
import { markdownParser } from './markdown/markdown'
import { mboxParser } from './mail/mbox'
import { mhtmlParser } from './html/mhtml'
import { msgParser } from './mail/msg'
import { notesParser } from './markdown/notes'
import { notebookParser } from './notebook'
import { orgParser } from './markup/org'
import type { Parser } from './parser'
import { odpParser, odtParser } from './opendocument/opendocument'
import { pdfParser } from './pdf/pdf'
import { pictureParser } from './picture/picture'
import { pptxParser } from './pptx/pptx'
import { risParser } from './bibliography/ris'
import { rstParser } from './markup/rst'
import { rtfParser } from './rtf/rtf'
import { odsParser, xlsParser, xlsxParser } from './spreadsheet/spreadsheet'
import { subtitlesParser } from './subtitles'
import { textParser } from './text'
import { vcardParser } from './contacts/vcard'

/** One line a format. They are asked in this order whether they recognise a file. */
export const parsers: readonly Parser[] = [
  pdfParser,
  docxParser,
  epubParser,
  msgParser,
  docParser,
  mhtmlParser,
  // Before a single message: a mailbox begins with one.
  mboxParser,
  emlParser,
  notebookParser,
  pptxParser,
  odtParser,
  odpParser,
  rtfParser,
  xlsxParser,
  xlsParser,
  odsParser,
  // Behind all formats that come in containers of their kind.
  zipParser,
  tarParser,
  gzipParser,
  pictureParser,
  icalendarParser,
  vcardParser,
  bibtexParser,
  risParser,
  cslJsonParser,
  latexParser,
  subtitlesParser,
  orgParser,
  rstParser,
  asciidocParser,
  htmlParser,
  csvParser,
  markdownParser,
  notesParser,
  codeParser,
  textParser,
]

/** The parser that reads files of this extension; undefined where Cairn reads none. */
export function parserOfExtension(extension: string, known: readonly Parser[] = parsers): Parser | undefined {
  return known.find(({ extensions }) => extensions.includes(extension))
}

/** Whether the system's program may be asked to open a file of this name: Cairn reads it, and no computer runs it. */
export function isSafeToOpen(name: string, known: readonly Parser[] = parsers): boolean {
  // Systems drop dots and spaces at the end of a name: `a.pdf.exe .` would be a program.
  if (!/\.[a-z\d]+$/iu.test(name)) return false
  const extension = extensionOf(name)
  const parser = parserOfExtension(extension, known)
  if (!parser) return false
  const { canRun = [] } = parser
  return canRun !== 'all' && !canRun.includes(extension)
}

/** Throws for a format that no parser has: the sniffer names only those. */
export function parserOf(format: string, known: readonly Parser[] = parsers): Parser {
  const parser = known.find((one) => one.format === format)
  if (!parser) throw new Error(`No parser reads "${format}".`)
  return parser
}
