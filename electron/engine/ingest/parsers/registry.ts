import { codeParser } from './code'
import { csvParser } from './tables/csv'
import { docxParser } from './docx/docx'
import { epubParser } from './epub/epub'
import { emlParser } from './mail/eml'
import { htmlParser } from './html/html'
import { markdownParser } from './markdown/markdown'
import { msgParser } from './mail/msg'
import { notebookParser } from './notebook'
import type { Parser } from './parser'
import { odpParser, odtParser } from './opendocument/opendocument'
import { pdfParser } from './pdf/pdf'
import { pictureParser } from './picture/picture'
import { pptxParser } from './pptx/pptx'
import { rtfParser } from './rtf/rtf'
import { odsParser, xlsParser, xlsxParser } from './spreadsheet/spreadsheet'
import { textParser } from './text'

/** One line a format. They are asked in this order whether they recognise a file. */
export const parsers: readonly Parser[] = [
  pdfParser,
  docxParser,
  epubParser,
  // Before other formats of the same container, which a message may hold.
  msgParser,
  emlParser,
  notebookParser,
  pptxParser,
  odtParser,
  odpParser,
  rtfParser,
  xlsxParser,
  xlsParser,
  odsParser,
  pictureParser,
  htmlParser,
  csvParser,
  markdownParser,
  codeParser,
  textParser,
]

/** The parser that reads files of this extension; undefined where Cairn reads none. */
export function parserOfExtension(extension: string, known: readonly Parser[] = parsers): Parser | undefined {
  return known.find(({ extensions }) => extensions.includes(extension))
}

/** Throws for a format that no parser has: the sniffer names only those. */
export function parserOf(format: string, known: readonly Parser[] = parsers): Parser {
  const parser = known.find((one) => one.format === format)
  if (!parser) throw new Error(`No parser reads "${format}".`)
  return parser
}
