import { Buffer } from 'node:buffer'
import chardet from 'chardet'
import iconv from 'iconv-lite'

const sampleBytes = 64 * 1024

/** The encoding an HTML or XML head declares, if it is one that reads bytes below 0x80 as ASCII. */
export function readDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  const match =
    /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)/iu.exec(head) ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/iu.exec(head)
  const name = match?.[1]?.toLowerCase()
  if (!name || !iconv.encodingExists(name) || /^(utf|ucs)/u.test(name)) return undefined
  return widen(name)
}

/** Guesses a one- or two-byte encoding by chardet, corrected where it fails: short Western text, undecodable bytes. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = sampleAround(bytes)
  if (highBytesStandAlone(sample)) return guessWestern(sample)
  let best = { encoding: 'windows-1252', score: -1 }
  for (const [encoding, confidence] of candidates(sample)) {
    const score = confidence - damage(iconv.decode(sample, encoding)) * 400
    if (score > best.score) best = { encoding, score }
  }
  return best.encoding
}

function candidates(sample: Buffer): Map<string, number> {
  const found = new Map<string, number>([
    ['gb18030', 12],
    ['big5', 8],
    ['windows-1252', 5],
  ])
  for (const { name, confidence } of chardet.analyse(sample)) {
    const encoding = widen(name.toLowerCase())
    if (/^utf/u.test(encoding) || !iconv.encodingExists(encoding)) continue
    found.set(encoding, Math.max(found.get(encoding) ?? 0, confidence))
  }
  return found
}

/** The superset in real use: browsers read these labels the same way. */
function widen(name: string): string {
  if (/^(gb2312|gbk|gb_2312|x-gbk)/u.test(name)) return 'gb18030'
  if (/^(iso-8859-1|latin1|ascii|us-ascii)$/u.test(name)) return 'windows-1252'
  if (name === 'iso-8859-9') return 'windows-1254'
  return name === 'iso-8859-8-i' ? 'iso-8859-8' : name
}

/** Bytes around the first one that is not ASCII, so that a long ASCII head does not hide them. */
function sampleAround(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte >= 0x80)
  const start = Math.max(0, first - 1024)
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(bytes.length - start, sampleBytes))
}

/** Accented letters inside ASCII words: pairs of high bytes are rare, as in no two-byte encoding. */
function highBytesStandAlone(sample: Buffer): boolean {
  let alone = 0
  let all = 0
  for (let at = 0; at < sample.length; at += 1) {
    if ((sample[at] ?? 0) < 0x80) continue
    all += 1
    if ((sample[at - 1] ?? 0) < 0x80 && (sample[at + 1] ?? 0) < 0x80) alone += 1
  }
  return alone >= all * 0.7
}

function guessWestern(sample: Buffer): string {
  const guess = chardet.analyse(sample).find(({ name }) => /^(iso-8859|windows-125)/iu.test(name))
  // Statistics over a few letters prefer exotic languages; Western is by far the likeliest then.
  return guess && guess.confidence >= 60 && sample.length >= 200 ? widen(guess.name.toLowerCase()) : 'windows-1252'
}

/** Share of characters that no real text of this encoding would hold: undecodable, private use, C1 controls. */
function damage(text: string): number {
  const bad = text.match(/[\ufffd\ue000-\uf8ff\x80-\x9f]/gu)?.length ?? 0
  return bad / Math.max(1, text.length)
}
