import { Buffer } from 'node:buffer'
import iconv from 'iconv-lite'

/** Reads what older mail and news programs wrote of East Asian and other texts in ASCII bytes alone. */
interface SevenBitEncoding {
  readonly name: string
  readonly isUsed: (text: string) => boolean
  readonly decode: (text: string) => string
}

const encodings: readonly SevenBitEncoding[] = [
  // Only its announcement at the head of a line names the set that is shifted to (RFC 1557, RFC 1922).
  shifting('iso-2022-kr', '\u001b$)C', 'euc-kr'),
  shifting('iso-2022-cn', '\u001b$)A', 'gb18030'),
  {
    name: 'iso-2022-jp',
    isUsed: (text) => /\u001b\$(?:[@B]|\(D)/u.test(text),
    decode: (text) => new TextDecoder('iso-2022-jp').decode(Buffer.from(text, 'latin1')),
  },
  { name: 'hz-gb-2312', isUsed: isHz, decode: decodeHz },
  { name: 'utf-7', isUsed: isUtf7, decode: decodeUtf7 },
]

/** What a text in ASCII really says, and in which encoding; undefined where it says what it shows. */
export function decodeSevenBit(text: string): { text: string; encoding: string } | undefined {
  if (!/[\u001b~+]/u.test(text) || /[^\0-\x7f]/u.test(text)) return undefined
  const used = encodings.find(({ isUsed }) => isUsed(text))
  return used && { text: used.decode(text), encoding: used.name }
}

function shifting(name: string, announcement: string, wide: string): SevenBitEncoding {
  return {
    name,
    isUsed: (text) => text.includes(announcement),
    decode: (text) =>
      text
        .replaceAll(announcement, '')
        .replace(/\u000e([^\u000f\n]*)\u000f?/gu, (_, shifted: string) => raised(shifted, wide)),
  }
}

/** Two-byte characters written without their upper bits. */
function raised(shifted: string, encoding: string): string {
  return iconv.decode(
    Buffer.from(shifted, 'latin1').map((byte) => (byte > 0x20 ? byte | 0x80 : byte)),
    encoding,
  )
}

/** RFC 1843: `~{` and `~}` around pairs, `~~` for a tilde, one at the end of a line joins it with the next. */
const hzPairs = /~\{((?:[!-w][!-~])+)~\}/gu

function isHz(text: string): boolean {
  const opened = text.split('~{').length - 1
  const pairs = [...text.matchAll(hzPairs)]
  if (opened === 0 || pairs.length < opened) return false
  return /^[\p{Script=Han}\p{P}\p{N}\p{Script=Latin}\u3000]+$/u.test(
    pairs.map(([, gb = '']) => raised(gb, 'gb2312')).join(''),
  )
}

function decodeHz(text: string): string {
  return text.replace(/~\{((?:[!-w][!-~])+)~\}|~(~|\n)/gu, (_, gb: string | undefined, sign: string | undefined) => {
    if (gb !== undefined) return raised(gb, 'gb18030')
    return sign === '~' ? '~' : ''
  })
}

/** RFC 2152: `+` and what follows in base64 is UTF-16, ended by `-` or anything else; `+-` is a plus. */
const utf7Run = /\+([A-Za-z\d+/]*)(-?)/gu
/** A run that is one by chance decodes to anything. */
const fewestDecoded = 4

function isUtf7(text: string): boolean {
  let decoded = ''
  for (const [whole, coded = ''] of text.matchAll(utf7Run)) {
    if (whole === '+-') continue
    const run = utf16Of(coded)
    if (run === undefined) return false
    decoded += run
  }
  const letters = decoded.match(/\p{L}/gu)?.length ?? 0
  const scripts = [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
    /\p{Script=Latin}/gu,
    /\p{Script=Cyrillic}/gu,
    /\p{Script=Greek}/gu,
  ]
  const most = Math.max(...scripts.map((script) => decoded.match(script)?.length ?? 0))
  return (
    decoded.length >= fewestDecoded && most >= letters * 0.9 && most >= decoded.length * 0.4 && !/\p{Cn}/u.test(decoded)
  )
}

function decodeUtf7(text: string): string {
  return text.replace(utf7Run, (whole, coded: string) => (whole === '+-' ? '+' : (utf16Of(coded) ?? whole)))
}

/** Whole UTF-16 units with nothing but zeros behind them, as an encoder leaves; undefined for any other base64. */
function utf16Of(coded: string): string | undefined {
  const bytes = Buffer.from(coded, 'base64')
  const bits = coded.length * 6
  if (coded === '' || bits < 16 || bits % 16 >= 6) return undefined
  const whole = Math.floor(bits / 16) * 2
  const rest = Buffer.from(`${coded}AAA`.slice(0, Math.ceil(coded.length / 4) * 4), 'base64').subarray(whole)
  if (rest.some((byte) => byte !== 0)) return undefined
  const text = iconv.decode(bytes.subarray(0, whole), 'utf-16be', { stripBOM: false })
  return /[\ufffd\p{Surrogate}]/u.test(text) ? undefined : text
}
