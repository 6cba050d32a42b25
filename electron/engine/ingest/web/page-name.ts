/** The extension for a file of a media type that Cairn reads, where the address does not have one of its own. */
const extensions: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/calendar': 'ics',
  'application/pdf': 'pdf',
  'application/epub+zip': 'epub',
  'application/rtf': 'rtf',
  'application/zip': 'zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
}

/** The media type of a Content-Type header, in lower case; empty where there is none. */
export function mediaType(header: string | null): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** A file name for what an address gave: its last part, or its host; with the extension of its media type. */
export function nameOfPage(url: URL, contentType: string | null): string {
  const last = url.pathname.split('/').findLast((part) => part !== '')
  const stem = last === undefined ? url.hostname : decoded(last)
  const extension = extensions[mediaType(contentType)]
  if (extension === undefined) return stem
  const own = /\.([a-z\d]{1,5})$/iu.exec(stem)?.[1]?.toLowerCase()
  const isSame = own === extension || (extension === 'html' && own === 'htm')
  // What a server makes of `.php` is a page all the same; `.md` and code come as plain text.
  return isSame || (last !== undefined && own !== undefined && extension === 'txt') ? stem : `${stem}.${extension}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Text in the encoding that its header names, as UTF-8 with a mark that says so: a page without a name of its encoding in it would
 * else be guessed at. Anything else as it is.
 */
export function inUtf8(bytes: Uint8Array, contentType: string | null): Uint8Array {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/iu.exec(contentType ?? '')?.[1]?.toLowerCase()
  if (
    charset === undefined ||
    /^utf-?8$/u.test(charset) ||
    !/^(?:text\/|application\/xhtml)/u.test(mediaType(contentType))
  ) {
    return bytes
  }
  try {
    return Buffer.from(`\ufeff${new TextDecoder(charset).decode(bytes)}`, 'utf8')
  } catch {
    return bytes
  }
}
