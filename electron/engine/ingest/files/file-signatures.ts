import { Buffer } from 'node:buffer'

/** What the first bytes of a binary file say it is. */
export type Signature =
  | 'pdf'
  | 'zip'
  | 'ole2'
  | 'rtf'
  | 'a picture'
  | 'an image'
  | 'an audio or video file'
  | 'a compressed archive'
  | 'a program'
  | 'a font'
  | 'a database'

const magic: readonly (readonly [string, number, Signature])[] = [
  ['504b0304', 0, 'zip'],
  ['504b0506', 0, 'zip'],
  ['d0cf11e0a1b11ae1', 0, 'ole2'],
  ['7b5c727466', 0, 'rtf'],
  ['89504e470d0a1a0a', 0, 'a picture'],
  ['ffd8ff', 0, 'a picture'],
  ['474946383761', 0, 'a picture'],
  ['474946383961', 0, 'a picture'],
  ['49492a00', 0, 'a picture'],
  ['4d4d002a', 0, 'a picture'],
  ['57454250', 8, 'a picture'],
  ['6674797068656963', 4, 'a picture'],
  ['6674797068656978', 4, 'a picture'],
  ['6674797061766966', 4, 'an image'],
  ['667479706d696631', 4, 'a picture'],
  ['38425053', 0, 'an image'],
  ['66747970', 4, 'an audio or video file'],
  ['494433', 0, 'an audio or video file'],
  ['fffb', 0, 'an audio or video file'],
  ['4f676753', 0, 'an audio or video file'],
  ['664c6143', 0, 'an audio or video file'],
  ['57415645', 8, 'an audio or video file'],
  ['41564920', 8, 'an audio or video file'],
  ['1a45dfa3', 0, 'an audio or video file'],
  ['1f8b08', 0, 'a compressed archive'],
  ['377abcaf271c', 0, 'a compressed archive'],
  ['526172211a07', 0, 'a compressed archive'],
  ['425a68', 0, 'a compressed archive'],
  ['fd377a585a00', 0, 'a compressed archive'],
  ['28b52ffd', 0, 'a compressed archive'],
  ['7573746172', 257, 'a compressed archive'],
  ['7f454c46', 0, 'a program'],
  ['cafebabe', 0, 'a program'],
  ['0061736d', 0, 'a program'],
  ['00010000', 0, 'a font'],
  ['4f54544f', 0, 'a font'],
  ['774f46', 0, 'a font'],
  ['53514c69746520666f726d61742033', 0, 'a database'],
]

/** Recognises a binary format from the file's first bytes; undefined for what may be text. */
export function readSignature(bytes: Uint8Array): Signature | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
  for (const [hex, at, signature] of magic) {
    const wanted = Buffer.from(hex, 'hex')
    if (head.length >= at + wanted.length && head.compare(wanted, 0, wanted.length, at, at + wanted.length) === 0) {
      return signature
    }
  }
  if (isBitmap(head)) return 'a picture'
  if (head[0] === 0x4d && head[1] === 0x5a && head.includes(0)) return 'a program'
  // Readers accept up to 1,024 bytes of rubbish before the PDF header, as some mail gateways and printers add.
  return head.includes('%PDF-') && !looksLikeProse(head.subarray(0, head.indexOf('%PDF-'))) ? 'pdf' : undefined
}

/** A text that merely speaks of `%PDF-` is not a PDF: a header stands at the start of a line. */
function looksLikeProse(before: Buffer): boolean {
  return before.length > 0 && !/(^|[\r\n\0\x80-\xff])\s*$/u.test(before.toString('latin1'))
}

function isBitmap(head: Buffer): boolean {
  return head.length > 30 && head.toString('latin1', 0, 2) === 'BM' && head.readUInt32LE(6) === 0 && head.includes(0)
}
