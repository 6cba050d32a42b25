import { CairnError } from '@shared/errors'
import { brokenArchive, readZipEntries, readZipText, type ZipEntry } from '../parsers/docx/zip-entries'
import type { FileSample, Parser } from '../parsers/parser'
import { parserOfExtension, parsers } from '../parsers/registry'
import { decode } from './encoding/decode'
import { extensionOf } from './file-name'
import { readSignature, type Signature } from './file-signatures'
import { isRubbish } from './is-rubbish'
import { oleRootNames } from './ole-directory'
import { emptyFile } from './read-regular-file'
import { unknownBinary, unsupportedByExtension, unsupportedKind } from './unsupported'

const sampleBytes = 64 * 1024

/**
 * Decides how a file is to be read: by its content first, by its name only where the content leaves it open. Throws
 * CairnError FILE_EMPTY, NO_TEXT (only white space), FILE_ENCRYPTED or FORMAT_UNSUPPORTED.
 */
export function sniffFormat(bytes: Uint8Array, name: string, known: readonly Parser[] = parsers): string {
  if (bytes.length === 0) throw emptyFile()
  const extension = extensionOf(name)
  const promised = parserOfExtension(extension, known)
  const signature = readSignature(bytes)
  if (signature === undefined) return sniffText(bytes, { extension, promised, known })
  const container = signature === 'zip' ? entriesOf(bytes) : []
  // A broken container with the right name is reported by its own parser, in better words.
  if (container instanceof Error) {
    if (promised?.container === 'zip') return promised.format
    throw unsupportedByExtension(extension) ?? container
  }
  const streams = signature === 'ole2' ? oleRootNames(bytes) : []
  if (!streams && promised?.container === 'ole2') return promised.format
  const holdsStream = (stream: string) => streams?.some((name) => name.startsWith(stream)) ?? false
  if (holdsStream('EncryptedPackage')) throw encryptedOffice()
  const sample: FileSample = {
    ...{ extension, signature, holdsStream },
    entries: container.map((entry) => entry.name),
    mimetype: declaredType(container),
    promised: promised?.format,
    isUnread: false,
    text: '',
    wholeLines: '',
  }
  const recognised = known.find((parser) => parser.recognises?.(sample))
  if (recognised) return recognised.format
  throw refusal(signature, sample)
}

/** What is in a ZIP container, or why that cannot be read. */
function entriesOf(bytes: Uint8Array): readonly ZipEntry[] | Error {
  try {
    return readZipEntries(bytes)
  } catch (thrown) {
    if (thrown instanceof Error) return thrown
    throw thrown
  }
}

function declaredType(container: readonly ZipEntry[]): string {
  const entry = container.find(({ name }) => name === 'mimetype')
  // Stored or packed, it is one line.
  if (!entry || entry.isEncrypted || entry.data.length > 200) return ''
  try {
    return (readZipText([entry], entry.name) ?? '').trim()
  } catch {
    return ''
  }
}

/** The error for a binary file that no parser recognises. */
function refusal(signature: Signature, { extension, entries, holdsStream }: FileSample): CairnError {
  if (signature === 'zip') return unsupportedByExtension(containerKind(entries)) ?? unknownBinary()
  if (signature === 'ole2') {
    const kind = streamKinds.find(([stream]) => holdsStream(stream))?.[1] ?? extension
    return unsupportedByExtension(kind) ?? unsupportedKind('an old Office file', 'Save it as DOCX, XLSX or PPTX.')
  }
  if (signature === 'an image') {
    return unsupportedKind('an image of a kind', 'Save it as PNG or JPEG and add that.')
  }
  return unsupportedByExtension(extension) ?? unsupportedKind(signature)
}

/** What a ZIP container holds, by the extension of such files. */
function containerKind(entries: readonly string[]): string {
  return entries.some((entry) => entry.startsWith('content.xml')) ? 'odf' : 'package'
}

/** Streams of Microsoft's old container format, and the extension of files that hold them. */
const streamKinds = [
  ['PowerPoint Document', 'ppt'],
  ['WordDocument', 'doc'],
] as const

function encryptedOffice(): CairnError {
  return new CairnError(
    'FILE_ENCRYPTED',
    'The file is protected with a password.',
    'Open it in Office, remove the password, save it and add it again.',
  )
}

interface NamedFile {
  readonly extension: string
  readonly promised: Parser | undefined
  readonly known: readonly Parser[]
}

function sniffText(bytes: Uint8Array, { extension, promised, known }: NamedFile): string {
  const sample = decode(bytes.subarray(0, sampleBytes), { partial: bytes.length > sampleBytes })
  const { text } = sample
  // Mostly empty bytes, which are no letters: an archive of which the beginning is damaged.
  if (promised?.isArchive && bytes.subarray(0, sampleBytes).includes(0)) throw brokenArchive()
  if (isRubbish(bytes, sample)) throw unsupportedByExtension(extension) ?? unknownBinary()
  if (bytes.length <= sampleBytes && text.trim() === '') {
    throw new CairnError('NO_TEXT', 'The file holds only white space.', 'Check that the right file was added.')
  }
  const wholeLines = text.length < sampleBytes / 4 ? text : text.slice(0, text.lastIndexOf('\n') + 1)
  // A reader for these exists in other programs, and what they hold (base64, control words) is not for reading.
  const isUnread = !promised && unreadExtensions.has(extension) && !isPlainProse(text)
  const recognised = known.find((parser) =>
    parser.recognises?.({
      ...{ extension, text, wholeLines, isUnread },
      promised: promised?.format,
      signature: undefined,
      entries: [],
      mimetype: '',
      holdsStream: () => false,
    }),
  )
  if (recognised) return recognised.format
  if (promised) return promised.kind === 'text' ? promised.format : 'text'
  const refused = isUnread ? unsupportedByExtension(extension) : undefined
  if (refused) throw refused
  return 'text'
}

const unreadExtensions = new Set(['rtf'])

/** A plain text that merely carries the wrong extension. */
function isPlainProse(text: string): boolean {
  return !text.startsWith('{\\rtf')
}
