import { Buffer } from 'node:buffer'
import iconv from 'iconv-lite'
import { guessEncoding } from '../../files/encoding/guess-encoding'

/**
 * Reads the names of an archive's files that no flag says how to read: strict UTF-8 where they are that, else what all of them
 * together look like. `western` is what old archivers wrote where the names are no Chinese, Japanese or Korean.
 */
export function nameReader(
  names: readonly Uint8Array[],
  western: 'cp437' | 'windows-1252',
): (name: Uint8Array) => string {
  const foreign = names.filter((name) => decodeUtf8(name) === undefined)
  const encoding = foreign.length === 0 ? western : encodingOf(Buffer.concat(foreign), western)
  return (name) => decodeUtf8(name) ?? iconv.decode(Buffer.from(name), encoding)
}

function encodingOf(bytes: Buffer, western: string): string {
  // In the rows of the usual Chinese characters; the accented letters of Western code pages lie elsewhere.
  if (shareOfPairs(bytes, [0xb0, 0xf7], [0xa1, 0xfe]) >= 0.7) return 'gb18030'
  // Hiragana and katakana.
  if (shareOfPairs(bytes, [0x82, 0x83], [0x40, 0xf1]) >= 0.5) return 'shift_jis'
  const guess = guessEncoding(bytes)
  return ['big5', 'euc-kr', 'euc-jp', 'shift_jis'].includes(guess) ? guess : western
}

/** How many of the bytes beyond ASCII stand in pairs of these ranges. */
function shareOfPairs(bytes: Buffer, lead: readonly [number, number], trail: readonly [number, number]): number {
  let high = 0
  let paired = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]]
    if (first < 0x80) continue
    const isPair = first >= lead[0] && first <= lead[1] && second >= trail[0] && second <= trail[1]
    high += isPair && second >= 0x80 ? 2 : 1
    if (!isPair) continue
    paired += second >= 0x80 ? 2 : 1
    at += 1
  }
  return high === 0 ? 0 : paired / high
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
