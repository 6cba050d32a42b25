import { CairnError } from '@shared/errors'
import type { OriginalFile } from '@engine/ports/engine-interface'
import { parseRange } from './byte-range'
import { errorResponse } from './error-response'
import { streamOf } from './file-stream'
import { plainHeaders } from './security-headers'

/**
 * The kept original of a document, whole or the range asked for. It is a stranger's file under our own address, so it
 * is never shown by the browser itself: always a download, in a sandbox, of a type that nothing runs.
 */
export async function originalResponse(original: OriginalFile, request: Request): Promise<Response> {
  const { hash, size, name, format } = original
  const etag = `"${hash}-${size}"`
  // A range of what was, joined to what is now, would be a broken file.
  const ifRange = request.headers.get('If-Range')
  const range = parseRange(ifRange === null || ifRange === etag ? request.headers.get('Range') : null, size)
  if (range === 'unsatisfiable') {
    const refusal = errorResponse(new CairnError('INVALID_INPUT', 'The file has no such bytes.', 'Load it again.'), 416)
    refusal.headers.set('Content-Range', `bytes */${size}`)
    return refusal
  }
  const wanted = range === 'whole' ? { start: 0, end: size } : range
  const headers = plainHeaders()
  headers.set('Content-Type', format === 'pdf' ? 'application/pdf' : 'application/octet-stream')
  headers.set('Content-Disposition', attachment(name))
  headers.set('Accept-Ranges', 'bytes')
  headers.set('ETag', etag)
  headers.set('Content-Length', String(wanted.end - wanted.start))
  if (range !== 'whole') headers.set('Content-Range', `bytes ${wanted.start}-${wanted.end - 1}/${size}`)
  const body = request.method === 'HEAD' ? null : streamOf(await original.open(), wanted)
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers })
}

/** Marks that change the direction of text, and control characters: they make a name read as another one. */
const deceiving = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** RFC 6266: a name in ASCII for old readers and the real one beside it. */
export function attachment(name: string): string {
  // Through a buffer, because a lone surrogate cannot be encoded.
  const clean = Buffer.from(name.replace(deceiving, '')).toString() || 'document'
  const ascii = clean.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
