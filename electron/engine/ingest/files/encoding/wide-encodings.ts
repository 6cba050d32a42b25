import iconv from 'iconv-lite'

const marks: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe, 0, 0], 'utf-32le'],
  [[0, 0, 0xfe, 0xff], 'utf-32be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** The encoding a byte order mark names, and the mark's length in bytes. */
export function readByteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  for (const [mark, encoding] of marks) {
    if (mark.every((byte, at) => bytes[at] === byte)) return { encoding, length: mark.length }
  }
  return undefined
}

/** Whether an encoding has zero bytes in ordinary text. */
export function isWide(encoding: string): boolean {
  return /^utf-(?:16|32)/u.test(encoding)
}

/** Recognises UTF-16 and UTF-32 without a mark: some bytes are zero, and only one reading of them gives real text. */
export function guessWideEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 4096)
  if (sample.length < 4 || !sample.includes(0) || isNarrow(sample)) return undefined
  const candidates = ['utf-32le', 'utf-32be', 'utf-16le', 'utf-16be']
  let best: { encoding: string; score: number } | undefined
  for (const encoding of candidates) {
    const unit = encoding.startsWith('utf-32') ? 4 : 2
    if (bytes.length % unit !== 0 && unit === 4) continue
    const usable = sample.subarray(0, sample.length - (sample.length % unit))
    const score = plausibility(iconv.decode(usable, encoding))
    if (score >= 0.9 && score > (best?.score ?? 0)) best = { encoding, score }
  }
  return best?.encoding
}

/** UTF-8 with a stray zero byte: wide encodings of Latin text are half zeros, those of other scripts no valid UTF-8. */
function isNarrow(sample: Uint8Array): boolean {
  const zeros = sample.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  if (zeros > sample.length * 0.2) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

const usual = new RegExp(
  String.raw`[\t\n\r\x20-\x7e\u00a0-\u024f\u0370-\u052f\u0590-\u06ff\u0900-\u0e7f\u2010-\u203a\u20ac` +
    String.raw`\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9f\u{1f300}-\u{1faff}]`,
  'gu',
)

function plausibility(text: string): number {
  const count = text.match(/./gsu)?.length ?? 0
  if (count === 0) return 0
  const known = text.match(usual)?.length ?? 0
  const common = text.match(/[ \ne，。的\u3000]/gu)?.length ?? 0
  return known / count + Math.min(0.05, common / count)
}
