import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import { addHtml } from '../html/html-blocks'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { aboutDocument } from '../structure/about'
import { StructureBuilder, unreadableGap } from '../structure/structure-builder'
import { addRecord } from '../tables/records'
import { readZipEntries } from '../docx/zip-entries'
import { checkArchive } from '../docx/zip-limits'
import { ZipParts } from '../docx/zip-parts'
import { addPicturesOfDocument } from '../picture/document-of-pictures'
import { readChapter } from './epub-chapter'
import { readContents } from './epub-contents'
import { epubPictures } from './epub-pictures'
import { readEntryText, readPackage, requireReadableBook } from './epub-package'

/** Books: the chapters in reading order, each read as a page. */
export const epubParser: Parser = {
  format: 'epub',
  extensions: ['epub'],
  kind: 'binary',
  container: 'zip',
  recognises: ({ entries }) => entries.includes('META-INF/container.xml'),
  parse({ bytes, name, readings }: ParserInput): ParsedText {
    const entries = readZipEntries(bytes)
    checkArchive(entries, bytes.length)
    requireReadableBook(entries)
    const book = readPackage(entries)
    const contents = readContents(entries, book)
    const builder = new StructureBuilder()
    const facts = [['Title', book.title] as const, ['Author', book.authors.join(', ')] as const]
    addRecord(builder, new Map(facts.filter(([, value]) => value !== '')))
    const before = builder.length
    for (const path of book.chapters) {
      if (builder.isFull) break
      const chapter = readEntryText(entries, path)
      const lines = contents.filter((line) => line.path === path)
      if (chapter !== undefined) addHtml(readChapter(chapter, lines), builder)
      else builder.gaps.push({ kind: 'skipped_part', detail: `The part ${path} is missing from the file.` })
    }
    if (builder.length === before) {
      const parts = new ZipParts(bytes)
      addPicturesOfDocument(builder, { parts, names: epubPictures(parts), readings })
    }
    const isWaiting = builder.gaps.some(({ kind }) => kind === 'pages_waiting')
    if (builder.length === before && !isWaiting) throw withoutText()
    const about = {
      ...aboutDocument(book.authors, book.date),
      ...(book.publisher && { published: { kind: 'book' as const, publisher: book.publisher } }),
    }
    const parsed = builder.finish('epub', book.title || (builder.firstHeading ?? titleFromName(name)), about)
    const unreadable = parsed.text.match(/\ufffd/gu)?.length ?? 0
    if (unreadable > 0) parsed.structure.gaps.push(unreadableGap(unreadable))
    return parsed
  },
}

function withoutText(): CairnError {
  return new CairnError(
    'NO_TEXT',
    'The book holds no text, and OCR found none in its pictures.',
    'Add an edition of it with text.',
  )
}
