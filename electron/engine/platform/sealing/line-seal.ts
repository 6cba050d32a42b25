import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { summedLine, withoutFlippedBit } from '@engine/platform/lines/summed-line'
import { KeyedSeal } from './keyed-seal'

/** How every sealed line begins, and ends. No line that Cairn writes in clear has this field first. */
const beginning = Buffer.from('{"sealed":"')
const ending = /^","sum":"[0-9a-f]{8}"\}$/u
/** Holds a sealed line to what it is: nothing else of Cairn is sealed under these words. */
const boundTo = Buffer.from('cairn line 1')
const nonceBytes = 12
const tagBytes = 16
const newline = 0x0a

/** Bytes of a file with its lines opened. */
export interface OpenedLines {
  readonly bytes: Buffer
  /** Sealed lines in which a flipped bit was put right. The file still has it. */
  readonly mended: number
}

/** What writers and readers of files of lines put their lines through, one by one: a file may hold lines of both kinds. */
export interface LineSeal {
  /** Text of whole lines as it is to be written. */
  close(text: string): string
  /** What was read of a file, with each sealed line as it was before; one that cannot be opened stays as it is. */
  open(bytes: Buffer): OpenedLines
  /** The bytes of a file as they would be written by now, whichever way each line was written. */
  renewed(bytes: Buffer): Buffer
}

/** Where nothing is sealed. */
export const noSeal: LineSeal = {
  close: (text) => text,
  open: (bytes) => ({ bytes, mended: 0 }),
  renewed: (bytes) => bytes,
}

/**
 * Seals lines by AES-256-GCM, each under a random nonce of its own: `{"sealed":"…","sum":"…"}`, in Base64 the nonce, the line and its tag. The sum
 * is of the sealed line, so that a flipped bit is put right as in any other line.
 */
export class SealedLines extends KeyedSeal implements LineSeal {
  close(text: string): string {
    if (!this.key() || !this.isSealing) return text
    return this.renewed(Buffer.from(text, 'utf8')).toString('utf8')
  }

  open(bytes: Buffer): OpenedLines {
    const key = this.key()
    if (!key) return { bytes, mended: 0 }
    let mended = 0
    const opened = lineByLine(bytes, (line) => {
      const found = openedLine(key, line)
      if (found?.isMended === true) mended += 1
      return found?.line ?? line
    })
    return { bytes: opened, mended }
  }

  renewed(bytes: Buffer): Buffer {
    const key = this.key()
    if (!key) return bytes
    return lineByLine(bytes, (line) => {
      if (!this.isSealing) return openedLine(key, line)?.line ?? line
      return line.length === 0 || isSealedLine(line) ? line : sealed(key, line)
    })
  }
}

function lineByLine(bytes: Buffer, change: (line: Buffer) => Buffer): Buffer {
  const pieces: Buffer[] = []
  let start = 0
  while (start < bytes.length) {
    const found = bytes.indexOf(newline, start)
    const end = found === -1 ? bytes.length : found
    pieces.push(change(bytes.subarray(start, end)))
    if (found !== -1) pieces.push(bytes.subarray(end, end + 1))
    start = end + 1
  }
  return Buffer.concat(pieces)
}

/** Whether a line is a sealed one. */
export function isSealedLine(line: Buffer): boolean {
  return line.subarray(0, beginning.length).equals(beginning)
}

/** Whether any line is a sealed one. */
export function holdsSealedLine(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(beginning); at !== -1; at = bytes.indexOf(beginning, at + 1))
    if (at === 0 || bytes[at - 1] === newline) return true
  return false
}

/** Whether a line is sealed, and this key opens it. */
export function opensLine(key: KeyObject, line: Buffer): boolean {
  return openedLine(key, line) !== undefined
}

function sealed(key: KeyObject, line: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo)
  const body = Buffer.concat([nonce, cipher.update(line), cipher.final(), cipher.getAuthTag()])
  return Buffer.from(summedLine({ sealed: body.toString('base64') }), 'latin1')
}

/** Undefined for a line that is not sealed, or cannot be opened. */
function openedLine(key: KeyObject, line: Buffer): { readonly line: Buffer; readonly isMended: boolean } | undefined {
  const asIs = isSealedLine(line) ? unsealed(key, line) : undefined
  if (asIs) return { line: asIs, isMended: false }
  // A bit may be wrong in its beginning, too.
  const mended = withoutFlippedBit(line)
  const opened = mended && isSealedLine(mended) ? unsealed(key, mended) : undefined
  return opened && { line: opened, isMended: true }
}

function unsealed(key: KeyObject, line: Buffer): Buffer | undefined {
  const end = line.indexOf('"', beginning.length)
  // Two lines that a damaged bit has made one are not the first of them.
  if (end === -1 || !ending.test(line.toString('latin1', end))) return undefined
  const body = Buffer.from(line.toString('latin1', beginning.length, end), 'base64')
  if (body.length < nonceBytes + tagBytes) return undefined
  const opening = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes)).setAAD(boundTo)
  opening.setAuthTag(body.subarray(-tagBytes))
  try {
    return Buffer.concat([opening.update(body.subarray(nonceBytes, -tagBytes)), opening.final()])
  } catch {
    return undefined
  }
}
