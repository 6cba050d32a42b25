import type { Gap } from '@shared/documents'
import { decode } from '../../files/encoding/decode'
import { limits } from '../../files/read-regular-file'
import { truncatedGap, unreadableGap } from './structure-builder'

/** Decodes a text file to be shown as it is, with the gaps decoding left; cut at the character limit. */
export function readSourceText(bytes: Uint8Array): { text: string; gaps: Gap[] } {
  const decoded = decode(bytes)
  const gaps: Gap[] = decoded.unreadable > 0 ? [unreadableGap(decoded.unreadable)] : []
  if (decoded.text.length <= limits.textCharacters) return { text: decoded.text, gaps }
  gaps.push(truncatedGap())
  return { text: decoded.text.slice(0, limits.textCharacters).replace(/\p{Surrogate}$/u, ''), gaps }
}

/** A stretch of a text without the white space around it, or undefined where nothing else is left. */
export function trimSpan(text: string, from: number, to: number): { start: number; end: number } | undefined {
  let start = from
  let end = to
  while (start < end && /\s/u.test(text.charAt(start))) start += 1
  while (end > start && /\s/u.test(text.charAt(end - 1))) end -= 1
  return start < end ? { start, end } : undefined
}

export interface Line {
  readonly start: number
  /** Before the line break. */
  readonly end: number
  readonly text: string
}

export function* linesOf(text: string): Generator<Line> {
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    yield { start, end, text: text.slice(start, end) }
    start = end + 1
  }
}
