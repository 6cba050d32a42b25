import { Buffer } from 'node:buffer'
import iconv from 'iconv-lite'

/** Windows code pages by the character set of a font; that of symbols is read as western letters. */
const pageByCharset: Readonly<Record<number, number>> = {
  ...{ 0: 1252, 2: 1252, 77: 10000, 128: 932, 129: 949, 130: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258 },
  ...{ 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850 },
}
const encodings: Readonly<Record<number, string>> = {
  10000: 'macintosh',
  65001: 'utf8',
  54936: 'gb18030',
  936: 'gb18030',
}
const twoBytes = new Set([932, 936, 949, 950, 54936])

/** Fonts and code pages of an RTF file, and text as they mean it. */
export class CodePages {
  /** Where no font says otherwise. */
  standard = 1252
  readonly #byFont = new Map<number, number>()

  setCharset(font: number, charset: number): void {
    const page = pageByCharset[charset]
    if (page !== undefined) this.#byFont.set(font, page)
  }

  setPage(font: number, page: number): void {
    this.#byFont.set(font, page)
  }

  /** The text that bytes in a font stand for; U+FFFD for those that stand for nothing. */
  decode(bytes: readonly number[], font: number): string {
    if (bytes.every((byte) => byte < 0x80)) return Buffer.from(bytes).toString('latin1')
    let page = this.#byFont.get(font) ?? this.standard
    // Programs in Chinese or Japanese name such text western: only there do all high bytes come in pairs.
    if (page === 1252 && twoBytes.has(this.standard) && areHighBytesPaired(bytes)) page = this.standard
    const known = encodings[page] ?? `cp${page}`
    return iconv.decode(Uint8Array.from(bytes), iconv.encodingExists(known) ? known : 'cp1252')
  }
}

function areHighBytesPaired(bytes: readonly number[]): boolean {
  let run = 0
  for (const byte of bytes) {
    if (byte >= 0x80) run += 1
    else if (run % 2 === 1) return false
    else run = 0
  }
  return run % 2 === 0
}
