import { TextDecoder } from 'node:util'
import iconv from 'iconv-lite'
import { guessEncoding, readDeclaredEncoding } from './guess-encoding'
import { decodeSevenBit } from './seven-bit-encodings'
import { guessWideEncoding, readByteOrderMark } from './wide-encodings'

export interface Decoded {
  /** Line ends are `\n`; no byte order mark, no NUL, no lone surrogate. */
  readonly text: string
  /** As iconv names it, lower case. */
  readonly encoding: string
  /** How many characters could not be decoded and are U+FFFD now. */
  readonly unreadable: number
}

/**
 * Decodes text of unknown encoding: byte order mark, then the zero-byte pattern of UTF-16 and UTF-32, then strict
 * UTF-8 (where all is ASCII, also the encodings that write other scripts in it), then what an HTML or XML file declares, then a guess from byte statistics. Never throws.
 * @param options.partial the bytes are the start of a longer text, so a character may be cut off at the end.
 */
export function decode(bytes: Uint8Array, options: { partial?: boolean } = {}): Decoded {
  const marked = readByteOrderMark(bytes)
  if (marked) return finish(convert(bytes.subarray(marked.length), marked.encoding), marked.encoding, options)
  const wide = guessWideEncoding(bytes)
  if (wide) return finish(convert(bytes, wide), wide, options)
  const strict = decodeStrictUtf8(bytes, options.partial === true)
  if (strict !== undefined) {
    const shifted = decodeSevenBit(strict)
    if (shifted) return finish(shifted.text, shifted.encoding, options)
    return { text: normalise(strict), encoding: 'utf-8', unreadable: 0 }
  }
  const declared = readDeclaredEncoding(bytes)
  if (declared) {
    const text = convert(bytes, declared)
    if (countUnreadable(text) <= text.length * 0.01) return finish(text, declared, options)
  }
  const encoding = isDamagedUtf8(bytes) ? 'utf-8' : guessEncoding(bytes)
  return finish(convert(bytes, encoding), encoding, options)
}

function decodeStrictUtf8(bytes: Uint8Array, partial: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: partial })
  } catch {
    return undefined
  }
}

/** Mostly well-formed multi-byte sequences: UTF-8 with a few bad bytes, not another encoding. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const sample = new TextDecoder('utf-8').decode(bytes.subarray(0, 1024 * 1024))
  const bad = countUnreadable(sample)
  const good = (sample.match(/[^\x00-\x7f]/gu)?.length ?? 0) - bad
  return good >= 5 * bad
}

function convert(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'utf-8') return new TextDecoder('utf-8').decode(bytes)
  return iconv.decode(bytes, encoding, { stripBOM: true })
}

function finish(raw: string, encoding: string, options: { partial?: boolean }): Decoded {
  const text = normalise(options.partial ? raw.replace(/\ufffd{1,3}$/u, '') : raw)
  return { text, encoding, unreadable: countUnreadable(text) }
}

function countUnreadable(text: string): number {
  let count = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) count += 1
  return count
}

function normalise(text: string): string {
  let clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  if (clean.includes('\r')) clean = clean.replace(/\r\n?/gu, '\n')
  if (clean.includes('\0')) clean = clean.replaceAll('\0', '')
  return replaceLoneSurrogates(clean)
}

/** Half characters would become different text when stored as UTF-8; the replacement is one code unit as well. */
export function replaceLoneSurrogates(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text
}
