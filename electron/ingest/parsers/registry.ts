import type { DocumentFormat } from '@shared/documents'
import { codeParser } from './code'
import { csvParser } from './csv'
import { docxParser } from './docx'
import { htmlParser } from './html'
import { markdownParser } from './markdown'
import type { Parser } from './parser'
import { pdfParser } from './pdf'
import { textParser } from './text'

/** One line a format. */
export const parsers: Readonly<Record<DocumentFormat, Parser>> = {
  markdown: markdownParser,
  text: textParser,
  code: codeParser,
  html: htmlParser,
  pdf: pdfParser,
  docx: docxParser,
  csv: csvParser,
}
