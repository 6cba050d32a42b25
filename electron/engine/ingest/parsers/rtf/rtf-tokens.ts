/** What a reader of RTF is told, in the order of the file. */
export interface RtfListener {
  open(): void
  close(): void
  /** A control word, or a control symbol such as `~`; `value` is the number behind it. */
  word(name: string, value: number | undefined): void
  /** A byte of text, written as it is or as `\'xx`. */
  byte(value: number): void
  /** Whether nothing more is wanted. */
  readonly isDone: boolean
}

const [backslash, brace, endBrace, space, minus, quote] = [0x5c, 0x7b, 0x7d, 0x20, 0x2d, 0x27]
/** Longer ones, and longer numbers, mean nothing; what stands behind is text. */
const longest = { word: 32, number: 10 } as const

/** Reads RTF once from front to back and tells the listener what stands in it. Never throws of its own. */
export function readRtf(bytes: Uint8Array, listener: RtfListener): void {
  let at = 0
  while (at < bytes.length && !listener.isDone) {
    const byte = bytes[at] ?? 0
    if (byte === backslash) at = readControl(bytes, at + 1, listener)
    else {
      at += 1
      if (byte === brace) listener.open()
      else if (byte === endBrace) listener.close()
      else if (byte >= space || byte === 9) listener.byte(byte)
    }
  }
}

/** Reads what follows a backslash; returns where it ends. */
function readControl(bytes: Uint8Array, start: number, listener: RtfListener): number {
  const first = bytes[start]
  if (first === undefined) return start
  if (first === quote) {
    const value = Number.parseInt(latin(bytes, start + 1, start + 3), 16)
    if (Number.isNaN(value)) return start + 1
    listener.byte(value)
    return start + 3
  }
  if (!isLetter(first)) {
    if (first === backslash || first === brace || first === endBrace) listener.byte(first)
    // A backslash at the end of a line is the end of a paragraph.
    else listener.word(first === 10 || first === 13 ? 'par' : String.fromCharCode(first), undefined)
    return start + 1
  }
  let at = start
  while (at - start < longest.word && isLetter(bytes[at])) at += 1
  const name = latin(bytes, start, at)
  const numberStart = at
  if (bytes[at] === minus && isDigit(bytes[at + 1])) at += 1
  while (at - numberStart < longest.number && isDigit(bytes[at])) at += 1
  const value = at > numberStart ? Number(latin(bytes, numberStart, at)) : undefined
  if (bytes[at] === space) at += 1
  // Bytes of a picture, in which everything may stand.
  if (name === 'bin') return at + Math.max(0, value ?? 0)
  listener.word(name, value)
  return at
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a))
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}
