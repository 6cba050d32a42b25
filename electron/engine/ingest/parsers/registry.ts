import type { DocumentFormat } from '@shared/documents'
import { codeParser } from './code'
import { csvParser } from './tables/csv'
import { docxParser } from './docx/docx'
import { htmlParser } from './html/html'
import { markdownParser } from './markdown/markdown'
import type { Parser } from './parser'
import { pdfParser } from './pdf/pdf'
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
