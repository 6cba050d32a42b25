import { createHash } from 'node:crypto'
import { embeddedText } from '@engine/ports/models/embedded-text'

/** SHA-256 (hex) of a chunk's embedded text: by it a stored vector is found again, and a changed row noticed. */
export function embeddedTextHash(chunk: Parameters<typeof embeddedText>[0]): string {
  return createHash('sha256').update(embeddedText(chunk), 'utf8').digest('hex')
}
