import { Buffer } from 'node:buffer'

/** What the first bytes of a binary file say it is. */
export type Signature =
  | 'pdf'
  | 'zip'
  | 'ole2'
  | 'rtf'
  | 'an image'
  | 'an audio or video file'
  | 'a compressed archive'
  | 'a program'
  | 'a font'
  | 'a database'
  | 'a help book'
  | 'a shortcut'
  | 'a network recording'
  | 'a model'
  | 'a repository file'
  | 'a drawing'

/** The first bytes of binary formats: hexadecimal, where they stand, what the file is. */
const magic: readonly (readonly [string, number, Signature])[] = [
  ['504b0304', 0, 'zip'],
  ['504b0506', 0, 'zip'],
  ['d0cf11e0a1b11ae1', 0, 'ole2'],
  ['7b5c727466', 0, 'rtf'],
  ['89504e470d0a1a0a', 0, 'an image'],
  ['ffd8ff', 0, 'an image'],
  ['474946383761', 0, 'an image'],
  ['474946383961', 0, 'an image'],
  ['49492a00', 0, 'an image'],
  ['4d4d002a', 0, 'an image'],
  ['57454250', 8, 'an image'],
  ['6674797068656963', 4, 'an image'],
  ['6674797061766966', 4, 'an image'],
  ['667479706d696631', 4, 'an image'],
  ['38425053', 0, 'an image'],
  ['00000100', 0, 'an image'],
  ['0000000c6a5020', 0, 'an image'],
  ['0000000c4a584c20', 0, 'an image'],
  ['762f3101', 0, 'an image'],
  ['44445320', 0, 'an image'],
  ['67696d7020786366', 0, 'an image'],
  ['c5d0d3c6', 0, 'an image'],
  ['41542654464f524d', 0, 'an image'],
  ['66747970', 4, 'an audio or video file'],
  ['494433', 0, 'an audio or video file'],
  ['fffb', 0, 'an audio or video file'],
  ['4f676753', 0, 'an audio or video file'],
  ['664c6143', 0, 'an audio or video file'],
  ['57415645', 8, 'an audio or video file'],
  ['41564920', 8, 'an audio or video file'],
  ['41494646', 8, 'an audio or video file'],
  ['1a45dfa3', 0, 'an audio or video file'],
  ['4d546864', 0, 'an audio or video file'],
  ['2e736e64', 0, 'an audio or video file'],
  ['2321414d52', 0, 'an audio or video file'],
  ['464c5601', 0, 'an audio or video file'],
  ['000001ba', 0, 'an audio or video file'],
  ['000001b3', 0, 'an audio or video file'],
  ['3026b2758e66cf11', 0, 'an audio or video file'],
  ['2e524d46', 0, 'an audio or video file'],
  ['465753', 0, 'an audio or video file'],
  ['435753', 0, 'an audio or video file'],
  ['1f8b08', 0, 'a compressed archive'],
  ['377abcaf271c', 0, 'a compressed archive'],
  ['526172211a07', 0, 'a compressed archive'],
  ['425a68', 0, 'a compressed archive'],
  ['fd377a585a00', 0, 'a compressed archive'],
  ['28b52ffd', 0, 'a compressed archive'],
  ['7573746172', 257, 'a compressed archive'],
  ['04224d18', 0, 'a compressed archive'],
  ['4c5a4950', 0, 'a compressed archive'],
  ['1f9d', 0, 'a compressed archive'],
  ['4d534346', 0, 'a compressed archive'],
  ['213c617263683e', 0, 'a compressed archive'],
  ['edabeedb', 0, 'a compressed archive'],
  ['7f454c46', 0, 'a program'],
  ['cafebabe', 0, 'a program'],
  ['0061736d', 0, 'a program'],
  ['feedface', 0, 'a program'],
  ['feedfacf', 0, 'a program'],
  ['cefaedfe', 0, 'a program'],
  ['cffaedfe', 0, 'a program'],
  ['6465780a', 0, 'a program'],
  ['1b4c7561', 0, 'a program'],
  ['4243c0de', 0, 'a program'],
  ['4c00000001140200', 0, 'a shortcut'],
  // Access begins as a font does, and goes on with words.
  ['000100005374616e64617264', 0, 'a database'],
  ['00010000', 0, 'a font'],
  ['4f54544f', 0, 'a font'],
  ['74746366', 0, 'a font'],
  ['774f46', 0, 'a font'],
  ['53514c69746520666f726d61742033', 0, 'a database'],
  ['2142444e', 0, 'a database'],
  ['72656766', 0, 'a database'],
  ['456c6646696c65', 0, 'a database'],
  ['50415231', 0, 'a database'],
  ['4f626a01', 0, 'a database'],
  ['894844460d0a1a0a', 0, 'a database'],
  ['43444601', 0, 'a database'],
  ['934e554d5059', 0, 'a database'],
  ['62706c697374', 0, 'a database'],
  ['49545346', 0, 'a help book'],
  ['3f5f0300', 0, 'a help book'],
  ['d4c3b2a1', 0, 'a network recording'],
  ['0a0d0d0a', 0, 'a network recording'],
  ['47475546', 0, 'a model'],
  ['5041434b', 0, 'a repository file'],
  ['44495243', 0, 'a repository file'],
  ['424c454e444552', 0, 'a drawing'],
  ['41433130', 0, 'a drawing'],
]

/** Recognises a binary format from the file's first bytes; undefined for what may be text. */
export function readSignature(bytes: Uint8Array): Signature | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
  for (const [hex, at, signature] of magic) {
    const wanted = Buffer.from(hex, 'hex')
    const isThere =
      head.length >= at + wanted.length && head.compare(wanted, 0, wanted.length, at, at + wanted.length) === 0
    // A text may begin with these letters as well.
    if (isThere && (signature === 'rtf' || !isPrintable(wanted) || !isPrintable(head))) return signature
  }
  if (isBitmap(head)) return 'an image'
  if (head[0] === 0x4d && head[1] === 0x5a && head.includes(0)) return 'a program'
  // Readers accept up to 1,024 bytes of rubbish before the PDF header, as some mail gateways and printers add.
  return head.includes('%PDF-') && !looksLikeProse(head.subarray(0, head.indexOf('%PDF-'))) ? 'pdf' : undefined
}

/** Whether there is nothing but what a text in ASCII or UTF-8 may hold. */
function isPrintable(bytes: Buffer): boolean {
  if (bytes.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** A text that merely speaks of `%PDF-` is not a PDF: a header stands at the start of a line. */
function looksLikeProse(before: Buffer): boolean {
  return before.length > 0 && !/(^|[\r\n\0\x80-\xff])\s*$/u.test(before.toString('latin1'))
}

function isBitmap(head: Buffer): boolean {
  return head.length > 30 && head.toString('latin1', 0, 2) === 'BM' && head.readUInt32LE(6) === 0 && head.includes(0)
}
