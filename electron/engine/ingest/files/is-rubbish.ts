import type { Decoded } from './encoding/decode'
import { isWide } from './encoding/wide-encodings'

/** Larger shares of these are in no text. Bytes of recordings and databases reach ten times as much. */
const most = { controls: 0.05, zeros: 0.01, unreadable: 0.1, odd: 0.05 }
/** A stray one or two mean nothing in a short file. */
const allowed = 2

/**
 * Whether a file holds something other than text, whatever its first bytes are: by the control characters in all of it, and by
 * what its beginning was decoded to.
 */
export function isRubbish(bytes: Uint8Array, { text, encoding, unreadable }: Decoded): boolean {
  if (unreadable + controlsIn(text) > Math.max(allowed, text.length * most.unreadable)) return true
  if (oddIn(text) > Math.max(allowed, text.length * most.odd)) return true
  // Zeros are half of the wide encodings, and shifts part of ISO 2022.
  if (isWide(encoding) || encoding.startsWith('iso-2022'))
    return controlsIn(text) > Math.max(allowed, text.length * most.zeros)
  const { zeros, controls } = countBytes(bytes)
  return (
    zeros > Math.max(allowed, bytes.length * most.zeros) || controls > Math.max(allowed, bytes.length * most.controls)
  )
}

/** Bytes below 0x20 mean themselves in every encoding but the wide ones; tabs, line ends and escapes are part of texts. */
function countBytes(bytes: Uint8Array): { zeros: number; controls: number } {
  let zeros = 0
  let controls = 0
  for (const byte of bytes) {
    if (byte === 0) zeros += 1
    if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b) controls += 1
  }
  return { zeros, controls }
}

function controlsIn(text: string): number {
  return text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/gu)?.length ?? 0
}

/** Characters that no writing has: the upper controls, private use, not assigned. */
function oddIn(text: string): number {
  return text.match(/[\x80-\x9f\p{Co}\p{Cn}]/gu)?.length ?? 0
}
