import { TextDecoder } from 'node:util'
import iconv from 'iconv-lite'

/** What the first two bytes of a letter in UTF-8 look like when they are read as Windows-1252. */
const suspicious = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/u

/**
 * A text that was written in UTF-8 but named Latin-1 ("donâ€™t"), as it was meant; any other text as it is. Real Latin-1 is hardly
 * ever UTF-8 from its first letter to its last.
 */
export function meantText(text: string): string {
  if (!suspicious.test(text)) return text
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const byte = code <= 0xff ? code : iconv.encode(text.charAt(at), 'windows-1252')[0]
    // Whatever this encoding does not have becomes a question mark.
    if (byte === undefined || (byte === 0x3f && code !== 0x3f)) return text
    bytes[at] = byte
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}
