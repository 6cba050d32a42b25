import { Buffer } from 'node:buffer'
import type { DocumentFormat } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { decode } from './decode'
import { extensionOf, formatOfExtension } from './format-extensions'
import { readSignature } from './file-signatures'
import { isTabSeparated } from '../parsers/tables/tab-separated'
import { readZipEntries } from '../parsers/docx/zip-entries'
import { emptyFile } from './read-regular-file'
import { unknownBinary, unsupportedByExtension, unsupportedKind } from './unsupported'

const sampleBytes = 64 * 1024

/**
 * Decides how a file is to be read: by its content first, by its name only where the content leaves it open. Throws
 * CairnError FILE_EMPTY, NO_TEXT (only white space), FILE_ENCRYPTED or FORMAT_UNSUPPORTED.
 */
export function sniffFormat(bytes: Uint8Array, name: string): DocumentFormat {
  if (bytes.length === 0) throw emptyFile()
  const extension = extensionOf(name)
  const signature = readSignature(bytes)
  switch (signature) {
    case 'pdf':
      return 'pdf'
    case 'zip':
      return sniffZip(bytes, extension)
    case 'ole2':
      throw compoundFile(bytes, extension)
    case 'rtf':
      throw unsupportedByExtension('rtf') ?? unknownBinary()
    case 'an image':
      throw unsupportedKind('an image', 'Text in images needs text recognition, which is not available yet.')
    case undefined:
      return sniffText(bytes, extension)
    default:
      throw unsupportedByExtension(extension) ?? unsupportedKind(signature)
  }
}

function sniffZip(bytes: Uint8Array, extension: string): DocumentFormat {
  let names: string[]
  try {
    names = readZipEntries(bytes).map((entry) => entry.name)
  } catch (thrown) {
    // A broken container with the right name is reported by its own parser, in better words.
    if (formatOfExtension(extension) === 'docx') return 'docx'
    throw unsupportedByExtension(extension) ?? thrown
  }
  const has = (prefix: string): boolean => names.some((entry) => entry.startsWith(prefix))
  if (has('word/')) return 'docx'
  const kind = has('ppt/')
    ? 'pptx'
    : has('xl/')
      ? 'xlsx'
      : has('META-INF/container.xml')
        ? 'epub'
        : has('content.xml')
          ? 'odt'
          : 'zip'
  throw unsupportedByExtension(kind) ?? unknownBinary()
}

/** The error for a file in Microsoft's old container format: encrypted OOXML, or Office before 2007. */
function compoundFile(bytes: Uint8Array, extension: string): CairnError {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const holds = (stream: string): boolean => content.includes(Buffer.from(stream, 'utf16le'))
  if (holds('EncryptedPackage')) {
    return new CairnError(
      'FILE_ENCRYPTED',
      'The file is protected with a password.',
      'Open it in Office, remove the password, save it and add it again.',
    )
  }
  const kind = holds('__substg1.0')
    ? 'msg'
    : holds('WordDocument')
      ? 'doc'
      : holds('PowerPoint Document')
        ? 'ppt'
        : holds('Workbook') || holds('Book')
          ? 'xls'
          : extension
  return unsupportedByExtension(kind) ?? unsupportedKind('an old Office file', 'Save it as DOCX, XLSX or PPTX.')
}

function sniffText(bytes: Uint8Array, extension: string): DocumentFormat {
  const sample = decode(bytes.subarray(0, sampleBytes), { partial: bytes.length > sampleBytes })
  if (isRubbish(sample.text, sample.unreadable)) throw unsupportedByExtension(extension) ?? unknownBinary()
  if (bytes.length <= sampleBytes && sample.text.trim() === '') {
    throw new CairnError('NO_TEXT', 'The file holds only white space.', 'Check that the right file was added.')
  }
  return textFormat(sample.text, extension)
}

function textFormat(text: string, extension: string): DocumentFormat {
  const promised = formatOfExtension(extension)
  if (promised !== 'code' && looksLikeHtml(text)) return 'html'
  // A reader for these exists in other programs, and what they hold (base64, control words) is not for reading.
  const unread = ['doc', 'eml', 'mbox', 'ipynb', 'rtf', 'msg'].includes(extension) && unsupportedByExtension(extension)
  if (unread && !isPlainProse(text, extension)) throw unread
  if ((promised === 'text' || !promised) && isTabSeparated(wholeLines(text))) return 'csv'
  if (promised === 'pdf' || promised === 'docx') return 'text'
  if (promised) return promised
  if (/^\s*<\?xml\s/u.test(text)) return 'code'
  return 'text'
}

/** A sample may end in the middle of a line. */
function wholeLines(text: string): string {
  return text.length < sampleBytes / 4 ? text : text.slice(0, text.lastIndexOf('\n') + 1)
}

function looksLikeHtml(text: string): boolean {
  const start = text.slice(0, 4096).replace(/^\s*<\?xml[^>]*\?>/u, '')
  return /^(\s*<!--[\s\S]{0,2000}?-->)*\s*<(!doctype\s+html|html)[\s>]/iu.test(start)
}

/** A plain text that merely carries the wrong extension. */
function isPlainProse(text: string, extension: string): boolean {
  if (extension === 'doc') return true
  if (extension === 'eml' || extension === 'mbox') return !/^[\w-]+:\s|^From\s/mu.test(text.slice(0, 2000))
  if (extension === 'ipynb') return !/^\s*\{/u.test(text)
  return !text.startsWith('{\\rtf')
}

/** Too many control or undecodable characters for any text. */
function isRubbish(text: string, unreadable: number): boolean {
  const controls = text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/gu)?.length ?? 0
  return controls + unreadable > Math.max(2, text.length * 0.1)
}
